//! Limits as the system measures them: resident memory against `--memory`, processor time after a signal and against
//! `--time`, files that have no end.

use crate::run::Folder;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use wythoff_numbers::Random;

/// What the system says of a run.
struct Ran {
    code: Option<i32>,
    /// The most memory it had at once, in bytes.
    resident: u64,
    processor: Duration,
    error: String,
}

/// A run that can be looked at while it goes on.
struct Running {
    id: i32,
    errors: PathBuf,
}

#[expect(clippy::zombie_processes, reason = "it is waited for by its number")]
fn start(folder: &Path, args: &[&str]) -> Running {
    let errors = folder.with_extension("errors");
    let child = Command::new(env!("CARGO_BIN_EXE_wyt"))
        .current_dir(folder)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&errors).expect("a file can be made"))
        .spawn()
        .expect("wyt runs");
    // Waited for below, by its number.
    Running { id: child.id() as i32, errors }
}

impl Running {
    /// The processor time so far.
    fn processor(&self) -> Duration {
        let line = std::fs::read_to_string(format!("/proc/{}/stat", self.id)).unwrap_or_default();
        let fields = line.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(11).take(2);
        Duration::from_millis(fields.filter_map(|field| field.parse::<u64>().ok()).sum::<u64>() * 10)
    }

    /// The largest resident memory so far; nothing once it has ended.
    fn largest(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id)).unwrap_or_default();
        let program =
            status.lines().any(|line| line.strip_prefix("Name:").is_some_and(|n| n.trim() == "wyt"));
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.filter(|_| program).map_or(0, |kilobytes| kilobytes * 1024)
    }

    /// Whether it has ended, and waits to be waited for.
    fn ended(&self) -> bool {
        let line = std::fs::read_to_string(format!("/proc/{}/stat", self.id)).unwrap_or_default();
        line.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with(['Z', 'X']))
    }

    fn signal(&self, signal: i32) {
        // SAFETY: the number is that of a child that has not been waited for.
        unsafe { libc::kill(self.id, signal) };
    }

    fn end(self) -> Ran {
        let (mut status, mut resident) = (0, 0);
        // What the system says of a child that has ended includes this program, which it was for a moment: its own
        // largest size is looked at while it runs.
        while !self.ended() {
            resident = resident.max(self.largest());
            std::thread::sleep(Duration::from_millis(1));
        }
        // SAFETY: plain numbers, which zero is one of; the child has not been waited for.
        let used = unsafe {
            let mut used: libc::rusage = std::mem::zeroed();
            assert_eq!(libc::wait4(self.id, &mut status, 0, &mut used), self.id);
            used
        };
        let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
        let error = std::fs::read_to_string(&self.errors).unwrap_or_default();
        let _ = std::fs::remove_file(&self.errors);
        assert!(!error.contains("panicked"), "{error}");
        Ran {
            code: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
            resident,
            processor: time(used.ru_utime) + time(used.ru_stime),
            error,
        }
    }
}

fn run(folder: &Folder, args: &[&str]) -> Ran {
    start(&folder.0, args).end()
}

/// What the program itself takes: its code, its catalog, buffers and stacks.
const OWN: u64 = 72 << 20;

/// The digits of a long number.
fn digits(count: usize) -> String {
    "7314159265".chars().cycle().take(count).collect()
}

