"""Runs the sweeps of the atlas and writes their tables and pages: `python docs/atlas/build.py [NAME]`.

Needs the wheel (`pip install ./crates/python`) and pyarrow.
"""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import wythoff as w

HERE = Path(__file__).parent

SWEEPS = {
    "wythoff-plus-vector": {
        "games": "(i,0) (0,i) (i,i) ({a},{b}) ({b},{a})",
        "ranges": {"a": "1..12", "b": "a..12"},
        "ask": ["slopes first=2000", "same-p of=wythoff", "prove"],
        "each": 60,
    },
    "nim-plus-ray": {
        "games": "(i,0) (0,i) ({p}i,{q}i)",
        "ranges": {"p": "1..12", "q": "1..12"},
        "ask": ["same-grundy size=256 of=(i,0) (0,i)", "same-p of=(i,0) (0,i)"],
        "each": 60,
    },
}


def run(name, store):
    """The frame of a sweep; rows that are in the store are not computed again."""
    asked = SWEEPS[name]
    return w.sweep(asked["games"], asked["ranges"], ask=asked["ask"], each=asked["each"], store=store)


def command(name):
    """The same sweep as it is typed."""
    asked = SWEEPS[name]
    ranges = " ".join(f"--for {name}={values}" for name, values in asked["ranges"].items())
    ask = " ".join(f"--ask '{question}'" for question in asked["ask"])
    return f"wyt sweep '{asked['games']}' {ranges} \\\n  {ask} --each {asked['each']} -o out"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def decimal(fraction):
    """The first digits of a fraction, cut and not rounded: exact arithmetic."""
    above, below = map(int, fraction.split("/"))
    digits = above * 10_000 // below
    return f"{digits // 10_000}.{digits % 10_000:04d}"


def beams(found):
    if not isinstance(found, list) or not found:
        return "–"
    return ", ".join(f"{decimal(b['from'])} … {decimal(b['to'])}" for b in found)


def has(value):
    """Whether a cell of the frame has a value."""
    return value is not None and value == value and str(value) != "<NA>"


def proof(row):
    if row["prove.verdict"] == "proved" and row["prove.kind"] == "automaton":
        return f"{row['prove.states']} states, {row['prove.numeration']}"
    if row["prove.verdict"] == "proved":
        return f"transducer, {row['prove.states']} states"
    return "not found" if has(row["prove.verdict"]) else f"not within the {row.get('prove.limit')} allowed"


def wythoff_plus_vector(frame):
    verdict, first = "same-p of=wythoff.verdict", "same-p of=wythoff.first"
    same = frame[frame[verdict] == "proved"]
    other = frame[frame[verdict] == "refuted"]
    rest = frame[~frame[verdict].isin(["proved", "refuted"])]
    pairs = lambda rows: " ".join(f"({a},{b})" for a, b in zip(rows["a"], rows["b"])) or "none"
    proved = other[other["prove.verdict"] == "proved"]
    single = all(len(found) == 1 for found in frame["slopes first=2000.beams"])
    spread = "Every game has one, about the golden ratio 1.6180…" if single else "Wythoff's is at the golden ratio, 1.6180…"
    rows = [
        (
            f"({row['a']},{row['b']})",
            {"proved": "yes, proved", "refuted": f"no: ({', '.join(map(str, row[first] or []))})"}.get(row[verdict], "open"),
            beams(row["slopes first=2000.beams"]),
            proof(row),
        )
        for _, row in frame.iterrows()
    ]
    return f"""# Wythoff plus one vector (a,b), 1 <= a <= b <= 12

Wythoff's game with one more move: take a from one pile and b from the other. {len(frame)} games, a row each, in
[wythoff-plus-vector.parquet](wythoff-plus-vector.parquet).

```
{command("wythoff-plus-vector")}
```

**The P-positions are Wythoff's for {len(same)} of them**, decided for all positions: {pairs(same)}.
For {len(other)} they are not; the table says a position where the two games differ. Open: {pairs(rest)}.

A vector changes nothing exactly if no two P-positions of Wythoff's game differ by it, in either order of the piles; so for the
first kind the automaton of Wythoff's game is proved to be right for the new rules too, and for the second a pair of
P-positions is found.

Of the {len(other)} others {len(proved)} are proved for all positions: a transducer that reads the P-positions one after the other,
with a certificate that `wyt check` accepts. For the rest the search ended without a verdict.

Beams: where the ratios y/x of the far half of the first 2,000 P-positions lie, cut after four digits. {spread}

{table(["vector", "P as Wythoff's", "beams", "proof"], rows)}
"""


