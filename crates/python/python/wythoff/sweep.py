"""`python -m wythoff.sweep`: a sweep on the cores of this machine, or on a dask cluster.

The same questions, limits and store as `wyt sweep`. Imported by its name it stays the function:

>>> import wythoff.sweep
>>> len(wythoff.sweep(["nim", "wythoff"], ask="p first=3"))
2
"""

from __future__ import annotations

import argparse
import sys
import types
from collections.abc import Sequence
from typing import Any

from . import _core
from ._sweep import sweep

__all__ = ["main", "sweep"]


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m wythoff.sweep",
        description="Questions asked of a grid of games, one row a game, in a folder that a kill leaves whole.",
        epilog="questions: p first=N, p below=B, grundy size=RxC, slopes, identify, prove, discover, "
        "same-p below=B of=SPEC, same-grundy size=R of=SPEC",
    )
    parser.add_argument("template", help="a spec with {a}, {b}, ... in it, or @FILE with a spec a line")
    parser.add_argument("--for", dest="ranges", action="append", default=[], metavar="a=1..20", help="a range")
    parser.add_argument("--ask", action="append", required=True, metavar="QUESTION", help="a question (repeatable)")
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="the folder for the rows")
    parser.add_argument("--resume", action="store_true", help="go on where an earlier run ended")
    parser.add_argument("--each", type=float, default=10.0, metavar="SECONDS", help="for each game")
    parser.add_argument("--steps", type=int, metavar="N", help="for each game: the same limit on every machine")
    parser.add_argument("--threads", type=int, metavar="N", help="of this machine; all cores if nothing is said")
    parser.add_argument("--misere", action="store_true", help="misère play of every game")
    parser.add_argument("--block", metavar="K", help="up to K - 1 options are blocked before each move")
    parser.add_argument("--terminal", action="append", default=[], metavar="POS", help="every game ends there too (repeatable)")
    parser.add_argument("--forced-n", action="append", default=[], metavar="POS", help="the mover has won there (repeatable)")
    parser.add_argument("--pass", dest="passing", action="store_true", help="one pass in every game")
    parser.add_argument("--memory", type=int, default=1 << 30, metavar="BYTES", help="for each game")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a dask scheduler whose workers have the wheel too")
    return parser.parse_args(given)


def _client(address: str | None) -> Any:
    if address is None:
        return None
    try:
        from dask.distributed import Client
    except ImportError:
        raise ValueError("a cluster needs dask: pip install 'wythoff[cluster]'") from None
    return Client(address)  # type: ignore[no-untyped-call, unused-ignore]


def main(given: Sequence[str] | None = None) -> int:
    """Runs the command; the exit code is that of `wyt`.

    >>> import os, tempfile
    >>> folder = os.path.join(tempfile.mkdtemp(), "out")
    >>> main(["t-wythoff(t={t})", "--for", "t=1..3", "--ask", "p first=3", "-o", folder]).__class__, os.listdir(folder)[:1] != []
    3 games in ...out
    (<class 'int'>, True)
    """
    arguments = _arguments(given)
    games: str | list[str] = arguments.template
    ranges = None
    try:
        if arguments.template.startswith("@"):
            with open(arguments.template[1:], encoding="utf-8") as file:
                games = _core.specs(file.read())
        if arguments.ranges:
            ranges = dict(_named(text) for text in arguments.ranges)
        frame = sweep(
            games,
            ranges,
            ask=arguments.ask,
            store=arguments.output,
            resume=arguments.resume,
            each=arguments.each,
            steps=arguments.steps,
            misere=arguments.misere,
            block=arguments.block,
            terminal=arguments.terminal,
            forced_n=arguments.forced_n,
            passing=arguments.passing,
            memory=arguments.memory,
            threads=arguments.threads,
            client=_client(arguments.scheduler),
        )
    except KeyboardInterrupt:
        print(f"interrupted; the rows that are done are kept in {arguments.output}: go on with --resume", file=sys.stderr)
        return 130
    except (_core.LimitError, MemoryError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 3
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{len(frame)} games in {arguments.output}")
    return 0


def _named(text: str) -> tuple[str, str]:
    name, equals, values = text.partition("=")
    if not equals:
        raise ValueError(f"`{text}`: a range is a name and its values\n   = hint: write a=1..20")
    return name, values


class _Callable(types.ModuleType):
    """`wythoff.sweep` stays the function when this module is imported by its name."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return sweep(*arguments, **named)


if __name__ == "__main__":
    sys.exit(main())

sys.modules[__name__].__class__ = _Callable
