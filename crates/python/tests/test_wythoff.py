"""The wheel as people use it: arrays, huge integers, errors, pickling, interruption."""

import dataclasses
import itertools
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import wythoff as w


def test_arrays_have_the_types_that_are_promised():
    game = w.Game("(i,0) (0,i) (i,i) (1,2) (2,1)")
    positions = game.p(first=1000)
    assert positions.shape == (1000, 2) and positions.dtype == np.int64
    values = game.grundy(50)
    assert values.shape == (50, 50) and values.dtype == np.uint32
    lost = {tuple(p) for p in np.argwhere(values == 0).tolist()}
    assert {tuple(p) for p in positions.tolist() if max(p) < 50} == {p for p in lost if p[0] <= p[1]}
    assert positions.answer.evidence.by == "rules" and positions[3:].answer is positions.answer


def test_tables_are_handed_over_without_a_copy():
    for array in (w.Game("wythoff").grundy(300), w.Game("wythoff").p(first=1000)):
        owner = array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        # The memory belongs to the vector that was computed, not to numpy.
        assert not owner.flags.owndata and owner.base is not None


def test_integers_of_any_size_go_in_and_out():
    game = w.Game("wythoff")
    # The golden ratio to 30,000 digits: (a, floor(a phi)) is lost.
    n = 10**30_000
    root = _root(5 * n * n)
    a = (n + root) // 2
    assert game.outcome((a, a + n)) == "P"
    solved = game.solve((a, a + n + 1))
    assert solved.outcome == "N" and game.outcome(solved.moves[0]) == "P"
    assert all(isinstance(pile, int) for pile in solved.moves[0])
    assert len(repr(solved)) < 3000 and len(solved._repr_html_()) < 6000
    assert pickle.loads(pickle.dumps(solved)) == solved
    assert game.solve((np.int64(6), np.uint8(10))).outcome == "P"