#[test]
fn memory_is_kept() {
    let folder = Folder::new("memory");
    folder.write("long", &format!("{},{}", digits(60_000), digits(60_001)));
    folder.write("longer", &format!("{},{}", digits(1_000_000), digits(1_000_003)));
    folder.write("number", &digits(3_000_000));
    let entry = |n: u64| format!("A{n:06} ,{n},{},{},\n", n * 2, n * 3);
    folder.write("stripped", &(1..200_000).map(entry).collect::<String>());
    const ALLOWED: u64 = 64 << 20;
    for args in [
        &["solve", "maharaja", "@long"][..],
        &["solve", "maharaja", "@longer"],
        &["solve", "(i,0) (0,i) (i,i) (2,3) (3,2)", "@longer"],
        &["array", "wythoff", "--size", "100000x100000"],
        &["array", "wythoff", "--size", "100000x100000", "--json"],
        &["seq", "lower-wythoff", "--first", "1000000000000", "--json"],
        &["seq", "mancala", "--at", "1000000"],
        &["beatty", "sqrt(2)", "--first", "1000000000000"],
        &["beatty", "10^30", "--gamma", "pi/pi", "--first", "3"],
        &["word", "fibonacci", "--first", "1000000000000"],
        &["p", "wytlex", "--first", "10000000"],
        &["p", "wythoff", "--first", "10000000"],
        &["p", "wythoff-piles(piles=3)", "--below", "3000"],
        &["p", "wythoff", "--block", "99999", "--below", "5000"],
        &["show", "wythoff", "--block", "99999"],
        &["grundy", "wythoff", "--size", "20000"],
        &["grundy", "(i,0) (0,i) where x mod 7 != y mod 5", "--size", "4000"],
        &["export", "wythoff", "--size", "5000", "--format", "table", "-o", "-"],
        &["export", "wythoff", "--first", "5000000", "--format", "json", "-o", "-"],
        &["rep", "zeckendorf", "@number"],
        &["discover", "wythoff", "--grundy", "4000x4000"],
        &["discover", "wythoff", "--below", "10000000"],
        &["plot", "wythoff", "--below", "100000000", "-o", "out.svg"],
        &["prove", "blocking-wythoff(k=9)"],
        &["moves", "wythoff", "10000000,10000000"],
        &["eval", "2^n", "--for", "n=1..1000000", "--json"],
        &["solve", "wythoff-piles(piles=4)", "60,70,80,90"],
        &["identify", "(i,0,0) (0,i,0) (0,0,i) (i,i,i)"],
        &["show", "wythoff-piles(piles=10)"],
        &["p", "blocking-wythoff(k=3)", "--below", "1000000000000"],
        &["compare", "wythoff", "(i,0) (0,i) (i,i)", "--below", "10000000"],
        &["compare", "wythoff", "(i,0) (0,i) (i,i)", "--size", "9000"],
        &["periods", "wythoff", "--rows", "0..5000"],
        &["palace", "wythoff", "--block", "5", "--size", "9000"],
        &["plot", "wythoff", "--kind", "grundy", "--size", "300", "--pixels", "5000", "-o", "out.png"],
        &["sweep", "t-wythoff(t={t})", "--for", "t=1..9", "--ask", "p below=30000", "-o", "swept"],
        &["oeis", "wythoff", "--stripped", "stripped"],
        &["design", "beatty", "sqrt(2)", "--terms", "10000000"],
        &["verify", "VIS-T2", "--deep"],
    ] {
        let ran = run(&folder, &[args, &["--memory", "64M", "--time", "3", "--force"]].concat());
        let shown = format!("{args:?}: {:?} after {:?}: {}", ran.code, ran.processor, ran.error);
        assert!(matches!(ran.code, Some(0 | 2 | 3)), "{shown}");
        assert!(ran.resident <= ALLOWED + OWN, "{} MB: {shown}", ran.resident >> 20);
        // Two threads, and what may run over.
        assert!(ran.processor < Duration::from_secs(9), "{shown}");
    }
}

/// What is shown of a game beside its rules is little, whatever is allowed.
#[test]
fn showing_a_game_holds_little() {
    let folder = Folder::new("shown");
    for game in ["wythoff-piles(piles=10)", "nimsum-wythoff(piles=8)", "wythoff"] {
        let ran = run(&folder, &["show", game]);
        assert_eq!(ran.code, Some(0), "{game}: {}", ran.error);
        assert!(ran.resident <= 96 << 20, "{} MB: {game}", ran.resident >> 20);
        assert!(ran.processor < Duration::from_secs(2), "{game}: {:?}", ran.processor);
    }
}

