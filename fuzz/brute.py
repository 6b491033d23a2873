#!/usr/bin/env python3
"""Random rule texts against a brute force of their own, in C.

A game is drawn as a text of the rule language and, beside it, as loops in C that try every amount; nothing of the project is
used for the second. Compared are P-positions below a bound, the first ones, outcomes and winning moves of single positions,
Grundy values, and the checking of tables: what was written is accepted, and with a line taken out it is not.

    fuzz/brute.py WYT [--seed N] [--games N] [--slow SECONDS]      needs a C compiler

Prints each false answer, each panic, and each command that takes longer than --slow; ends with 1 if anything was false."""
import argparse
import functools
import itertools
import json
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PILES = "xyzw"
SIDES = {1: 400, 2: 110, 3: 16, 4: 7}
PRELUDE = r"""
#include <stdio.h>
#include <stdlib.h>
typedef long long L;
static L quotient(L a, L b) { L q = a / b; return a % b && (a < 0) != (b < 0) ? q - 1 : q; }
static L rest(L a, L b) { return a - quotient(a, b) * b; }
static L absolute(L a) { return a < 0 ? -a : a; }
static L divisor(L a, L b) { a = absolute(a), b = absolute(b); while (b) { L t = a % b; a = b, b = t; } return a; }
static L least(L a, L b) { return a < b ? a : b; }
static L most(L a, L b) { return a > b ? a : b; }
static L power(L a, L e) { L r = 1; while (e-- > 0) r *= a; return r; }
static L ones(L a) { return __builtin_popcountll(a); }
"""
# What an operation is called in a rule text and in C.
OPERATIONS = [
    ("({a} + {b})", "({a}+{b})"), ("({a} - {b})", "({a}-{b})"), ("({a}*{b})", "({a}*{b})"), ("{k}*{a}", "({k}*{a})"),
    ("({a} mod {k})", "rest({a},{k})"), ("({a} mod (1 + |{b}|))", "rest({a},1+absolute({b}))"),
    ("({a} div {k})", "quotient({a},{k})"), ("({a} xor {b})", "({a}^{b})"), ("gcd({a}, {b})", "divisor({a},{b})"),
    ("min({a}, {b})", "least({a},{b})"), ("max({a}, {b})", "most({a},{b})"), ("|{a} - {b}|", "absolute({a}-{b})"),
    ("popcount(|{a}|)", "ones(absolute({a}))"), ("(if {c} then {a} else {b})", "(({c})?({a}):({b}))"),
]
# What sums up all piles.
SUMMARIES = {
    "sum": lambda each: f"({'+'.join(each)})", "xor": lambda each: f"({'^'.join(each)})",
    "count": lambda each: "(" + "+".join(f"({e}!=0)" for e in each) + ")",
    "min": lambda each: functools.reduce(lambda a, b: f"least({a},{b})", each),
    "max": lambda each: functools.reduce(lambda a, b: f"most({a},{b})", each),
}


