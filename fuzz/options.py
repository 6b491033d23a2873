#!/usr/bin/env python3
"""Every option that takes a value, with numbers at the edges of what machines hold: no panic, no error that helps nobody, no
answer after its time. `fuzz/options.py WYT` prints what is wrong, and how many lines were tried."""
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

WYT = str(Path(sys.argv[1]).resolve())
TABLE = "wyt-table 1\nkind p-set\nconvention normal\nrules\n  (i,0) (0,i) (i,i)\nbelow 5,5\nmerged yes\ndata\n0,0\n1,2\nend 2\n"
COMMANDS = """
p wythoff
grundy wythoff
palace wythoff --block 2
periods wythoff
solve wythoff 3,5
moves wythoff 3,5
compare wythoff 't-wythoff(t=2)'
plot wythoff
export wythoff -o - --format csv
discover wythoff
prove wythoff
seq lower-wythoff
array wythoff
word fibonacci
rep 100
beatty 'sqrt(2)'
slope 1 2
identify wythoff
show wythoff
design beatty 'sqrt(2)'
verify VIS-T2
check table
eval n
"""
VALUES = ["0", "1", "-1", "65535", "65536", "70000", "1000000", "4294967295", "4294967296", "9223372036854775807",
          "18446744073709551615", "18446744073709551616", "10^30", "1.5", "1e9", "x"]
# Files, and threads, of which there may be as many as one likes.
LEFT = {"--output", "--script", "--resume", "--report", "--certificate", "--threads"}
HELPS = ("hint: ", "--> ", "tip: ", "[possible values")


def wrong(line, folder):
    try:
        ended = subprocess.run([WYT, *line], capture_output=True, timeout=15, cwd=folder, check=False)
    except subprocess.TimeoutExpired:
        return "does not end"
    error = ended.stderr.decode(errors="replace")
    if ended.returncode not in (0, 1, 2, 3) or "panicked" in error:
        return f"exit code {ended.returncode}: {error[:200]}"
    if ended.returncode and not any(help in error for help in HELPS):
        return f"helps nobody: {error[:200]}"
    return None


def main():
    tried = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "table").write_text(TABLE)
        for command in filter(None, COMMANDS.splitlines()):
            words = shlex.split(command)
            known = subprocess.run([WYT, words[0], "--help"], capture_output=True, text=True, check=True).stdout
            options = sorted(set(re.findall(r"^\s+(?:-\w, )?(--[a-z-]+) <", known, re.M)) - LEFT)
            for option in options:
                limits = [word for name, limit in (("--time", "1"), ("--memory", "200M"))
                          if name in options and name != option for word in (name, limit)]
                for value in VALUES:
                    for json in ([], ["--json"]):
                        line = [*words, option, value, *json, *limits]
                        tried += 1
                        if why := wrong(line, folder):
                            failures += 1
                            print(f"wyt {shlex.join(line)}: {why}")
    print(f"{tried} lines, {failures} failures")
    sys.exit(failures > 0)


main()
