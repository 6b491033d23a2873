"""Sweeps: one row a game, the same bytes whatever the engine, nothing lost."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import wythoff as w

TEMPLATE = "(i,0) (0,i) (i,i) ({a},{b}) ({b},{a})"
ASK = ["p first=50", "slopes", "identify"]


def stored(folder):
    return {name: (folder / name).read_bytes() for name in ("rows.jsonl", "rows.parquet")}


def test_a_sweep_is_a_data_frame():
    frame = w.sweep(TEMPLATE, {"a": range(1, 4), "b": "a+1..4"}, ask=ASK)
    assert len(frame) == 6 and frame["a"].tolist() == [1, 1, 1, 2, 2, 3]
    assert frame["p first=50.last"][0] == w.Game(frame["spec"][0]).p(first=50).tolist()[-1]
    assert frame["slopes.beams"][0][0]["from"].count("/") == 1
    assert frame.attrs["sweep"]["ask"] == ASK and str(frame["b"].dtype) == "int64"
    listed = w.sweep([w.Game("t-wythoff", t=2), "nim", "(i,"], ask="p first=3")
    assert listed["p first=3.last"].tolist()[0] == [2, 6] and listed["error"].notna().tolist() == [False, False, True]
    assert w.sweep("nim({n})", {"n": []}, ask="p first=3").empty


def test_questions_of_every_kind():
    ask = ["p below=30", "grundy size=8x9", "slopes first=100", "identify", "prove", "discover"]
    ask += ["same-p of=wythoff", "same-p below=50 of=nim(piles=2)", "same-grundy size=8 of=wythoff"]
    row = w.sweep(["(i,0) (0,i) (i,i) (2,4) (4,2)"], ask=ask).iloc[0]
    assert row["grundy size=8x9.max"] == w.Game("wythoff").grundy(8, 9).max()
    assert row["prove.verdict"] == "proved" and row["same-p of=wythoff.verdict"] == "proved"
    assert row["same-p below=50 of=nim(piles=2).first"] == [1, 1]
    assert not row["same-grundy size=8 of=wythoff.same"]
    assert {"kind", "statement", "bound"} <= set(row["discover.findings"][0])


def test_the_same_bytes_in_any_order_after_a_kill_and_by_the_command(tmp_path):
    ranges, whole = {"a": "1..4", "b": "a..4"}, tmp_path / "whole"
    w.sweep(TEMPLATE, ranges, ask=ASK, store=whole, threads=1)
    torn = tmp_path / "torn"
    w.sweep(TEMPLATE, {"a": "1..2", "b": "a..4"}, ask=ASK, store=torn, threads=2)
    rows = torn / "rows.jsonl"
    rows.write_bytes(rows.read_bytes()[:-20])  # killed in the middle of a line
    frame = w.sweep(TEMPLATE, ranges, ask=ASK, store=torn, threads=2)
    # The header of the store is that of the sweep that made it; the rows are the same.
    lines = [(tmp_path / name / "rows.jsonl").read_bytes().splitlines() for name in ("whole", "torn")]
    assert lines[0] == lines[1] and stored(whole) == stored(torn) and len(frame) == 10
    module = tmp_path / "module"
    told = subprocess.run(
        [sys.executable, "-W", "error", "-m", "wythoff.sweep", TEMPLATE, "--for", "a=1..4", "--for", "b=a..4", "-o", module]
        + [part for question in ASK for part in ("--ask", question)],
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0 and told.stdout.startswith("10 games"), told.stderr
    assert stored(module) == stored(whole)


def test_killed_at_any_moment(tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    ranges, ask = {"a": "1..12", "b": "a..12"}, "p first=3000"
    w.sweep(TEMPLATE, ranges, ask=ask, store=whole)
    code = f"import wythoff as w; w.sweep({TEMPLATE!r}, {ranges!r}, ask={ask!r}, store={str(killed)!r})"
    for wait in (0.1, 0.3, 0.6):
        child = subprocess.Popen([sys.executable, "-c", code])
        time.sleep(wait)
        child.kill()
        child.wait()
    assert len(w.sweep(TEMPLATE, ranges, ask=ask, store=killed)) == 78
    assert stored(killed) == stored(whole)


def test_a_store_that_is_not_to_be_trusted_is_left_alone(tmp_path):
    def again(**more):
        return w.sweep("t-wythoff(t={t})", {"t": "1..3"}, ask="p first=5", store=tmp_path, **more)

    again()
    rows = tmp_path / "rows.jsonl"
    good = rows.read_bytes()
    with pytest.raises(w.WythoffError, match="has 3 rows already"):
        again(resume=False)
    rows.write_bytes(good.replace(b"t=1", b"t=9"))
    with pytest.raises(w.CheckError, match="damaged"):
        again()
    version = good.split(b'"version":', 1)[1].split(b",", 1)[0]
    for contents, what in [
        (good.replace(b'"version":' + version, b'"version":99', 1), "version 99"),
        (b"what is this\n", "not the store of a sweep"),
    ]:
        rows.write_bytes(contents)
        with pytest.raises(w.WythoffError, match=what):
            again()
        assert rows.read_bytes() == contents
    with pytest.raises(w.WythoffError, match="is a file"):
        w.sweep("nim", ask="p first=5", store=rows)


def test_a_closed_store_says_so(tmp_path):
    from wythoff import _core
    from wythoff._sweep import _plan

    plan = _plan("nim", None, "p first=3", 1.0, None, 1 << 30, '{"misere": false}')
    store = _core.Store(str(tmp_path / "store"), plan.core, False)
    with pytest.raises(w.WythoffError, match="another sweep"):
        _core.Store(str(tmp_path / "store"), plan.core, True)
    store.close()
    for use in (lambda: store.rows(plan.core), lambda: len(store), lambda: store.finish(plan.core)):
        with pytest.raises(w.WythoffError, match="the store is closed"):
            use()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_full_disk_is_an_error_and_keeps_what_there_was(tmp_path):
    import resource

    code = f"""
