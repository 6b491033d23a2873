#!/usr/bin/env python3
"""What tables cost: makes tables with one thread, checks them, and prints the processor seconds of each.

    fuzz/tables.py WYT [--limit SECONDS] [WORDS]

Every game of the catalog that has tables, and some shapes of rules with conventions, as P-sets and as values. WORDS choose
the lines that contain one of them. Lines whose check takes more than ten times as long as the making (and 0.1 s) end in `!`;
a check that is not accepted ends the run with code 1."""

import argparse
import json
import os
import subprocess
import sys
import tempfile

SHAPES = [
    "t-wythoff(t=5)",
    "(i,0) (0,i) (k,l) where k <= l and l <= 2*k + 1",
    "(i,0) where x' mod 3 != 1 (0,i) (i,i) where y >= x",
    "(i,0) (0,i) (2*i,3*i) (1,2)",
    "(i,0) for i <= 100 (0,i) (i,i)",
    "(i^2,0) (0,i^2) (i,i)",
    "(i,0) where i*i <= x (0,i)",
    "(i,0) where gcd(i, x) == 1 (0,i)",
    "(i,0) where i xor x > 2 (0,i)",
    "(i,0) (0,i) (k,l) where gcd(k,l) == 1",
    "(i,0) (0,i) (i,i) where x' + y >= i + 7",
    "(i,0) where i <= x' (0,i) (i,i) where x' >= y' div 2",
    "(i,0) where i*i <= x + y (0,i)",
    "(i,0,0) (0,i,0) (0,0,i) (i,i,i)",
    "wythoff --misere",
    "wythoff --block 3",
    "wythoff --pass",
    "wythoff --terminal 3,5",
    "t-wythoff(t=3) --block 2",
    "(0,3i) (i^2,i) (k,l) where x' >= y' --block 3 --pass",
    "(i^2,0) (0,i) --pass",
]

# Along a side, by the number of piles.
P_SET = {1: 2000, 2: 400, 3: 60}
VALUES = {1: 2000, 2: 200, 3: 40}


def run(arguments, limit):
    """Exit code, processor seconds, what was said; none where it took too long."""
    before = os.times()
    try:
        ran = subprocess.run(arguments, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, limit, ""
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return ran.returncode, max(spent, 0.0), ran.stderr.strip().splitlines()[0] if ran.stderr.strip() else ""


def words_of(line):
    """The rules are one word, conventions follow."""
    game, *conventions = line.split(" --")
    return [game] + [word for convention in conventions for word in ("--" + convention).split(" ")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wyt")
    parser.add_argument("--limit", type=float, default=60, help="seconds of a command")
    parser.add_argument("words", nargs="*")
    asked = parser.parse_args()
    listed = json.loads(subprocess.run([asked.wyt, "games", "--json"], capture_output=True, text=True).stdout)
    games = [game["name"] for game in listed["games"]] + SHAPES
    wanted = [game for game in games if not asked.words or any(word in game for word in asked.words)]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "table")
        for game in wanted:
            show = [asked.wyt, "show", words_of(game)[0], "--json"]
            shown = subprocess.run(show, capture_output=True, text=True).stdout
            positions = json.loads(shown or "{}").get("positions") or ["0,0"]
            piles = positions[0].split(";")[0].count(",") + 1
            for kind, sizes in (("P-set", P_SET), ("values", VALUES)):
                option = "--below" if kind == "P-set" else "--size"
                size = str(sizes.get(piles, 12))
                make = [asked.wyt, "export", *words_of(game), option, size, "--format", "table"]
                make += ["-o", table, "--force", "--threads", "1"]
                code, made, _ = run(make, asked.limit)
                if code != 0:
                    continue
                code, checked, said = run([asked.wyt, "check", table, "--threads", "1"], asked.limit)
                mark = " !" if checked > 10 * made + 0.1 else ""
                note = "" if code == 0 else f" {'over the limit' if code is None else said}"
                print(f"{kind:6} {size:>5} made {made:7.2f} checked {checked:7.2f}{mark} {game}{note}", flush=True)
                wrong += code not in (0, 3, None)
    sys.exit(1 if wrong else 0)


main()
