"""The sweeps that are kept in docs/atlas: their rows are what the laboratory answers now, and the pages say what they hold."""

import importlib.util
from pathlib import Path

import pytest

import wythoff as w

ATLAS = Path(__file__).parents[3] / "docs" / "atlas"


@pytest.fixture(scope="module")
def build():
    spec = importlib.util.spec_from_file_location("build", ATLAS / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(path):
    """The table of a sweep; integers stay integers where some are missing."""
    pytest.importorskip("pyarrow")
    import pandas

    return pandas.read_parquet(path, dtype_backend="numpy_nullable")


def kept(name):
    return read(ATLAS / f"{name}.parquet")


@pytest.mark.parametrize(("name", "rows"), [("wythoff-plus-vector", [0, 1, 40, 77]), ("nim-plus-ray", [0, 1, 40, 143])])
def test_rows_are_what_is_answered_now(build, name, rows, tmp_path):
    frame, asked = kept(name), build.SWEEPS[name]
    again = w.sweep(frame["spec"].iloc[rows].tolist(), ask=asked["ask"], each=asked["each"], store=tmp_path)
    now = read(tmp_path / "rows.parquet")
    for column in again.columns:
        told = [str(value) for value in frame[column].iloc[rows]]
        assert [str(value) for value in now[column]] == told, column


def test_the_theorem_on_nim_plus_a_ray():
    frame = kept("nim-plus-ray")
    assert len(frame) == 144

    def twos(n):
        return (n & -n).bit_length() - 1

    for _, row in frame.iterrows():
        p, q = row["p"], row["q"]
        assert bool(row["same-grundy size=256 of=(i,0) (0,i).same"]) == (twos(p) != twos(q))
        if twos(p) == twos(q):
            # The move of the proof keeps the nim-sum.
            v = twos(p)
            odd_p, odd_q = p >> v, q >> v
            k = max(odd_p, odd_q).bit_length()
            a, b = (2**k - 1 - odd_p) // 2, (2**k - 1 - odd_q) // 2
            here, there = ((a + odd_p) << v, (b + odd_q) << v), (a << v, b << v)
            assert here[0] - there[0] == p and here[1] - there[1] == q and here[0] ^ here[1] == there[0] ^ there[1]


def test_vectors_that_change_nothing_join_no_two_p_positions():
    frame = kept("wythoff-plus-vector")
    lost = {tuple(position) for position in w.Game("wythoff").p(below=2000).tolist()}
    both = lost | {(y, x) for x, y in lost}
    verdict = frame["same-p of=wythoff.verdict"]
    assert verdict.isin(["proved", "refuted"]).all()
    for a, b, said in zip(frame["a"], frame["b"], verdict):
        joined = any((x + a, y + b) in both for x, y in both)
        assert joined == (said == "refuted"), (a, b)