def _root(n):
    x = 1 << ((n.bit_length() + 1) // 2)
    while True:
        y = (x + n // x) // 2
        if y >= x:
            return x
        x = y


def test_answers_and_games_are_pickled():
    game = w.Game("t-wythoff", t=3, misere=True)
    again = pickle.loads(pickle.dumps(game))
    assert again == game and (again.p(first=20) == game.p(first=20)).all()
    answers = [
        game.solve((3, 5)),
        game.p(first=3).answer,
        game.legal((3, 5), (3, 4)),
        game.discover(below=100),
        w.Game("wythoff").prove(),
        game.describe(),
        game.identify(),
        game.compare(w.Game("wythoff"), 10),
    ]
    for answer in answers:
        back = pickle.loads(pickle.dumps(answer))
        assert back == answer and type(back) is type(answer)
        assert isinstance(answer.evidence, w.Evidence) and str(answer.evidence)
        assert 0 < len(repr(answer)) < 4000 and 0 < len(answer._repr_html_()) < 10_000
    table = pickle.loads(pickle.dumps(game.p(first=5)))
    assert isinstance(table, w.Table) and table.answer.game == "t-wythoff" and (table == game.p(first=5)).all()
    picture = pickle.loads(pickle.dumps(game.plot(below=20)))
    assert picture.svg == game.plot(below=20).svg
    with pytest.raises(w.WythoffError) as error:
        w.Game("whythoff")
    back = pickle.loads(pickle.dumps(error.value))
    assert type(back) is w.WythoffError and back.hints == error.value.hints


def test_conventions_and_parameters():
    assert w.Game("wythoff", block=2).p(below=4).tolist() == w.Game("blocking-wythoff", k=2).p(below=4).tolist()
    assert w.Game("wythoff", terminal=[(1, 2)]).outcome((1, 2)) == "P"
    assert w.Game("wythoff", passing=True).outcome((0, 0)) == "P"
    assert w.Game("wyt-k", K=[1, 2, 4]) == w.Game("wyt-k", K="1, 2, 4")
    assert w.Game("subtraction", v=[(1, 2), (2, 1)]).outcome((1, 2)) == "N"
    assert w.Game("wyt-f", f="k^2+9").p(below=30).tolist() == [[0, 0], [1, 10], [2, 20]]


def test_lazy_listing_goes_on_without_end_and_is_the_same():
    for text in ("wythoff", "(i,0) (0,i) (i,i) (2i,3i)", "(i,0) (0,i) (k,l) where |k - l| < 3 and k + l < 50"):
        game = w.Game(text)
        some = list(itertools.islice(game.p(lazy=True), 40_000))
        assert some == [tuple(p) for p in game.p(first=40_000).tolist()]
    chunks = list(w.Game("wythoff").p(below=1000, lazy=True).chunks(100))
    assert np.concatenate(chunks).tolist() == w.Game("wythoff").p(below=1000).tolist()
    assert next(iter(w.Game("wythoff").p(lazy=True, skip=5))) == (8, 13)
    # More than any memory, and only the start is paid for.
    assert next(iter(w.Game("wythoff", memory=1 << 20).p(first=10**15, lazy=True))) == (0, 0)


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (TypeError, lambda: w.Game(7)),
        (ValueError, lambda: w.Game("wythoff").p()),
        (ValueError, lambda: w.Game("wythoff").p(first=3, below=3)),
        (ValueError, lambda: w.Game("wythoff").p(first=-1)),
        (TypeError, lambda: w.Game("wythoff").p(first=2.0)),
        (TypeError, lambda: w.Game("wythoff").p(first=float("nan"))),
        (OverflowError, lambda: w.Game("wythoff").p(below=10**30)),
        (ValueError, lambda: w.Game("wythoff").solve((1, -2))),
        (TypeError, lambda: w.Game("wythoff").solve((1, 2.5))),
        (TypeError, lambda: w.Game("wythoff").solve(np.array([1.0, 2.0]))),
        (TypeError, lambda: w.Game("wythoff").solve((1, float("nan")))),
        (TypeError, lambda: w.Game("wythoff").solve((1, True))),
        (TypeError, lambda: w.Game("wythoff").solve(None)),
        (TypeError, lambda: w.Game("wythoff").solve({1: 2})),
        (ValueError, lambda: w.Game("wythoff").solve((1, 2, 3))),
        (TypeError, lambda: w.Game("wythoff").grundy(2.5)),
        (ValueError, lambda: w.Game("wythoff").grundy(-1)),
        (ValueError, lambda: w.Game("wythoff").grundy()),
        (ValueError, lambda: w.Game("wythoff").grundy(2, 3, 4)),
        (w.WythoffError, lambda: w.Game("whythoff")),
        (w.WythoffError, lambda: w.Game("(i,0) (0,")),
        (TypeError, lambda: w.Game("relaxed", alpha=1.5)),
        (TypeError, lambda: w.Game("t-wythoff", t=float("nan"))),
        (ValueError, lambda: w.Game("wyt-f", f='k" x="')),
        (ValueError, lambda: w.Game("wythoff", block=0)),
        (ValueError, lambda: w.Game("wythoff", block="x")),
        (ValueError, lambda: w.Game("wythoff").solve((1, 2), method="guess")),
        (ValueError, lambda: w.Game("wythoff").solve((1, 2), timeout=float("nan"))),
        (ValueError, lambda: w.Game("wythoff").solve((1, 2), timeout=-1)),
        (TypeError, lambda: w.Game("wythoff").solve((1, 2), timeout="soon")),
        (ValueError, lambda: w.Game("wythoff").plot("what")),
        (ValueError, lambda: w.Game("nim", piles=3).plot()),
        (ValueError, lambda: w.Game("wythoff").plot().save("picture.gif")),
        (TypeError, lambda: w.Game("wythoff").compare("maharaja")),
        (ValueError, lambda: w.Game("wythoff").export(below=3, format="what")),
        (ValueError, lambda: w.Game("wythoff").export()),
        (ValueError, lambda: w.Game("wythoff").export(first=3, format="bfile", pile=3)),
        (TypeError, lambda: w.check()),
        (ValueError, lambda: w.check(text="nothing")),
        (FileNotFoundError, lambda: w.check("/nowhere/at.all")),
        (FileNotFoundError, lambda: w.Game("wythoff").oeis("/nowhere/at.all")),
        (FileNotFoundError, lambda: w.Game.from_file("/nowhere/at.all")),
        (ValueError, lambda: w.sweep("nim", ask=["what"])),
        (ValueError, lambda: w.sweep("nim", ask=[])),
        (TypeError, lambda: w.sweep("nim", ask=[3])),
        (ValueError, lambda: w.sweep("{a}", {"b": "1..2"}, ask="prove")),
        (ValueError, lambda: w.sweep(["nim"], {"b": "1..2"}, ask="prove")),
        (ValueError, lambda: w.sweep([w.Game("nim", misere=True)], ask="prove")),
    ],
)
def test_wrong_input_is_an_exception(kind, wrong):
    with pytest.raises(kind):
        wrong()


def test_errors_say_the_place_and_the_hint():
    with pytest.raises(w.WythoffError, match="did you mean `wythoff`") as error:
        w.Game("whythoff")
    assert error.value.message == "there is no game called `whythoff`" and error.value.hints
    with pytest.raises(w.WythoffError) as error:
        w.Game("(i,0) (0,")
    assert "^" in str(error.value) and error.value.place == (9, 9)
    with pytest.raises(w.LimitError) as error:
        w.Game("nimsum-wythoff", piles=3).p(below=4000, timeout=0.2)
    assert "timeout=" in str(error.value)


