//! Rows on disk, in a folder: one file of lines, each with its own digest, only ever appended to while a sweep runs. A kill
//! at any moment tears at most the last line, which is dropped when the store is opened again. When all rows are there
//! the file is written anew in the order of the games and put in place of the old one at once, so that equal sweeps end
//! with equal bytes.

use crate::plan::Plan;
use crate::shard::{Key, Shard, hex};
use crate::table::Table;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use wythoff::Error;

/// Version of the store, and of what a key is the digest of.
pub const VERSION: u32 = 2;

/// The file in the folder of a store.
const ROWS: &str = "rows.jsonl";

/// The same rows as a table, beside it.
const TABLE: &str = "rows.parquet";

/// What the first line begins with, before the version.
const MAGIC: &str = "{\"store\":\"wythoff-sweep\",\"version\":";

/// Bytes at the end of a line: `,"sha256":"…"}` and a newline.
const TAIL: usize = 11 + 64 + 3;

/// Rows on disk that a kill leaves whole.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    file: File,
    /// Where the row of a key stands, and how long it is.
    rows: HashMap<Key, (u64, u32)>,
    end: u64,
}

/// How the rows of a plan ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rows with a question that exceeds a limit.
    pub limit: usize,
    /// Rows with an error.
    pub error: usize,
    /// The first of these: its spec, and what is wrong.
    pub first: Option<(String, String)>,
}