#[test]
fn files_without_an_end_end_at_once() {
    let folder = Folder::new("endless");
    folder.write("big", &"7,".repeat(20_000_000));
    for file in ["/dev/zero", "big"] {
        let at = format!("@{file}");
        for args in [
            &["discover", "--sequence", file][..],
            &["design", "pairs", file],
            &["prove", "wythoff", "--candidate", &at],
            &["solve", "wythoff", "3,5", "--certificate", file],
            &["verify", "WYF-T9", "--small", "--resume", file],
            &["check", file],
            &["solve", "wythoff", &at],
            &["p", &at, "--first", "3"],
            &["play", "wythoff", "3,5", "--script", file],
            &["sweep", &at, "--ask", "p first=3", "-o", "out"],
            &["rep", "zeckendorf", &at],
            &["oeis", file, "--stripped", "/dev/null"],
        ] {
            let ran = run(&folder, &[args, &["--memory", "64M", "--time", "10"]].concat());
            let shown = format!("{args:?}: {:?} after {:?}: {}", ran.code, ran.processor, ran.error);
            assert!(matches!(ran.code, Some(2 | 3)), "{shown}");
            assert!(ran.error.contains("error: "), "{shown}");
            assert!(ran.resident <= (64 << 20) + OWN, "{} MB: {shown}", ran.resident >> 20);
            assert!(ran.processor < Duration::from_secs(4), "{shown}");
        }
    }
}

/// Rules without a theory, whose conditions are looked at cell by cell.
const SLOW: &str = "(i,0) (0,i) (k,l) where (k * l + x) mod 7 < 3";

/// What takes long, of every command that can.
const LONG: &[&[&str]] = &[
    &["p", "wythoff", "--first", "1000000000", "--summary"],
    &["p", "(i,0) (0,i) where x mod 7 != y mod 5", "--below", "3000", "--summary"],
    &["p", SLOW, "--below", "100000"],
    &["p", "wytlex", "--first", "1000000", "--summary"],
    &["p", "wytlex(piles=8)", "--by", "rules", "--first", "20000000", "--summary"],
    &["solve", "end-wythoff", "20000,30000,12345,40000,777", "--by", "rules"],
    &["grundy", SLOW, "--size", "20000"],
    &["solve", SLOW, "30000,30001"],
    &["discover", SLOW, "--below", "60000"],
    &["identify", "(i,0) (0,i) (i,i) where i mod 5 < 3"],
    &["prove", "(i,0) (0,i) (i,i) (5,9) (9,5) (1,4)", "--numeration", "zeckendorf"],
    &["design", "adjoin", SLOW, "--below", "60000"],
    &["p", "fibonacci-nim", "--below", "100000"],
    &["grundy", "wythoff", "--size", "20000", "--summary"],
    &["grundy", "wythoff-piles(piles=3)", "--at", "300,301,302"],
    &["solve", "wythoff-piles(piles=4)", "60,70,80,90"],
    &["solve", "nim-ab(a=3,b=5)", "10^300000,10^300001"],
    &["solve", "maharaja", "10^20000,10^20001"],
    &["solve", "ratwyt", "10^90000/3,10^90000/7"],
    &["moves", "wythoff", "10000000,10000000"],
    &["show", "wythoff-piles(piles=10)"],
    &["identify", "(i,0,0) (0,i,0) (0,0,i) (i,i,i)"],
    &["plot", "gdwn(p=1,q=2)", "--below", "20000", "-o", "out.svg"],
    &["plot", "wythoff", "--kind", "grundy", "--size", "400", "--pixels", "20000", "-o", "out.png"],
    &["plot", "wythoff", "--below", "3000", "--pixels", "20000", "-o", "out.png"],
    &["plot", "wythoff", "--kind", "fill", "--below", "60", "--pixels", "20000", "-o", "out.png"],
    &["plot", "wythoff", "--kind", "ratio", "--below", "20000", "--pixels", "20000", "-o", "out.png"],
    &[
        "plot", "wythoff", "--block", "3", "--kind", "blocking", "--size", "500", "--pixels", "20000", "-o",
        "out.png",
    ],
    &["export", "wythoff", "--size", "5000", "--format", "csv", "-o", "out.csv"],
    &["export", "wythoff", "--size", "3000", "--format", "parquet", "-o", "out.parquet"],
    &["discover", "gdwn(p=1,q=2)"],
    &["discover", "wythoff", "--grundy", "3000x3000"],
    &["prove", "blocking-wythoff(k=9)", "--certificate", "out"],
    &["prove", "wythoff-piles(piles=3)"],
    &["design", "beatty", "sqrt(2)", "--terms", "1000000"],
    &["seq", "mancala", "--at", "1000000"],
    &["seq", "lower-wythoff", "--first", "1000000000000"],
    &["array", "wythoff", "--size", "3000x30000"],
    &["word", "fibonacci", "--first", "100000000"],
    &["rep", "zeckendorf", "10^3000000"],
    &["beatty", "pi/2", "--first", "100000000"],
    &["beatty", "10^30", "--gamma", "pi/pi", "--first", "3"],
    &["eval", "gcd(3^99999 + n, 2^99999)", "--for", "n=1..1000000"],
    &["verify", "--deep", "--report", "out.html"],
    &["sweep", "t-wythoff(t=T)", "--for", "T=1..500", "--ask", "p below=20000", "-o", "folder"],
    &["compare", "wythoff", "(i,0) (0,i) (i,i)", "--size", "9000"],
    &["periods", "wythoff", "--rows", "100..400"],
    &["palace", "wythoff", "--block", "5", "--size", "5000"],
    &["play", "wythoff-piles(piles=4)", "60,70,80,90"],
];

