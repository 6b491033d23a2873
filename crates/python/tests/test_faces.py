"""What the command line can do, Python can: numbers, designs, the ledger, proofs with questions, play."""

import math
import pickle
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import wythoff as w
from wythoff import numbers

COMMANDS = {
    "games": w.games,
    "show": w.Game.describe,
    "p": w.Game.p,
    "grundy": (w.Game.grundy, w.Game.value),
    "palace": w.Game.palace,
    "periods": w.Game.periods,
    "solve": w.Game.solve,
    "moves": (w.Game.moves, w.Game.legal),
    "identify": w.Game.identify,
    "compare": w.Game.compare,
    "play": w.Game.play,
    "plot": w.Game.plot,
    "check": w.check,
    "export": w.Game.export,
    "oeis": (w.Game.oeis, w.oeis),
    "sweep": w.sweep,
    "discover": (w.Game.discover, w.discover, w.Game.theorems, w.family),
    "prove": w.Game.prove,
    "design": (w.design_beatty, w.design_pairs, w.Game.adjoin, w.Game.remove),
    "seq": (numbers.seq, numbers.term),
    "array": (numbers.array, numbers.entry, numbers.axioms, numbers.fractal),
    "word": (numbers.word, numbers.letter),
    "rep": (numbers.rep, numbers.value, numbers.shift, numbers.trailing_zeros),
    "beatty": (numbers.beatty, numbers.beatty_term, numbers.cover, numbers.splitting, numbers.spectrum),
    "slope": numbers.slope,
    "eval": numbers.evaluate,
    "claim": w.claims,
    "claims": w.claims,
    "verify": (w.verify, w.errata),
    "serve": None,  # a page of its own
    "completions": None,  # of a shell
}


def test_every_command_has_its_function():
    main = (Path(__file__).parents[2] / "wyt" / "src" / "main.rs").read_text()
    listed = main.split("enum Command {", 1)[1].split("\n}\n", 1)[0]
    commands = {name.lower() for name in re.findall(r"^    ([A-Z]\w*)[ (]", listed, re.MULTILINE)}
    assert commands == set(COMMANDS)


def test_numbers_are_those_of_the_definitions():
    def phi(n):
        return (n + math.isqrt(5 * n * n)) // 2

    assert numbers.seq("lower-wythoff", 50) == [phi(n) for n in range(1, 51)]
    far = 10**3000
    assert numbers.term("lower-wythoff", far) == numbers.beatty_term("(1+sqrt(5))/2", far) == phi(far)
    assert numbers.beatty_index("(1+sqrt(5))/2", phi(far)) == far
    huge = 10**6000  # more digits than Python writes by default
    assert numbers.beatty_index("(1+sqrt(5))/2", numbers.beatty_term("(1+sqrt(5))/2", huge)) == huge
    digits = numbers.rep("zeckendorf", 10**50)
    assert numbers.value("zeckendorf", digits) == 10**50 and "11" not in digits
    assert numbers.shift("base 10", 123, 2) == 12300 and numbers.trailing_zeros("base 2", 96) == 5
    assert numbers.word("fibonacci", 5)[0] == numbers.letter("fibonacci", 1)
    assert numbers.beatty(Fraction(7, 3), first=3).first == [2, 4, 7]
    assert numbers.evaluate("floor(n/3)", {"n": "7..9"}) == [((7,), (2,)), ((8,), (2,)), ((9,), (3,))]
    assert {row["name"] for kind in ("sequences", "arrays", "words", "systems") for row in numbers.names(kind)}
    assert numbers.spectrum([1, 3, 4, 6, 8, 9]).spectrum and not numbers.spectrum([1, 5, 6]).spectrum


def test_designs_and_changes_of_moves():
    made = [design for design in w.design_pairs(w.Game("t-wythoff", t=2).p(first=40)) if "spec" in design]
    assert made
    for design in made:
        game = w.Game(design.spec)
        assert game.p(below=30).tolist() == w.Game("t-wythoff", t=2).p(below=30).tolist()
    game = w.Game("wythoff")
    assert not game.adjoin((1, 2)).adjoinable and game.adjoin((2, 4)).adjoinable
    assert [1, 2] in game.adjoin(below=50).not_adjoinable
    assert game.remove((0, 1)).needed_at == (0, 1) and game.remove(below=30).moves


def test_a_proof_with_questions(tmp_path):
    game = w.Game("wythoff")
    asked = game.prove(implies=["exists unique y: P(x, y)", "P(x, x) => x == 0"], redundant=True)
    assert asked and [found["holds"] for found in asked.theorems] == [True, True] and asked.redundant["moves"]
    assert len(asked.certificates) >= 2 and all(w.check(text=text) for text in asked.certificates)
    assert "\\begin{theorem}" in game.prove(latex=True).latex
    assert game.prove(candidate="x == y").counterexample == [1, 1]
    assert game.prove(same_as="(i,0) (0,i) (i,i) (2,4) (4,2)").verdict == "proved"
    path = tmp_path / "set.cert"
    path.write_text(game.prove().certificate)
    assert w.Game("(i,0) (0,i) (i,i) (2,4) (4,2)").prove(candidate=path)
    walnut = tmp_path / "walnut"
    assert game.prove(walnut=walnut) and any(walnut.rglob("*.txt"))
    with pytest.raises(FileExistsError):
        game.prove(walnut=walnut)
    coq = tmp_path / "coq"
    assert game.prove(coq=coq) and any(coq.rglob("*.v"))
    with pytest.raises(w.WythoffError):
        game.prove(candidate="@/etc/passwd")


