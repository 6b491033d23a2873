//! Exit codes, command by command: 0 done, 1 a check failed, 2 the input is wrong, 3 a limit was reached. Every command has a
//! line for each that it can end by, and every error says where or what to do instead.

use crate::run::{Folder, words, wyt_in};
use std::collections::BTreeSet;

#[test]
fn every_command_ends_by_the_code_that_is_promised() {
    let folder = Folder::new("exits");
    let table = "wyt-table 1\nkind p-set\nconvention normal\nrules\n  (i,0) (0,i) (i,i)\nbelow 5,5\nmerged yes\ndata\n0,0\n1,2\nend 2\n";
    let stripped = "# sequences\nA000201 ,1,3,4,6,8,9,11,12,14,16,17,19,21,22,24,\n";
    let files = [
        ("table", table.to_string()),
        ("altered", table.replace("1,2", "1,3")),
        ("stripped", stripped.to_string()),
    ];
    for (name, text) in files {
        std::fs::write(folder.0.join(name), text).expect("it is written");
    }
    let (mut wrong, mut named) = (Vec::new(), BTreeSet::new());
    for line in include_str!("data/exits.txt").lines() {
        let (code, line) = line.split_once(' ').expect("a code and a command");
        let words = words(line);
        named.extend(words.first().cloned());
        let output = wyt_in(&folder, &words.iter().map(String::as_str).collect::<Vec<_>>());
        let error = String::from_utf8_lossy(&output.stderr);
        let helps = ["hint: ", "--> ", "tip: ", "wrong at", "[possible values", "Commands:"];
        let is_told =
            code == "0" || error.starts_with("error: ") && helps.iter().any(|help| error.contains(help));
        if output.status.code() != code.parse().ok() || !is_told {
            wrong.push(format!("{line}: {:?}, not {code}: {error}", output.status.code()));
        }
    }
    assert!(wrong.is_empty(), "{} commands:\n{}", wrong.len(), wrong.join("\n"));
    let help = String::from_utf8_lossy(&wyt_in(&folder, &["--help"]).stdout).to_string();
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Those that talk to a person are tried where they are tested.
    let left = ["play", "serve", "help"];
    for command in
        listed.filter_map(|line| line.split_whitespace().next()).filter(|name| !left.contains(name))
    {
        assert!(named.contains(command), "`{command}` is not tried");
    }
}
