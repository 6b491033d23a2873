"""Files for other tools, read by other tools: Parquet by pyarrow, npy by numpy, b-files by the rules of the OEIS, TeX."""

import gzip
import io
import re
import shutil
import subprocess

import numpy as np
import pytest

import wythoff as w


def frame_of(data):
    parquet = pytest.importorskip("pyarrow.parquet")
    return parquet.read_table(io.BytesIO(data) if isinstance(data, bytes) else data)


def test_p_positions_as_parquet():
    game = w.Game("wythoff")
    for count in (0, 1, 1000, 70_000):
        table = frame_of(game.export(first=count, format="parquet"))
        assert table.column_names == ["x", "y"] and str(table.schema.field("x").type) == "int64"
        read = np.column_stack([table["x"].to_numpy(), table["y"].to_numpy()])
        assert (read == game.p(first=count)).all() and len(read) == count
    assert b'"game":"wythoff"' in table.schema.metadata[b"wythoff"]


def test_grundy_values_as_parquet():
    game = w.Game("t-wythoff", t=2)
    table = frame_of(game.export(size=[20, 30], format="parquet"))
    assert table.column_names == ["x", "y", "value"] and str(table.schema.field("value").type) == "uint32"
    values = np.zeros((20, 30), dtype=np.uint32)
    values[table["x"].to_numpy(), table["y"].to_numpy()] = table["value"].to_numpy()
    assert (values == game.grundy(20, 30)).all()


def test_a_sweep_as_parquet(tmp_path):
    pytest.importorskip("pyarrow")
    import pandas

    specs = ["wythoff", "t-wythoff(t=2)", "(i,", "(i,0) (0,i) (2i,3i)"]
    frame = w.sweep(specs, ask=["p first=5", "slopes first=50"], store=tmp_path)
    read = pandas.read_parquet(tmp_path / "rows.parquet")
    assert read.columns.tolist() == frame.columns.tolist() and read["spec"].tolist() == specs
    assert read["p first=5.count"].tolist()[:2] == [5, 5] and read["p first=5.count"].isna().tolist()[2]
    assert read["error"].notna().tolist() == [False, False, True, False]
    assert b"p first=5" in frame_of(tmp_path / "rows.parquet").schema.metadata[b"sweep"]


def test_npy_is_read_by_numpy():
    game = w.Game("wythoff")
    assert (np.load(io.BytesIO(game.export(below=100, format="npy"))) == game.p(below=100)).all()
    assert (np.load(io.BytesIO(game.export(size=9, format="npy"))) == game.grundy(9)).all()


@pytest.mark.parametrize("offset", [0, 1, -3])
def test_bfiles_to_the_letter(offset):
    lines = w.Game("wythoff").export(first=500, format="bfile", pile=2, offset=offset)
    assert lines.endswith(b"\n") and b"\r" not in lines and b"\n\n" not in lines
    rows = [re.fullmatch(r"(-?\d+) (-?\d{1,1000})", line) for line in lines.decode("ascii").splitlines()]
    assert [int(row[1]) for row in rows] == list(range(offset, offset + 500))
    assert [int(row[2]) for row in rows] == w.Game("wythoff").p(first=500)[:, 1].tolist()
    table = w.Game("wythoff").grundy(6).tolist()
    lines = w.Game("wythoff").export(size=6, format="bfile").decode().splitlines()
    assert [int(line.split()[1]) for line in lines] == [table[x][s - x] for s in range(6) for x in range(s + 1)]


def test_the_draft_of_an_entry():
    draft = w.Game("wythoff").export(first=200, format="oeis", offset=1).decode()
    fields = [line.split(" ", 2) for line in draft.splitlines()]
    assert [f[0] for f in fields][:5] == ["%I", "%S", "%T", "%U", "%N"] and {f[1] for f in fields} == {"A000000"}
    terms = "".join(f[2] for f in fields if f[0] in ("%S", "%T", "%U"))
    assert all(len(f[2]) <= 80 for f in fields if f[0] in ("%S", "%T", "%U")) and len(terms) <= 260
    assert terms.startswith("0,1,3,4,6,8,9,") and not terms.endswith(",")
    assert ["%O", "A000000", "1,3"] in fields and ["%K", "A000000", "nonn"] in fields
    table = w.Game("wythoff").export(size=12, format="oeis").decode()
    assert "%K A000000 nonn,tabl" in table and "antidiagonals" in table


def test_sequences_are_found_in_a_copy_of_the_oeis(tmp_path):
    game = w.Game("wythoff")
    lower, upper = (game.p(first=40)[:, i].tolist() for i in (0, 1))
    values = game.grundy(10).tolist()
    entries = {
        "A000201": lower[1:],
        "A001950": upper[1:],
        "A900001": [7, 7, 7, *lower],
        "A900002": [b - a for a, b in zip(lower[1:], lower[2:])],
        "A900003": [term + 1 for term in lower],
        "A900004": [values[x][s - x] for s in range(8) for x in range(s + 1)],
        "A900005": [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3],
    }
    stripped, names = tmp_path / "stripped.gz", tmp_path / "names.gz"
    text = "# OEIS Sequence Data (http://oeis.org/stripped.gz)\n"
    text += "".join(f"{name} ,{','.join(map(str, terms))},\n" for name, terms in entries.items())
    stripped.write_bytes(gzip.compress(text.encode()))
    names.write_bytes(gzip.compress(b"# names\nA000201 Lower Wythoff sequence.\n"))
    found = game.oeis(stripped, names)
    changes = {}
    for match in found:
        changes.setdefault(match["id"], []).append(match["change"])
    assert set(changes) == set(entries) - {"A900005"}
    assert "as it is" in changes["A000201"] and "its complement" in changes["A000201"]
    assert "its differences" in changes["A900002"] and "plus 1" in changes["A900003"]
    assert any("antidiagonals" in m["sequence"] for m in found if m["id"] == "A900004")
    assert next(m for m in found if m["id"] == "A900001")["place"] == 3
    assert next(m for m in found if m["id"] == "A000201")["name"] == "Lower Wythoff sequence."


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX at hand")
def test_tables_and_pictures_compile(tmp_path):
    game = w.Game("(i,0) (0,i) (i,i) (1,2) (2,1)")
    parts = [game.export(first=n, format="latex").decode() for n in (10, 100)]
    parts += [game.export(size=8, format="latex").decode()]
    parts += [game.plot(kind, below=20).tikz for kind in ("p", "grundy", "ratio", "fill")]
    document = (
        "\\documentclass{article}\\usepackage{longtable,tikz}\\begin{document}\n"
        + "\n\\par\n".join(parts)
        + "\n\\end{document}\n"
    )
    (tmp_path / "all.tex").write_text(document)
    told = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"], cwd=tmp_path, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stdout[-2000:]