def test_rows_of_values():
    game = w.Game("wythoff")
    table = game.grundy(4, 200).astype(np.int64)
    for row in game.periods(range(4)):
        far = table[row.row, row.preperiod :]
        assert (far[row.period :] - far[: -row.period] == row.period).all()
        assert row.preperiod == 0 or table[row.row, row.preperiod - 1 + row.period] - table[row.row, row.preperiod - 1] != row.period
    blocked = w.Game("wythoff", block=3)
    seen, cells = blocked.palace(20), blocked.palace(20, automaton=True)
    assert (seen - 3 == cells).all() and seen.answer.data["k"] == 3
    lost = {tuple(position) for position in np.argwhere(seen < 3).tolist()}
    assert {p for p in lost if p[0] <= p[1]} == {tuple(p) for p in blocked.p(below=20).tolist()}
    assert len(game.discover(grundy=(4, 60))) and len(w.discover([n * n for n in range(1, 40)]))


def test_the_ledger():
    rows = w.claims()
    assert len(rows) > 600 and len({row.id for row in rows}) == len(rows)
    assert {row.paper for row in w.claims("LEX")} >= {"LEX"} and sum(rows.counts.values()) == len(rows)
    found = w.verify("LEX-T13", "WYF-T9", size="small")
    assert [row.id for row in found] == ["LEX-T13", "WYF-T9"] and all(row.as_recorded for row in found)
    assert pickle.loads(pickle.dumps(found)) == found and "LEX-T13" in found._repr_html_()
    with pytest.raises(w.WythoffError, match="did you mean `LEX-T1"):
        w.verify("LEX-T13x")
    with pytest.raises(w.WythoffError, match="there is no paper"):
        w.verify(paper="XYZ")
    with pytest.raises(ValueError):
        w.verify("LEX-T13", size="huge")


def test_documents(tmp_path):
    w.verify("LEX-T13", size="small", report=tmp_path / "report.md")
    assert "LEX-T13" in (tmp_path / "report.md").read_text()
    with pytest.raises(ValueError):
        w.verify("LEX-T13", report=tmp_path / "report.pdf")


def test_play_is_perfect_and_pickled():
    game = w.Game("wythoff")
    match = game.play((12, 15), second=True)
    assert match.rounds[0]["mover"] == "program" and game.outcome(match.position) == "P"
    match.move((match.position[0], 0) if match.position[0] else (0, 0))
    again = pickle.loads(pickle.dumps(match))
    assert again.position == match.position and again.rounds == match.rounds
    assert match.turn.turn in ("over", "move") and match.review().summary
    assert match.take_back() and len(match.rounds) == 1
    with pytest.raises(w.WythoffError, match="not allowed"):
        match.move((99, 99))
    with pytest.raises(w.WythoffError):
        game.play((3, 5), level=101)
    assert "Match(" in repr(match) and match._repr_html_()
    assert w.Game("wythoff", block=2).play((3, 3)).turn.turn in ("move", "block")
    far = game.play((10**3000, 7))
    assert far.hint().moves == [(4, 7)] and len(repr(far)) < 1000
    far.move(far.hint().moves[0])
    assert far.rounds[0]["from"] == (7, 10**3000)


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (TypeError, lambda: numbers.seq("lower-wythoff", 2.5)),
        (ValueError, lambda: numbers.seq("lower-wythoff", -1)),
        (ValueError, lambda: numbers.seq("no-such")),
        (TypeError, lambda: numbers.term("lower-wythoff", float("nan"))),
        (TypeError, lambda: numbers.beatty(1.5)),
        (TypeError, lambda: numbers.rep("zeckendorf", True)),
        (ValueError, lambda: numbers.rep("zeckendorf", -1)),
        (ValueError, lambda: numbers.evaluate("n +", {"n": 3})),
        (ValueError, lambda: numbers.evaluate("n", {"n": range(0)})),
        (MemoryError, lambda: numbers.seq("lower-wythoff", 10**15)),
        (ValueError, lambda: numbers.names("games")),
        (OverflowError, lambda: w.discover([10**30])),
        (TypeError, lambda: w.discover([1.0, 2.0])),
        (TypeError, lambda: w.design_pairs([(1, 2.5)])),
        (FileNotFoundError, lambda: w.oeis([1, 2, 3], "/nowhere/at.all")),
        (ValueError, lambda: w.Game("wythoff").periods(range(0))),
        (TypeError, lambda: w.Game("wythoff").periods(2.5)),
        (ValueError, lambda: w.Game("wythoff").palace(2, 3, 4)),
        (ValueError, lambda: w.Game("t-wythoff", t=2).palace(4, automaton=True)),
        (FileNotFoundError, lambda: w.Game("wythoff").prove(candidate=Path("/nowhere/at.all"))),
        (TypeError, lambda: w.Game("wythoff").adjoin((1, 2.0))),
        (AttributeError, lambda: numbers.slope(1, 2).nothing),
    ],
)
def test_wrong_input_is_an_exception(kind, wrong):
    with pytest.raises(kind):
        wrong()


def test_a_sequence_by_its_terms_is_found(tmp_path):
    path = tmp_path / "stripped"
    path.write_text("A000290 ,0,1,4,9,16,25,36,49,64,81,100,\nA005408 ,1,3,5,7,9,11,13,15,17,19,21,\n")
    found = {(match["id"], match["change"]) for match in w.oeis([n * n for n in range(12)], path)}
    assert ("A000290", "as it is") in found and ("A005408", "its differences") in found