impl Store {
    /// Opens the store in a folder, which is made where there is none. A store that has rows is opened to `resume` it only.
    pub fn open(folder: &Path, plan: &Plan, resume: bool) -> Result<Store, Error> {
        if folder.is_file() {
            return Err(Error::input(format!("`{}` is a file", folder.display())).hint("a store is a folder"));
        }
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error, 0))?;
        let path = folder.join(ROWS);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(&path);
        let file = file.map_err(|error| failed(&path, &error, 0))?;
        file.try_lock().map_err(|_| {
            Error::input(format!("{}: another sweep is writing to this store", path.display()))
                .hint("wait for it, or choose another folder")
        })?;
        let plain = file.metadata().is_ok_and(|found| found.is_file());
        if !plain {
            return Err(Error::input(format!("{}: this is no plain file", path.display()))
                .hint("name a folder that is new, or one that a sweep has made"));
        }
        let mut store = Store { folder: folder.to_path_buf(), file, rows: HashMap::new(), end: 0 };
        store.read()?;
        if !store.rows.is_empty() && !resume {
            let message = format!("{}: the store has {} rows already", path.display(), store.rows.len());
            return Err(Error::input(message).hint("resume it, or choose another folder"));
        }
        // What a kill left of a last line.
        store.file.set_len(store.end).map_err(|error| failed(&path, &error, store.rows.len()))?;
        if store.end == 0 {
            store.append(header(plan).as_bytes())?;
            store.sync()?;
            sync_folder(folder);
        }
        Ok(store)
    }

    fn path(&self) -> PathBuf {
        self.folder.join(ROWS)
    }

    /// Reads where the rows stand, up to the last whole line.
    fn read(&mut self) -> Result<(), Error> {
        let path = self.path();
        let io = |error: io::Error| failed(&path, &error, 0);
        let mut from = BufReader::with_capacity(1 << 16, &self.file);
        from.seek(SeekFrom::Start(0)).map_err(io)?;
        let (mut line, mut number, mut torn) = (Vec::new(), 0u64, None);
        loop {
            line.clear();
            if from.read_until(b'\n', &mut line).map_err(io)? == 0 {
                break;
            }
            number += 1;
            if let Some(torn) = torn {
                let message = format!("{}: line {torn} is damaged; nothing was changed", path.display());
                return Err(Error::check(message).hint("restore the file, or choose another folder"));
            }
            let length = line.len() as u64;
            if number == 1 {
                if !first_line(&line, &path)? {
                    torn = Some(number);
                    continue;
                }
            } else {
                match row_of(&line) {
                    Some((key, at, size)) => self.rows.insert(key, (self.end + at, size)),
                    None => {
                        torn = Some(number);
                        continue;
                    }
                };
            }
            self.end += length;
        }
        Ok(())
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether the row of a key is there.
    pub fn has(&self, key: &Key) -> bool {
        self.rows.contains_key(key)
    }

    /// The row of a key.
    pub fn row(&self, key: &Key) -> Result<Option<String>, Error> {
        let Some((at, size)) = self.rows.get(key) else { return Ok(None) };
        let mut bytes = vec![0; *size as usize];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(*at))
            .and_then(|_| file.read_exact(&mut bytes))
            .map_err(|error| failed(&self.path(), &error, self.rows.len()))?;
        String::from_utf8(bytes).map(Some).map_err(|_| {
            Error::check(format!("{}: a row is damaged", self.path().display()))
                .hint("remove the folder and sweep again, or take another")
        })
    }

    /// The games of a plan that have no row yet, each once.
    pub fn missing<'a>(&self, plan: &'a Plan) -> Vec<Shard<'a>> {
        let mut seen = HashSet::new();
        plan.shards().filter(|shard| (!self.has(&shard.key())) && seen.insert(shard.key())).collect()
    }

    /// The rows of a plan's games, in their order; one that is not there is an error.
    pub fn rows<'a>(&'a self, plan: &'a Plan) -> impl Iterator<Item = Result<String, Error>> + 'a {
        plan.shards().map(|shard| {
            let missing = || {
                let message = format!("{}: the row of `{}` is missing", self.path().display(), shard.spec());
                Error::input(message).hint("resume the sweep")
            };
            self.row(&shard.key())?.ok_or_else(missing)
        })
    }

    /// How many of a plan's rows have a limit or an error in them.
    pub fn tally(&self, plan: &Plan) -> Result<Tally, Error> {
        let mut tally = Tally::default();
        for row in self.rows(plan) {
            let row = row?;
            // A quote inside of a text is escaped: these are names of fields.
            tally.limit += usize::from(row.contains("{\"limit\":"));
            if row.contains("\"error\":") {
                tally.error += 1;
                tally.first = tally.first.or_else(|| first_error(&row));
            }
        }
        Ok(tally)
    }

    /// Appends a row. It is safe from a kill at once, and from a power cut after [`Store::sync`].
    pub fn add(&mut self, key: Key, row: &str) -> Result<(), Error> {
        if self.rows.contains_key(&key) {
            return Ok(());
        }
        let line = line_of(&key, row);
        let at = self.end + START as u64;
        self.append(line.as_bytes())?;
        self.rows.insert(key, (at, row.len() as u32));
        Ok(())
    }

    fn append(&mut self, line: &[u8]) -> Result<(), Error> {
        if let Err(error) = self.file.write_all(line) {
            // Half a line must not stand before a whole one.
            let _ = self.file.set_len(self.end);
            return Err(failed(&self.path(), &error, self.rows.len()));
        }
        self.end += line.len() as u64;
        Ok(())
    }

    /// Puts on disk what was appended.
    pub fn sync(&self) -> Result<(), Error> {
        self.file.sync_data().map_err(|error| failed(&self.path(), &error, self.rows.len()))
    }

    /// All rows of the plan are there: writes them in the order of the games, then rows of other sweeps by their keys; and
    /// the plan's rows as a table beside them, `rows.parquet`.
    pub fn finish(&mut self, plan: &Plan) -> Result<(), Error> {
        let (path, part) = (self.path(), self.folder.join(format!("{ROWS}.part")));
        let mut order = Vec::with_capacity(self.rows.len());
        let mut others = self.rows.clone();
        for shard in plan.shards() {
            let key = shard.key();
            if others.remove(&key).is_some() {
                order.push(key);
            }
        }
        let mut others: Vec<Key> = others.into_keys().collect();
        others.sort_unstable();
        order.extend(others);
        let kept = self.rows.len();
        let io = |error: io::Error| failed(&part, &error, kept);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(&part).map_err(io)?;
        file.try_lock().map_err(|_| {
            Error::input(format!("{}: another sweep is at work", part.display()))
                .hint("wait for it, or take another folder")
        })?;
        file.set_len(0).map_err(io)?;
        let (mut rows, mut end) = (HashMap::with_capacity(order.len()), 0);
        let write = |out: &mut BufWriter<&File>, text: String, end: &mut u64| {
            *end += text.len() as u64;
            out.write_all(text.as_bytes()).map_err(io)
        };
        let mut out = BufWriter::new(&file);
        write(&mut out, header(plan), &mut end)?;
        for key in order {
            let row = self.row(&key)?.unwrap_or_default();
            rows.insert(key, (end + START as u64, row.len() as u32));
            write(&mut out, line_of(&key, &row), &mut end)?;
        }
        out.flush().map_err(io)?;
        drop(out);
        file.sync_all().map_err(io)?;
        std::fs::rename(&part, &path).map_err(io)?;
        sync_folder(&self.folder);
        (self.file, self.rows, self.end) = (file, rows, end);
        self.write_table(&Table::new(plan, self.rows(plan))?.parquet(plan)?)
    }

    /// Puts the table in place at once; a file of that name that is no table is somebody else's.
    fn write_table(&self, bytes: &[u8]) -> Result<(), Error> {
        let (path, part) = (self.folder.join(TABLE), self.folder.join(format!("{TABLE}.part")));
        let mut start = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(4).read_to_end(&mut start));
        if read.is_ok() && !start.is_empty() && start != b"PAR1" {
            let message = format!("{}: this is no table of a sweep; it was not replaced", path.display());
            return Err(Error::input(message).hint("the rows are kept; move the file away and resume"));
        }
        let kept = self.rows.len();
        let io = |error: io::Error| failed(&part, &error, kept);
        let mut file = File::create(&part).map_err(io)?;
        file.write_all(bytes).and_then(|()| file.sync_all()).map_err(io)?;
        std::fs::rename(&part, &path).map_err(io)?;
        sync_folder(&self.folder);
        Ok(())
    }
}