def nim_plus_ray(frame):
    same, first = (f"same-grundy size=256 of=(i,0) (0,i).{field}" for field in ("same", "first"))
    twos = lambda n: (n & -n).bit_length() - 1
    exact = all(bool(s) == (twos(p) != twos(q)) for p, q, s in zip(frame["p"], frame["q"], frame[same]))
    if not exact:
        raise SystemExit("the Grundy values are not as the theorem says")
    grid = {(row["p"], row["q"]): row for _, row in frame.iterrows()}
    side = range(1, 13)
    square = [[f"**{p}**"] + ["=" if grid[p, q][same] else f"{','.join(map(str, grid[p, q][first]))}" for q in side] for p in side]
    head = ["p, q"] + [f"**{q}**" for q in side]
    count = int(frame[same].sum())
    lost = "same-p of=(i,0) (0,i).verdict"
    proved = int((frame[lost] == "proved").sum())
    refuted = int((frame[lost] == "refuted").sum())
    return f"""# Nim plus one ray (p,q), p, q <= 12

Nim on two piles with one more kind of move: take p·i from the first pile and q·i from the second, i >= 1. {len(frame)} games, a row
each, in [nim-plus-ray.parquet](nim-plus-ray.parquet).

```
{command("nim-plus-ray")}
```

**Theorem.** Let p, q >= 1, and let v(n) be the exponent of 2 in n. The Grundy values of Nim with the ray (p,q) are those of Nim,
G(x,y) = x xor y for all x and y, if and only if v(p) and v(q) differ.

*If they differ.* Let i >= 1 and say v(p) < v(q); put v = v(p·i) = v(p) + v(i) < v(q·i). Taking p·i from x changes bit v of x and no
lower bit, since p·i has bit v set and nothing below it; taking q·i from y changes no bit up to v. So bit v of the nim-sum
changes: no move along the ray leads to a position with the same nim-sum. The options of (x,y) in Nim have every smaller
nim-sum and not x xor y itself; by induction on x + y the options of the new game have these values, some others, and
not x xor y either. Hence G(x,y) = x xor y. The other case is the same with the piles exchanged. ∎

*If they are equal.* Write p = 2^v p', q = 2^v q' with p' and q' odd, and take k with 2^k > p' and 2^k > q'. Put
a = (2^k - 1 - p')/2 and b = (2^k - 1 - q')/2, integers from 0 on. Then a + p' = (2^k - 1) - a, so that a xor (a + p') = 2^k - 1, and
in the same way b xor (b + q') = 2^k - 1. Hence (a + p') xor (b + q') = a xor b: with i = 1 the ray leads from
(2^v (a + p'), 2^v (b + q')) to (2^v a, 2^v b), which has the same nim-sum. A position and an option of it never have the same
Grundy value, so the values are not all those of Nim. ∎

The sweep agrees: on 256 x 256 the values are Nim's for exactly the {count} pairs with v(p) != v(q). In the table `=` says so; for
the others it says where the values differ first, by the larger pile and then in lexicographic order; v(p) = v(q) in all of them.

Whether at least the P-positions stay those of Nim (x = y) was asked of the prover: proved for {proved} pairs, refuted for
{refuted}. A ray joins two positions with equal piles only if p = q.

{table(head, square)}
"""


PAGES = {"wythoff-plus-vector": wythoff_plus_vector, "nim-plus-ray": nim_plus_ray}


def main():
    for name in sys.argv[1:] or SWEEPS:
        with TemporaryDirectory() as folder:
            frame = run(name, folder)
            shutil.copy(Path(folder) / "rows.parquet", HERE / f"{name}.parquet")
        (HERE / f"{name}.md").write_text(PAGES[name](frame), encoding="utf-8")
        print(f"{name}: {len(frame)} games")


if __name__ == "__main__":
    main()