class Draw(random.Random):
    """What is drawn is a pair: its text and its C."""

    all_piles = ""

    def number(self, names, depth):
        if depth == 0 or self.random() < 0.35:
            drawn = self.random()
            if drawn < 0.68:
                name = self.choice(names)
                return name, name.replace("'", "_left")
            if drawn < 0.76 and self.all_piles:
                ends = {"before": "{p}", "after": "{p}_left", "taken": "take{c}"}
                end = self.choice(list(ends) if any("'" in name for name in names) else ["before"])
                each = [ends[end].format(p=p, c=c) for c, p in enumerate(self.all_piles)]
                word = self.choice(list(SUMMARIES))
                return f"{word}({end})", SUMMARIES[word](each)
            return (str(self.choice([0, 1, 2, 3, 4, 5, 7, 12, 33, 64])),) * 2
        parts = {"a": self.number(names, depth - 1), "b": self.number(names, depth - 1), "c": self.condition(names, 0),
                 "k": (str(self.choice([2, 3, 4, 5, 7])),) * 2}
        operation = self.choice(OPERATIONS)
        return tuple(operation[side].format(**{k: v[side] for k, v in parts.items()}) for side in (0, 1))

    def condition(self, names, depth):
        drawn = self.random()
        if depth and drawn < 0.36:
            (a, a_c), (b, b_c) = self.condition(names, depth - 1), self.condition(names, depth - 1)
            if drawn < 0.06:
                return f"(not {a})", f"!({a_c})"
            word, sign = self.choice([("and", "&&"), ("or", "||")])
            return f"({a} {word} {b})", f"(({a_c}){sign}({b_c}))"
        (a, a_c), (b, b_c) = self.number(names, self.choice([0, 1, 1, 1, 2])), self.number(names, self.choice([0, 0, 1]))
        if self.random() < 0.25:
            m = self.choice([2, 3, 4, 5])
            b = b_c = str(self.randrange(m))
            a, a_c = f"({a}) mod {m}", f"rest({a_c},{m})"
        sign = self.choice(["==", "!=", "<", "<=", ">", ">="])
        return f"{a} {sign} {b}", f"({a_c}){sign}({b_c})"

    def component(self, amounts):
        if self.random() < 0.4:
            return "0", "0"
        if self.random() < 0.3:
            return (str(self.choice([1, 2, 3, 5, 8])),) * 2
        if not amounts:
            amounts.append("i")
        i, k = amounts[0], self.choice([2, 3, 5])
        kinds = [(f"{k}{i}", f"({k}*{i})"), (f"{i} + {k}", f"({i}+{k})"), (f"{i}^2", f"({i}*{i})"), (f"2^{i}", f"power(2,{i})")]
        return (i, i) if self.random() < 0.7 else self.choice(kinds)

    def family(self, piles):
        amounts, vector = [], []
        two, anything = self.random() < 0.3, self.random() < 0.08
        free = []
        for pile in range(piles):
            if anything and self.random() < 0.7:
                free.append(f"any{pile}")
                vector.append(("any", free[-1]))
            elif two and len(amounts) < 2 and self.random() < 0.8:
                amounts.append("kl"[len(amounts)])
                vector.append((amounts[-1],) * 2)
            else:
                vector.append(self.component(amounts))
        if all(text == "0" for text, _ in vector):
            amounts, vector[self.randrange(piles)] = ["i"], ("i", "i")
        before = list(PILES[:piles])
        ranges, conditions = "", []
        least = dict.fromkeys(amounts, "1")
        if amounts and self.random() < 0.35:
            i, drawn = self.choice(amounts), self.random()
            if drawn < 0.15:
                ranges, least[i] = f" for {i} >= 0", "0"
            elif drawn < 0.3:
                numbers = sorted(self.sample(range(1, 40), 3))
                ranges = f" for {i} in {{{', '.join(map(str, numbers))}}}"
                conditions.append("(" + "||".join(f"{i}=={n}" for n in numbers) + ")")
            else:
                sign, (bound, bound_c) = ("<=", self.number(before, 1)) if drawn < 0.6 else ("<=", ("9", "9")) if drawn < 0.8 else (">=", ("3", "3"))
                ranges = f" for {i} {sign} {bound}"
                conditions.append(f"{i}{sign}({bound_c})")
        conditions += [f"{i}>={low}" for i, low in least.items()]
        if free:
            conditions.append("+".join(c for _, c in vector))
        where = ""
        if self.random() < 0.6:
            names = self.choice([before + [p + "'" for p in before] + amounts, before, amounts or before])
            text, condition = self.condition(names, 1)
            where = f" where {text}"
            conditions.append(condition)
        text = "(" + ", ".join(text for text, _ in vector) + ")" + ranges + where
        return Family(text, amounts + free, [c for _, c in vector], "&&".join(f"({c})" for c in conditions) or "1")


class Family:
    def __init__(self, text, amounts, takes, condition):
        self.text, self.amounts, self.takes, self.condition = text, amounts, takes, condition