def test_a_deadline_keeps_what_was_complete():
    with pytest.raises(w.LimitError) as error:
        w.Game("wythoff").p(first=10**8, timeout=0.3, method="theory")
    part = error.value.partial
    assert (part == w.Game("wythoff").p(first=len(part))).all()


def test_what_does_not_fit_is_a_memory_error_with_the_size():
    with pytest.raises(MemoryError, match=r"would need 3\.7 TiB of memory"):
        w.Game("wythoff").grundy(10**6)
    with pytest.raises(MemoryError, match="would need .* of memory"):
        w.Game("wythoff").p(first=10**12)
    with pytest.raises(MemoryError, match="the machine does not have them"):
        w.Game("wythoff", memory=1 << 62).grundy(10**9)
    with pytest.raises(MemoryError, match=r"and 1 MiB are allowed"):
        w.Game("wythoff", memory=1 << 20).grundy(1000)


def test_no_text_reaches_the_disk(tmp_path):
    path = tmp_path / "my.game"
    path.write_text("game mine\npiles unordered x, y\nmove (i, 0)\nmove (i, i)\n")
    for text in (f"@{path}", f"@{path} + nim", f'wyt-f(f="@{path}")', f"@{path}(t=3)"):
        with pytest.raises(w.WythoffError):
            w.Game(text)
    question = f"same-p below=9 of=@{path}"
    assert "file" in w.sweep("wythoff", ask=question).loc[0, f"{question}.error"]
    game = w.Game.from_file(path)
    assert game.outcome((1, 2)) == "P" and pickle.loads(pickle.dumps(game)) == game
    path.write_text("changed")
    assert pickle.loads(pickle.dumps(game)).outcome((1, 2)) == "P"


LONG = {
    "p": "w.Game('nimsum-wythoff', piles=3).p(below=4000)",
    "grundy": "w.Game('wythoff', memory=1 << 40).grundy(30000)",
    "first": "w.Game('wythoff', memory=1 << 40).p(first=10**9)",
    "lazy": "sum(1 for _ in w.Game('wythoff').p(lazy=True))",
    "prove": "w.Game('wythoff', block=6).prove(timeout=600)",
    "discover": "w.Game('nimsum-wythoff', piles=2).discover(below=100000)",
    "plot": "w.Game('nimsum-wythoff', piles=2).plot('grundy', below=12000)",
    "verify": "w.verify(size='deep')",
    "sequence": "w.numbers.seq('lower-wythoff', 10**8)",
    "sweep": "w.sweep('(i,0) (0,i) ({a}i,{b}i)', {'a': '1..99', 'b': '1..99'}, ask='p below=5000', each=100)",
}

INTERRUPTED = """
import signal, sys, time, wythoff as w
w.Game('wythoff').p(first=3)
told = []
def note(*_):
    told.append(time.monotonic())
    raise KeyboardInterrupt
signal.signal(signal.SIGINT, note)
print('on', flush=True)
try:
    {call}
except KeyboardInterrupt:
    print((time.monotonic() - told[0]) * 1000)
"""


@pytest.mark.parametrize("call", LONG.values(), ids=LONG.keys())
def test_control_c_ends_a_long_call(call):
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.format(call=call)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None and child.stdout.readline() == "on\n"
    time.sleep(0.7)
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 0 and out, err
    # From the handler to the exception: 20 ms to hear it and 50 ms of grace; from outside on a loaded machine longer.
    assert float(out) < 100 * _slowness()
    assert time.monotonic() - sent < 20


def _slowness():
    """How much longer than on an idle machine things take here."""
    return max(1.0, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))


def test_other_threads_run_during_a_long_call():
    ticks, over = [], threading.Event()

    def tick():
        while not over.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(w.LimitError):
        w.Game("nimsum-wythoff", piles=3).p(below=4000, timeout=1.0)
    over.set()
    thread.join()
    assert len(ticks) > 20 / _slowness()


def test_a_bar_is_shown_in_a_terminal_and_taken_away(monkeypatch):
    import io

    from wythoff import _progress

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(_progress, "SHOWN_AFTER", 0.0)
    with pytest.raises(w.LimitError):
        w.Game("nimsum-wythoff", piles=3).p(below=4000, timeout=1.0)
    shown = terminal.getvalue()
    assert "s" in shown and shown.endswith("\r\x1b[K")
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    w.Game("wythoff").p(first=10)
    assert sys.stderr.getvalue() == ""