import resource, signal, wythoff as w
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
try:
    w.sweep("t-wythoff(t={{t}})", {{"t": "1..50"}}, ask="p first=5", store={str(tmp_path)!r})
except w.LimitError as error:
    print("rows are kept" in str(error))
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.stdout == "True\n", told.stderr
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 4000
    frame = w.sweep("t-wythoff(t={t})", {"t": "1..50"}, ask="p first=5", store=tmp_path)
    assert len(frame) == 50 and frame["p first=5.count"].tolist() == [5] * 50


def test_limits_are_rows_that_say_so():
    frame = w.sweep(["(i,0) (0,i) (i,i) (5i,8i)"], ask="p below=20000", steps=3)
    assert frame["p below=20000.limit"][0] == "steps"
    assert w.sweep(["nim"], ask="p first=9", each=0.0)["p first=9.limit"][0] == "time"
    assert w.sweep(["wythoff"], ask="grundy size=1000", memory=1000)["grundy size=1000.limit"][0] == "memory"


@pytest.fixture
def cluster():
    distributed = pytest.importorskip("dask.distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        yield client


def test_a_worker_that_is_killed_loses_nothing(tmp_path, cluster):
    ranges, ask = {"a": "1..12", "b": "1..12"}, ["p first=20000", "slopes"]
    w.sweep(TEMPLATE, ranges, ask=ask, store=tmp_path / "alone")
    victim = next(iter(cluster.run(os.getpid).values()))
    killed = []

    def kill():
        # In the middle: some rows are there, and not all.
        rows = tmp_path / "cluster" / "rows.jsonl"
        until = time.monotonic() + 60
        while time.monotonic() < until and not (rows.exists() and rows.read_bytes().count(b"\n") > 4):
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)
        killed.append(rows.read_bytes().count(b"\n") - 1)

    thread = threading.Thread(target=kill)
    thread.start()
    frame = w.sweep(TEMPLATE, ranges, ask=ask, store=tmp_path / "cluster", client=cluster)
    thread.join()
    assert killed and killed[0] < 144 == len(frame)
    assert stored(tmp_path / "cluster") == stored(tmp_path / "alone")


def test_a_cluster_by_its_address_and_a_sweep_that_goes_on_there(tmp_path, cluster):
    store = tmp_path / "out"
    w.sweep(TEMPLATE, {"a": "1..2", "b": "1..9"}, ask="p first=100", store=store)
    told = subprocess.run(
        [sys.executable, "-m", "wythoff.sweep", TEMPLATE, "--for", "a=1..9", "--for", "b=1..9", "--ask", "p first=100"]
        + ["-o", store, "--resume", "--scheduler", cluster.scheduler.address],
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0 and told.stdout.startswith("81 games"), told.stderr
    w.sweep(TEMPLATE, {"a": "1..9", "b": "1..9"}, ask="p first=100", store=tmp_path / "alone")
    assert stored(store) == stored(tmp_path / "alone")
    # Without a store, and with a game twice.
    frame = w.sweep(["wythoff", "t-wythoff(t=2)", "wythoff"], ask="p first=3", client=cluster)
    assert frame["p first=3.last"].tolist() == [[3, 5], [2, 6], [3, 5]]