/// Processor time that one thread may still use after a signal: a tenth of a second, two ticks by which it is measured, and
/// what the system needs to take down a process of some hundred megabytes.
const AFTER: Duration = Duration::from_millis(250);

/// What keeps a part of its answer puts it together first.
fn allowed_after(args: &[&str]) -> Duration {
    let keeps = ["p", "grundy", "export"].contains(&args[0]);
    if keeps { AFTER + Duration::from_secs(1) } else { AFTER }
}

#[test]
fn ctrl_c_ends_everything_soon() {
    let mut random = Random::new(1);
    for args in LONG {
        let folder = Folder::new("signal");
        let running = start(&folder.0, &[*args, &["--threads", "1"]].concat());
        std::thread::sleep(Duration::from_millis(random.between(20, 620)));
        let before = running.processor();
        running.signal(libc::SIGINT);
        let ran = running.end();
        let shown = format!("{args:?}: {:?}: {}", ran.code, ran.error);
        // Before it listens the signal itself ends it.
        assert!(matches!(ran.code, Some(0 | 2 | 3 | 130) | None), "{shown}");
        let after = ran.processor.saturating_sub(before);
        assert!(after < allowed_after(args), "{after:?} after the signal: {shown}");
        let left = folder.names();
        assert!(!left.iter().any(|name| name.ends_with(".part")), "{left:?}: {shown}");
        if ran.code == Some(130) {
            assert!(!left.iter().any(|name| name.starts_with("out")), "{left:?}: {shown}");
        }
    }
}

#[test]
fn the_time_allowed_is_kept() {
    for args in LONG.iter().filter(|args| args[0] != "play") {
        let folder = Folder::new("time");
        let ran = run(&folder, &[*args, &["--threads", "1", "--time", "0.4"]].concat());
        let shown = format!("{args:?}: {:?} after {:?}: {}", ran.code, ran.processor, ran.error);
        assert!(matches!(ran.code, Some(0 | 2 | 3)), "{shown}");
        assert!(ran.processor < Duration::from_millis(400) + allowed_after(args), "{shown}");
        assert!(!folder.names().iter().any(|name| name.ends_with(".part")), "{shown}");
    }
}

/// A proof whose time is over ends by itself, with the verdict so far; being ended from outside has the code 3. The last
/// game has P-positions all over the plane.
#[test]
fn a_proof_that_is_late_has_a_verdict() {
    let dense = "(i,0) where y == 3*i - 2*x (0,i) where x == 0";
    for game in ["blocking-wythoff(k=6)", "wythoff-piles(piles=4)", dense] {
        // On a busy machine the program may be late to look at its clock: once in three times is enough.
        let mut late = Vec::new();
        while late.len() < 3 {
            let ran = run(&Folder::new("late"), &["prove", game, "--threads", "1", "--time", "4"]);
            if ran.code == Some(0) && ran.processor < Duration::from_millis(4_100) {
                break;
            }
            late.push(format!("{:?} after {:?}: {}", ran.code, ran.processor, ran.error));
        }
        assert!(late.len() < 3, "{game}: {late:?}");
    }
}