def test_a_bar_is_shown_below_a_cell_and_taken_away(monkeypatch):
    display = pytest.importorskip("IPython.display")
    from wythoff import _progress

    shown = []

    class Handle:
        def update(self, what):
            shown.append(what.data)

    def displayed(what, display_id):
        shown.append(what.data)
        return Handle()

    monkeypatch.setattr(display, "display", displayed)
    monkeypatch.setattr(_progress, "_notebook", lambda: True)
    monkeypatch.setattr(_progress, "SHOWN_AFTER", 0.0)
    with pytest.raises(w.LimitError):
        w.Game("nimsum-wythoff", piles=3).p(below=4000, timeout=1.0)
    assert shown[0].startswith("<progress") and shown[-1] == ""


def test_typed_answers_are_the_json():
    game = w.Game("wythoff")
    answers = [
        game.solve((3, 4)),
        game.legal((3, 4), (1, 2)),
        game.discover(below=60),
        game.prove(),
        game.describe(),
        game.identify(),
        game.periods(range(3)),
        game.compare(w.Game("maharaja")),
        game.same(w.Game("maharaja")),
        w.check(text=game.export(below=8, format="table").decode()),
    ]

    def plain(value):
        if dataclasses.is_dataclass(value):
            value = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        if isinstance(value, dict):
            return {name: plain(item) for name, item in value.items() if item is not None}
        return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value

    for answer in answers:
        typed = {f.name for f in dataclasses.fields(answer)} - {"data", "evidence"}
        assert typed, answer
        for name in typed & set(answer.data):
            assert plain(getattr(answer, name)) == plain(answer.data[name]), (answer, name)
        assert answer.evidence.by == answer.data["by"] and answer.seconds >= 0


@pytest.mark.skipif(sys.platform == "win32", reason="limits of files are those of Unix")
def test_a_full_disk_leaves_no_part_of_a_file(tmp_path):
    code = f"""
import os, resource, signal, wythoff as w
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
try:
    w.Game("wythoff").export(first=10000, path={str(tmp_path / "wythoff.csv")!r})
except OSError as error:
    print(error.strerror, os.listdir({str(tmp_path)!r}))
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.stdout == "File too large []\n", told


def test_what_notebooks_show_is_short():
    game = w.Game("wythoff")
    assert "<svg" in game._repr_html_() and game._repr_svg_().startswith("<svg")
    assert len(game._repr_html_()) < 100_000
    assert w.Game("nim", piles=3)._repr_svg_() is None and "<pre>" in w.Game("nim", piles=3)._repr_html_()
    long = w.Game(" ".join(f"({i},{i + 1}) ({i + 1},{i})" for i in range(1, 400)))
    assert len(long._repr_html_()) < 100_000 and len(repr(long)) < 3000
    assert len(game.p(first=100_000)._repr_html_()) < 3000 and len(repr(game.p(first=100_000))) < 3000
    assert len(game.grundy(500)._repr_html_()) < 10_000
    large = game.plot(below=200_000)
    assert large._repr_svg_() is not None or large._repr_png_()[1:4] == b"PNG"
    assert "|k - l| &lt; t" in w.Game("t-wythoff", t=2).legal((5, 5), (4, 2))._repr_html_()


def test_a_proof_and_its_certificate(tmp_path):
    proof = w.Game("(i,0) (0,i) (k,l) where |k - l| < 3").prove(timeout=30)
    assert proof and proof.states and proof.evidence.by == "proof"
    path = tmp_path / "new.cert"
    path.write_text(proof.certificate)
    assert w.check(path).compared
    path.write_text(proof.certificate.replace("\ns ", "\ns 9", 1))
    with pytest.raises(w.WythoffError):
        w.check(path)
    assert w.Game("(i,0) (0,i) (k,l) where |k - l| < 3").solve((10**30, 7), certificate=proof.certificate).moves


def test_files_are_whole_or_not_there(tmp_path):
    path = tmp_path / "wythoff.csv"
    w.Game("wythoff").export(below=4, path=path)
    assert path.read_bytes() == b"x,y\n0,0\n1,2\n"
    picture = w.Game("wythoff").plot(below=20)
    for name in ("a.svg", "a.png", "a.tikz"):
        picture.save(tmp_path / name)
    assert sorted(os.listdir(tmp_path)) == ["a.png", "a.svg", "a.tikz", "wythoff.csv"]
    with pytest.raises(OSError):
        w.Game("wythoff").export(below=4, path=tmp_path / "no" / "where.csv")


def test_import_is_light():
    code = "import sys, wythoff; print([m for m in ('numpy', 'pandas', 'dask', 'IPython') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"