class Game:
    def __init__(self, draw):
        self.piles = draw.choice([1, 2, 2, 2, 2, 2, 2, 3, 3, 4])
        draw.all_piles = PILES[:self.piles]
        self.order = draw.choice(["inline", "inline", "inline", "unordered", "sorted"]) if self.piles > 1 else "inline"
        families = []
        if draw.random() < 0.7:
            for pile in range(1 if self.order == "unordered" else self.piles):
                vector = ["i" if p == pile else "0" for p in range(self.piles)]
                families.append(Family(f"({', '.join(vector)})", ["i"], vector, "i>=1"))
        families += [draw.family(self.piles) for _ in range(draw.choice([1, 1, 2, 3]))]
        draw.shuffle(families)
        self.families = families
        # Only positions of which this holds are on the board; of piles that are not ordered x is the smallest.
        self.on_board = draw.condition(list(PILES[:self.piles]), 1) if draw.random() < 0.08 else None
        said = draw.choice([""] * 5 + ["misere", "block", "block", "end", "pass", "misere end", "misere pass", "block pass", "block end"])
        self.misere, self.passes = "misere" in said, "pass" in said
        self.block = draw.choice([2, 3, 4, 6]) if "block" in said else 1
        end = tuple(draw.randrange(9) for _ in range(self.piles))
        self.ends = sorted(set(itertools.permutations(end))) if "end" in said else []
        self.side = SIDES[self.piles]
        # Families that cannot be blocked.
        self.free = {f for f in families if draw.random() < 0.4} if self.block > 1 and draw.random() < 0.4 else set()
        if self.order == "inline" and not self.free:
            statements = [" ".join(f.text for f in families)]
        else:
            order = "ordered" if self.order == "inline" else self.order
            names = (" <= " if self.order == "sorted" else ", ").join(PILES[:self.piles])
            statements = [f"piles {order} {names}"] + [f"move f{n}: {f.text}" for n, f in enumerate(families)]
        if self.on_board:
            statements.append(f"position where {self.on_board[0]}")
        if self.free and len(self.free) < len(families):
            statements.append(f"block {self.block} of " + ", ".join(f"f{n}" for n, f in enumerate(families) if f not in self.free))
            self.said_block = True
        else:
            self.free, self.said_block = set(), False
        self.text = "; ".join(statements)

    def spec(self):
        block = ["--block", str(self.block)] if self.block > 1 and not self.said_block else []
        ends = [word for end in self.ends for word in ("--terminal", ",".join(map(str, end)))]
        return [self.text] + ["--misere"] * self.misere + block + ends + ["--pass"] * self.passes

    def in_c(self, number):
        """Fills the box in the order of its cells, first without the pass and then with it, and prints outcomes and values."""
        piles, side = self.piles, self.side
        cell = [f"q{p}" for p in range(piles)]
        moves = []
        orders = itertools.permutations(range(piles)) if self.order == "unordered" else [range(piles)]
        # What cannot be blocked is tried first: an option that can be reached so is none that can be blocked.
        families = sorted(self.families, key=lambda f: f not in self.free)
        for family, order in itertools.product(families, list(map(list, orders))):
            names = "".join(f"L {PILES[c]} = q{order[c]};" for c in range(piles))
            loops = "".join(f"for (L {a} = 0; {a} <= SIDE; {a}++) {{" for a in family.amounts)
            takes = "".join(f"L take{c} = {take};" for c, take in enumerate(family.takes))
            enough = "&&".join(f"take{c} <= {PILES[c]}" for c in range(piles))
            # What is taken grows with the innermost amount.
            check = f"if (!({enough})) break;" if family.amounts else ""
            left = "".join(f"L {PILES[c]}_left = {PILES[c]} - take{c};" for c in range(piles))
            there = [f"{PILES[order.index(p)]}_left" for p in range(piles)]
            moves.append(f"{{ {names} {loops} {takes} {check} if ({enough}) {{ {left} if ({family.condition}) {{"
                         f"L to[] = {{{', '.join(there)}}}; long weight = {self.block if family in self.free else 1}; MOVE }} }} "
                         f"{'}' * len(family.amounts)} }}")
        is_end = "||".join("(" + "&&".join(f"q{p} == {end[p]}" for p in range(piles)) + ")" for end in self.ends) or "0"
        is_sorted = "&&".join(f"q{p} <= q{p + 1}" for p in range(piles - 1)) if self.order == "sorted" else "1"
        index = "0"
        for p in range(piles):
            index = f"({index}) * SIDE + to[{p}]"
        sort = f"for (int i = 0; i < {piles}; i++) for (int j = 0; j + 1 < {piles}; j++) if (to[j] > to[j + 1]) {{ L t = to[j]; to[j] = to[j + 1]; to[j + 1] = t; }}"
        # Options are counted by places on the board, also where piles are sorted afterwards.
        move = (f"long place = {index}; {sort if self.order == 'sorted' else ''} long at = {index};"
                "if (place == here) still = 1; else if (been[place] != now && BOARD(to)) { been[place] = now; moves++; lost += weight * P[with * CELLS + at];"
                " if (!with) value[G[at]] = now; }")
        in_order = sort.replace("to[", "at[") if self.order == "unordered" else ""
        names = "".join(f"L {PILES[p]} = at[{p}];" for p in range(piles))
        board = (f"static int board{number}(const L *to) {{ L at[] = {{{', '.join(f'to[{p}]' for p in range(piles))}}}; "
                 f"{in_order} {names} return {self.on_board[1] if self.on_board else 1}; }}")
        outcome = "moves && !lost" if self.misere else f"lost < {self.block}"
        return f"""
#define SIDE {side}
#define CELLS {side ** piles}L
#define MOVE {move}
#define BOARD board{number}
{board}
static void game{number}(FILE *out) {{
  char *P = calloc(2 * CELLS, 1); int *G = calloc(CELLS, sizeof *G);
  long *been = calloc(CELLS, sizeof *been), *value = calloc(4 * CELLS + 9, sizeof *value), now = 0;
  int still = 0; /* whether a move takes nothing, which is a mistake */
  for (int with = 0; with < {1 + self.passes}; with++)
  {' '.join(f'for (L {q} = 0; {q} < SIDE; {q}++)' for q in cell)} {{
    L to[] = {{{', '.join(cell)}}}; long here = {index}, lost = 0, moves = 0; now++;
    if (!({is_sorted}) || !BOARD(to)) continue;
    if (!({is_end})) {{ {' '.join(moves)} }}
    if (with && moves && P[here]) lost += {self.block}; /* to pass is never blocked */
    P[with * CELLS + here] = {outcome};
    if (!with) {{ int m = 0; while (value[m] == now) m++; G[here] = m; }}
  }}
  for (long c = 0; c < CELLS; c++) fputc('0' + P[{int(self.passes)} * CELLS + c], out);
  fprintf(out, " %d\\n", still);
  for (long c = 0; c < CELLS; c++) fprintf(out, "%d ", G[c]);
  fputc('\\n', out);
  free(P), free(G), free(been), free(value);
}}
#undef SIDE
#undef CELLS
#undef MOVE
#undef BOARD
"""