/// The spec of a row, and the first error in it: of the game, or of a question.
fn first_error(row: &str) -> Option<(String, String)> {
    let row: Value = serde_json::from_str(row).ok()?;
    let answers = row.get("answers").and_then(Value::as_object);
    let errors = answers.into_iter().flat_map(|answers| answers.values());
    let error = std::iter::once(&row).chain(errors).find_map(|answer| answer.get("error")?.as_str())?;
    Some((row.get("spec")?.as_str()?.to_string(), error.to_string()))
}

/// Bytes of a line before its row.
const START: usize = 8 + 64 + 8;

fn line_of(key: &Key, row: &str) -> String {
    let content = format!("{{\"key\":\"{key}\",\"row\":{row}");
    let digest = hex(&Sha256::digest(content.as_bytes()));
    format!("{content},\"sha256\":\"{digest}\"}}\n")
}

/// The key of a line, and where its row stands in it; nothing if the line is not whole.
fn row_of(line: &[u8]) -> Option<(Key, u64, u32)> {
    let content = line.get(..line.len().checked_sub(TAIL)?)?;
    let key = Key::read(std::str::from_utf8(content.get(8..72)?).ok()?)?;
    let row = content.get(START..)?;
    let whole = line_of(&key, std::str::from_utf8(row).ok()?);
    (whole.as_bytes() == line).then_some((key, START as u64, u32::try_from(row.len()).ok()?))
}

fn header(plan: &Plan) -> String {
    let mut header = json!({"store": "wythoff-sweep", "version": VERSION});
    if let (Value::Object(header), Value::Object(more)) = (&mut header, plan.header()) {
        header.extend(more);
    }
    format!("{header}\n")
}

/// Whether the first line is whole; an error if the file is another's.
fn first_line(line: &[u8], path: &Path) -> Result<bool, Error> {
    let begins = &MAGIC.as_bytes()[..MAGIC.len().min(line.len())];
    if !line.starts_with(begins) {
        let message = format!("{}: this is not the store of a sweep; nothing was changed", path.display());
        return Err(Error::input(message));
    }
    if !line.ends_with(b"\n") {
        return Ok(false);
    }
    let version = serde_json::from_slice::<Value>(line).ok().map(|header| header["version"].clone());
    match version {
        Some(version) if version == json!(VERSION) => Ok(true),
        Some(version) => {
            let message = format!("{}: this store is of version {version}, not {VERSION}", path.display());
            Err(Error::input(message).hint("nothing was changed; choose another folder"))
        }
        None => Err(Error::check(format!("{}: line 1 is damaged; nothing was changed", path.display()))
            .hint("remove the folder and sweep again, or take another")),
    }
}

/// A folder keeps a new name only when it is put on disk itself; where that is not done, the name comes later.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

fn failed(path: &Path, error: &io::Error, kept: usize) -> Error {
    let message = format!("{}: {error}", path.display());
    let full = matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded
    );
    match full {
        true => Error::limit(message).hint(format!("{kept} rows are kept; make room and resume")),
        false => Error::input(message),
    }
}