/// Patterns of the mouse game took more than a minute, without a word.
#[test]
fn patterns_of_the_mouse_game_are_looked_for_briefly() {
    let ran = run(&Folder::new("mouse"), &["discover", "mouse"]);
    let shown = format!("{:?} after {:?}: {}", ran.code, ran.processor, ran.error);
    assert!(ran.code == Some(0) && ran.processor < Duration::from_secs(5), "{shown}");
}

#[test]
fn a_file_that_grows_too_large_is_an_error_of_its_own() {
    let folder = Folder::new("large");
    for (format, ending) in [("csv", "csv"), ("npy", "npy"), ("parquet", "parquet"), ("json", "json")] {
        let name = format!("out.{ending}");
        let wyt = env!("CARGO_BIN_EXE_wyt");
        let line = format!("ulimit -f 16; exec {wyt} export wythoff --size 300 --format {format} -o {name}");
        let output = Command::new("sh").args(["-c", &line]).current_dir(&folder.0).output().expect("sh runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{format}: {error}");
        assert!(error.contains(&name) && error.contains("hint: "), "{error}");
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }
}

#[test]
fn a_kill_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new("kill");
    let args = ["export", "wythoff", "--size", "400", "--format", "csv", "-o", "out", "--force"];
    assert_eq!(run(&folder, &args).code, Some(0));
    let whole = std::fs::read(folder.0.join("out")).expect("it was written");
    folder.write("out", "old");
    for moment in 0..40 {
        let running = start(&folder.0, &args);
        std::thread::sleep(Duration::from_millis(moment * 4));
        running.signal(libc::SIGKILL);
        running.end();
        let found = std::fs::read(folder.0.join("out")).expect("it is there");
        assert!(found == b"old" || found == whole, "{} bytes after {moment}", found.len());
    }
}

/// The least processor time of some runs: others may use the machine too.
fn least(folder: &Folder, args: &[&str]) -> Duration {
    let runs = (0..3).map(|_| {
        let ran = run(folder, args);
        assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.error);
        ran.processor
    });
    runs.min().unwrap_or_default()
}

/// Makes a table and checks it: the processor time of each.
fn made_and_checked(folder: &Folder, game: &[&str], range: [&str; 2]) -> (Duration, Duration) {
    let to = ["--format", "table", "-o", "out", "--force", "--threads", "1"];
    let made = least(folder, &[&["export"], game, &range[..], &to].concat());
    (made, least(folder, &["check", "out", "--threads", "1"]))
}

/// Rays, bands, cones, gates on either side, three piles: checked along their regions; extra ends where they are.
const TABLES: &[&[&str]] = &[
    &["nim(piles=2)"],
    &["wythoff"],
    &["t-wythoff(t=5)"],
    &["(i,0) (0,i) (k,l) where k <= l and l <= 2*k + 1"],
    &["(i,0) where x' mod 3 != 1 (0,i) (i,i) where y >= x"],
    &["(i,0) (0,i) (2*i,3*i) (1,2)"],
    &["wythoff", "--terminal", "3,5"],
    &["(i,0) (0,i) (k,l) where |k - l| < (if x + y < 40 then 2 else 1)"],
];

/// Blocked moves and a pass, by counting; comparisons of both ends, by the listed cells of a line; what is remembered, until one
/// option is lost: P-sets alone. They are made by streams that never see the box.
const P_SETS: &[&[&str]] = &[
    &["mouse"],
    &["f-wythoff"],
    &["(i,0) (0,i) (i,i) where x' + y >= i + 7"],
    &["wythoff", "--misere"],
    &["wythoff", "--block", "3"],
    &["t-wythoff(t=3)", "--block", "2"],
    &["wythoff", "--pass"],
    &["wythoff", "--pass", "--misere", "--terminal", "1,1"],
    &["(i,0) (0,i) (k,l) where gcd(k,l) == 1"],
    &["fibonacci-nim"],
];