def brute(games, folder):
    """For each game the outcomes and the values of its box, and whether a move takes nothing."""
    source = PRELUDE + "".join(game.in_c(i) for i, game in enumerate(games))
    source += f"int main(void) {{ {' '.join(f'game{i}(stdout);' for i in range(len(games)))} return 0; }}\n"
    (folder / "games.c").write_text(source)
    subprocess.run(["cc", "-O1", "-w", "-fwrapv", "-o", folder / "games", folder / "games.c"], check=True)
    lines = subprocess.run([folder / "games"], capture_output=True, text=True, check=True).stdout.split("\n")
    games = [(lines[2 * i].split(), lines[2 * i + 1]) for i in range(len(games))]
    return [(outcomes, list(map(int, values.split())), still == "1") for (outcomes, still), values in games]


class Comparison:
    def __init__(self, wyt, folder, draw, slow):
        self.wyt, self.folder, self.draw, self.slow = wyt, folder, draw, slow
        self.counts = dict.fromkeys(["P-lists", "first", "positions", "values", "tables", "slow", "false"], 0)

    def say(self, what, line, more=""):
        print(f"{what}: wyt {shlex.join(line)} {more}", flush=True)

    def false(self, line, more=""):
        self.counts["false"] += 1
        self.say("FALSE", line, more)

    def run(self, *line):
        """What a command prints, or nothing where it is refused or reaches its limit."""
        begun = time.monotonic()
        ended = subprocess.run([self.wyt, *line, "--quiet", "--threads", "1", "--time", "30"], capture_output=True, text=True, check=False)
        if ended.returncode not in (0, 1, 2, 3) or "panicked" in ended.stderr:
            self.false(line, ended.stderr[:200])
        if time.monotonic() - begun > self.slow:
            self.counts["slow"] += 1
            self.say(f"slow ({time.monotonic() - begun:.1f} s)", line, "" if ended.returncode == 0 else ended.stderr.split("\n")[0])
        return ended.stdout if ended.returncode == 0 else None

    def asked(self, *line):
        text = self.run(*line, "--json")
        return None if text is None else json.loads(text)

    def game(self, game, outcomes, values, still):
        cells = list(itertools.product(range(game.side), repeat=game.piles))
        lost = {cell for cell, outcome in zip(cells, outcomes) if outcome == "1"}
        in_order = {cell for cell in lost if list(cell) == sorted(cell)}
        symmetric = all(other in lost for cell in lost for other in itertools.permutations(cell))
        spec = game.spec()
        line = ["p", *spec, "--below", str(game.side)]
        answer = self.asked(*line)
        if answer is None:
            return
        if still:
            return self.false(line, "has an answer, although a move takes nothing")
        self.counts["P-lists"] += 1
        listed = [tuple(p) if isinstance(p, list) else (p,) for p in answer["positions"]]
        if set(listed) != lost and not (symmetric and set(listed) == in_order):
            return self.false(line, f"first at {min(set(listed) ^ lost)}")
        self.first(game, spec, listed)
        for position in self.draw.sample(cells, 3):
            self.position(game, spec, tuple(sorted(position)) if game.order == "sorted" else position, lost)
        plain = game.block == 1 and not game.passes and not game.misere
        if plain and game.order != "sorted":
            line = ["grundy", *spec, "--size", str(game.side)]
            if (answer := self.asked(*line)) is not None:
                self.counts["values"] += 1
                flat = answer["values"]
                for _ in range(game.piles - 1):
                    flat = [value for row in flat for value in row]
                if flat != values:
                    self.false(line, f"first at {cells[next(c for c in range(len(cells)) if flat[c] != values[c])]}")
        if self.draw.random() < 0.4:
            self.table(game, spec, plain)

    def first(self, game, spec, listed):
        number = self.draw.choice([3, 10, 40])
        line = ["p", *spec, "--first", str(number)]
        answer = self.asked(*line)
        if answer is None:
            return
        self.counts["first"] += 1
        first = [tuple(p) if isinstance(p, list) else (p,) for p in answer["positions"]]
        seen = [p for p in first if max(p) < game.side]
        if first != sorted(first) or len(first) < number or seen != [p for p in sorted(listed) if p <= first[-1]]:
            self.false(line)

    def position(self, game, spec, position, lost):
        line = ["solve", *spec, ",".join(map(str, position))] + ["--all"] * (self.draw.random() < 0.3)
        answer = self.asked(*line)
        if answer is None:
            return
        self.counts["positions"] += 1
        if (answer["outcome"] == "P") != (position in lost):
            self.false(line)
        for move in [] if game.passes or game.block > 1 else answer.get("moves", []):
            to = tuple(move) if isinstance(move, list) else (move,)
            if not lost & set(itertools.permutations(to)):
                self.false(line, f"moves to {to}")

    def table(self, game, spec, plain):
        side = str(min(game.side, 60 if game.piles < 3 else 12))
        values = plain and self.draw.random() < 0.4
        file = self.folder / "table"
        if self.run("export", *spec, "--size" if values else "--below", side, "--format", "table", "-o", str(file), "--force") is None:
            return
        self.counts["tables"] += 1
        line = ["check", str(file)]
        if self.run(*line) is None:
            return self.say("not accepted", ["export", *spec, "--size" if values else "--below", side, "--format", "table"])
        lines = file.read_text().split("\n")
        positions = [at for at, text in enumerate(lines) if re.fullmatch(r"\d+(,\d+)*", text)]
        if not values and positions:
            del lines[self.draw.choice(positions)]
            file.write_text("\n".join(lines))
            if self.run(*line) is not None:
                self.false(["export", *spec, "--below", side], "is accepted with a line taken out")


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("wyt")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int, default=300)
    asked.add_argument("--slow", type=float, default=5)
    asked = asked.parse_args()
    draw = Draw(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(str(Path(asked.wyt).resolve()), Path(folder), draw, asked.slow)
        for begun in range(0, asked.games, 12):
            games = [Game(draw) for _ in range(min(12, asked.games - begun))]
            for game, found in zip(games, brute(games, Path(folder))):
                comparison.game(game, *found)
    print(f"{asked.games} games: " + ", ".join(f"{count} {what}" for what, count in comparison.counts.items()))
    sys.exit(comparison.counts["false"] > 0)


if __name__ == "__main__":
    main()
