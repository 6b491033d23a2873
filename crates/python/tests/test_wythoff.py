"""The wheel as people use it: arrays, huge integers, errors, pickling, interruption, sweeps."""

import os
import pickle
import signal
import subprocess
import sys
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


def test_integers_of_any_size_go_in_and_out():
    game = w.Game("wythoff")
    a = 10**5000
    solved = game.solve((a, a + 1))
    assert solved.outcome == "N"
    assert game.outcome(solved.moves[0]) == "P"
    assert all(isinstance(pile, int) for pile in solved.moves[0])


def test_answers_and_games_are_pickled():
    game = w.Game("t-wythoff", t=3, misere=True)
    again = pickle.loads(pickle.dumps(game))
    assert (again.p(first=20) == game.p(first=20)).all()
    solved = game.solve((3, 5))
    assert pickle.loads(pickle.dumps(solved)) == solved
    assert solved.evidence


def test_conventions():
    assert w.Game("wythoff", block=2).p(below=4).tolist() == w.Game("blocking-wythoff", k=2).p(below=4).tolist()
    assert w.Game("wythoff", terminal=[(1, 2)]).outcome((1, 2)) == "P"
    assert w.Game("wythoff", passing=True).outcome((0, 0)) == "P"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: w.Game(7),
        lambda: w.Game("wythoff").p(),
        lambda: w.Game("wythoff").p(first=-1),
        lambda: w.Game("wythoff").solve((1, -2)),
        lambda: w.Game("wythoff").solve((1, 2.5)),
        lambda: w.Game("wythoff").solve(np.array([1.0, 2.0])),
        lambda: w.Game("wythoff").solve((1, float("nan"))),
        lambda: w.Game("wythoff").solve((1, 2, 3)),
        lambda: w.Game("wythoff").grundy(2.5),
        lambda: w.Game("wythoff").grundy(-1),
        lambda: w.Game("whythoff"),
        lambda: w.Game("(i,0) (0,"),
        lambda: w.Game("wythoff").solve((1, 2), method="guess"),
        lambda: w.check(text="nothing"),
        lambda: w.sweep("nim", ask=["what"]),
    ],
)
def test_wrong_input_is_an_exception(wrong):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        wrong()


def test_errors_say_the_place_and_the_hint():
    with pytest.raises(w.WythoffError, match="did you mean `wythoff`"):
        w.Game("whythoff")
    with pytest.raises(w.WythoffError) as error:
        w.Game("(i,0) (0,")
    assert "^" in str(error.value)


def test_a_table_beyond_memory_is_a_memory_error():
    with pytest.raises(MemoryError, match="would need"):
        w.Game("wythoff").grundy(10**6)


def test_no_text_reaches_the_disk():
    with pytest.raises(w.WythoffError):
        w.Game("@" + __file__)


def test_control_c_ends_a_long_call_at_once():
    code = "import wythoff as w; print('on', flush=True); w.Game('nimsum-wythoff', piles=3).p(below=4000)"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(1.0)
    child.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, error = child.communicate(timeout=60)
    assert b"KeyboardInterrupt" in error
    assert time.monotonic() - start < 10


def test_a_proof_and_its_certificate(tmp_path):
    proof = w.Game("(i,0) (0,i) (k,l) where |k - l| < 3").prove()
    assert proof and proof.states
    path = tmp_path / "new.cert"
    path.write_text(proof.certificate)
    assert w.check(path).compared
    path.write_text(proof.certificate.replace("\ns ", "\ns 9", 1))
    with pytest.raises(w.WythoffError):
        w.check(path)


def test_a_sweep_is_the_same_in_any_order_and_resumes(tmp_path):
    ranges = {"a": "1..4", "b": "a..4"}
    template = "(i,0) (0,i) (i,i) ({a},{b}) ({b},{a})"
    ask = ["p first=50", "slopes"]
    one = w.sweep(template, ranges, ask=ask, processes=1)
    store = tmp_path / "rows.jsonl"
    w.sweep(template, {"a": "1..2", "b": "a..4"}, ask=ask, store=store, processes=2)
    half = store.read_bytes()
    store.write_bytes(half[:-20])  # killed in the middle of a line
    assert w.sweep(template, ranges, ask=ask, store=store, processes=2) == one
    assert len(one) == 10 and one[1]["p first=50"]["count"] == 50


def test_a_store_that_was_edited_or_is_of_another_version_is_not_trusted(tmp_path):
    store = tmp_path / "rows.jsonl"
    w.sweep("t-wythoff(t={t})", {"t": "1..3"}, ask=["p first=5"], store=store, processes=1)
    lines = store.read_bytes().splitlines(keepends=True)
    store.write_bytes(lines[0].replace(b"t=1", b"t=9") + b"".join(lines[1:]))
    with pytest.raises(ValueError, match="damaged"):
        w.sweep("t-wythoff(t={t})", {"t": "1..3"}, ask=["p first=5"], store=store, processes=1)


def test_a_game_that_is_wrong_is_a_row_that_says_so():
    rows = w.sweep(["wythoff", "(i,"], ask=["p first=2"], processes=1)
    assert rows[0]["p first=2"]["last"] == [1, 2] and "error" in rows[1]


def test_a_worker_that_is_killed_loses_nothing():
    distributed = pytest.importorskip("dask.distributed")
    template, ranges, ask = "(i,0) (0,i) (i,i) ({a},{b}) ({b},{a})", {"a": "1..12", "b": "1..24"}, ["p first=400"]
    alone = w.sweep(template, ranges, ask=ask, processes=1)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        victim = next(iter(client.run(os.getpid).values()))
        import threading

        threading.Timer(0.5, os.kill, (victim, signal.SIGKILL)).start()
        assert w.sweep(template, ranges, ask=ask, client=client) == alone