/// Values where both ends are compared, and with a pass: followed as runs of cells. What is not linear in the amount, and speaks
/// of some of the piles, is tried once for these.
const VALUES: &[&[&str]] = &[
    &["mouse"],
    &["f-wythoff"],
    &["(i,0) where i <= x' (0,i) (i,i) where x' >= y' div 2"],
    &["wythoff", "--pass"],
    &["(i,0) where i*i <= x (0,i)"],
    &["(i,0) where gcd(i, x) == 1 (0,i)"],
    &["(i,0) where i xor x > 2 (0,i)"],
];

#[test]
fn checking_a_table_takes_at_most_ten_times_as_long_as_making_it() {
    let folder = Folder::new("ten-times");
    // What starting the program takes is no part of either; a quarter of a second of a development build is said to be soon.
    const SOON: Duration = Duration::from_millis(250);
    let mut all: Vec<(&[&str], [&str; 2])> = TABLES.iter().map(|game| (*game, ["--size", "300"])).collect();
    all.extend(TABLES.iter().map(|game| (*game, ["--below", "1500"])));
    all.extend(P_SETS.iter().map(|game| (*game, ["--below", "600"])));
    all.extend(VALUES.iter().map(|game| (*game, ["--size", "100"])));
    all.push((&["wythoff-piles(piles=3)"], ["--size", "30"]));
    all.push((&["wythoff-piles(piles=3)"], ["--below", "30"]));
    all.push((&["fraenkel-zusman"], ["--below", "100"]));
    // Amounts that grow unevenly, blocked moves and a pass: over 20 s when every option was a state.
    all.push((&["(0,3i) (i^2,i) (k,l) where x' >= y'", "--block", "3", "--pass"], ["--below", "40"]));
    for (game, range) in all {
        let (made, checked) = made_and_checked(&folder, game, range);
        assert!(checked <= 10 * made + SOON, "{game:?} {range:?}: made in {made:?}, checked in {checked:?}");
    }
}

/// The server, with what it holds while it is asked for more than it may have.
#[test]
fn the_server_keeps_its_memory() {
    use std::io::{BufRead, BufReader, Read, Write};
    const ALLOWED: u64 = 64 << 20;
    let mut child = Command::new(env!("CARGO_BIN_EXE_wyt"))
        .args(["serve", "--no-open", "--port", "0", "--memory", "64M", "--time", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("wyt runs");
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    out.read_line(&mut first).expect("it says where it listens");
    let port: u16 = first
        .trim()
        .trim_end_matches('/')
        .rsplit(':')
        .next()
        .and_then(|port| port.parse().ok())
        .expect(&first);
    let running = Running { id: child.id() as i32, errors: PathBuf::new() };
    for question in [
        r#"{"ask":"first","game":"wythoff","count":1000000000}"#,
        r#"{"ask":"first","game":"wytlex","count":10000000}"#,
        r#"{"ask":"discover","game":"wythoff","below":100000000}"#,
        r#"{"ask":"discover","game":"subtraction(v=\"1 2; 2 1; 1 1\")"}"#,
        r#"{"ask":"export","game":"wythoff","format":"csv","below":100000000}"#,
        r#"{"ask":"picture","game":"wythoff","format":"png","kind":"grundy","below":9000,"pixels":20000}"#,
        r#"{"ask":"numbers","kind":"sequence","name":"lower-wythoff","count":1000000000}"#,
        r#"{"ask":"solve","game":"maharaja","position":"10^60000,10^60001"}"#,
        r#"{"ask":"prove","game":"blocking-wythoff(k=9)","time":2}"#,
    ] {
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        write!(
            stream,
            "POST /api HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{question}",
            question.len()
        )
        .expect("it is sent");
        let mut answer = Vec::new();
        // How it ends is the server's tests' business: it is there for the next one.
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.is_empty(), "{question}");
        let resident = running.largest();
        assert!(resident > 0 && resident <= ALLOWED + OWN, "{} MB after {question}", resident >> 20);
    }
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
}
