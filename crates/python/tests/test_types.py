"""Type stubs agree with the module, type checkers have nothing to say, and every docstring has an example."""

import inspect
import os
import subprocess
import sys

import wythoff

PACKAGE = os.path.dirname(wythoff.__file__)

USE = '''
import numpy as np
import numpy.typing as npt
import wythoff as w

g = w.Game("t-wythoff", t=3)
table: w.Table = g.p(first=10)
values: npt.NDArray[np.uint32] = np.asarray(g.grundy(10))
total: int = sum(x for x, _ in g.p(below=100, lazy=True))
solved: w.Solution = g.solve((10**100, 7))
outcome: str = solved.outcome
by: str = solved.evidence.by
states: int | None = g.prove(timeout=1).states
first: tuple[int, ...] | None = g.compare(w.Game("wythoff")).first
svg: str = g.plot(below=20).svg
rows: int = len(w.sweep("t-wythoff(t={t})", {"t": "1..3"}, ask="p first=3"))
'''

WRONG = "import wythoff as w\nw.Game('wythoff').solve((1, 2)).outcome + 1\nw.Game(7)\n"


def checked(*command):
    told = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    return told.returncode, told.stdout + told.stderr


def test_mypy(tmp_path):
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "wrong.py").write_text(WRONG)
    common = ("mypy", "--strict", "--cache-dir", str(tmp_path / "cache"))
    for what in (("-p", "wythoff"), (str(tmp_path / "use.py"),)):
        code, told = checked(*common, "--ignore-missing-imports", *what)
        assert code == 0, told
    code, told = checked(*common, str(tmp_path / "wrong.py"))
    assert told.count("error:") == 2, told


def test_stubs_say_what_the_module_has():
    code, told = checked("mypy.stubtest", "wythoff._core", "--ignore-missing-stub")
    assert code == 0, told


def test_pyright(tmp_path):
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "wrong.py").write_text(WRONG)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')
    python = ("--pythonpath", sys.executable, "--project", str(tmp_path))
    code, told = checked("pyright", *python)
    assert code != 0 and "wrong.py" in told and "use.py" not in told, told
    (tmp_path / "wrong.py").unlink()
    code, told = checked("pyright", *python)
    assert code == 0 and "0 errors" in told, told
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "pyrightconfig.json").write_text(f'{{"include": ["{PACKAGE}"], "typeCheckingMode": "standard"}}')
    code, told = checked("pyright", "--pythonpath", sys.executable, "--project", str(tmp_path / "own"))
    assert code == 0 and "0 errors" in told, told


def test_every_docstring_has_an_example():
    assert os.path.exists(os.path.join(PACKAGE, "py.typed"))
    missing = []
    for name in wythoff.__all__:
        thing = getattr(wythoff, name)
        if isinstance(thing, type) and issubclass(thing, Exception):
            continue
        public = {name: thing}
        if inspect.isclass(thing):
            members = {m: v for m, v in vars(thing).items() if not m.startswith("_")}
            public |= {f"{name}.{m}": v for m, v in members.items() if callable(v) or isinstance(v, (property, classmethod))}
        missing += [n for n, v in public.items() if ">>>" not in (inspect.getdoc(getattr(v, "__func__", v)) or "")]
    assert not missing
