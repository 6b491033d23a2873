"""Games, and what can be asked of them."""

from __future__ import annotations

import html
import json
import numbers
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Union

from . import _core
from ._answers import Answer, Checked, Discovery, Legality, Proof, Solution, Table

Position = Union[str, Sequence[int]]
"""A position: a tuple of integers of any size, or text such as `20;last=4`."""

_MEMORY = 4 << 30
_SHOWN_AFTER = 2.0


def _position(position: Position) -> str:
    if isinstance(position, str):
        return position
    if isinstance(position, numbers.Integral):
        return str(int(position))
    if not isinstance(position, Iterable):
        raise TypeError(f"a position is a tuple of integers or a text, not {type(position).__name__}")
    piles = list(position)
    for pile in piles:
        if isinstance(pile, bool) or not isinstance(pile, numbers.Integral):
            raise TypeError(f"a pile is an integer, not {pile!r}")
        if pile < 0:
            raise ValueError(f"a pile is an integer from 0 on, not {pile}")
    limit = getattr(sys, "get_int_max_str_digits", lambda: 0)()
    if limit and any(int(pile).bit_length() > 3 * limit for pile in piles):
        sys.set_int_max_str_digits(0)
        try:
            return ",".join(str(int(pile)) for pile in piles)
        finally:
            sys.set_int_max_str_digits(limit)
    return ",".join(str(int(pile)) for pile in piles)


class _Progress:
    """A line on standard error, or below a notebook's cell, for what takes longer than two seconds."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.shown = False

    def __call__(self, done: int, total: int) -> None:
        passed = time.monotonic() - self.start
        wanted = sys.stderr.isatty() or "ipykernel" in sys.modules
        if passed >= _SHOWN_AFTER and wanted:
            far = f"{100 * done // total} %" if total and done else "at work"
            sys.stderr.write(f"\r{far}, {passed:.0f} s ")
            sys.stderr.flush()
            self.shown = True

    def end(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " " * 30 + "\r")


def _limits(memory: int | None, threads: int | None, timeout: float | None, progress: Any) -> dict[str, Any]:
    if timeout is not None and (isinstance(timeout, bool) or not timeout >= 0):
        raise ValueError(f"timeout is a number of seconds from 0 on, not {timeout!r}")
    return {
        "memory": _MEMORY if memory is None else memory,
        "threads": os.cpu_count() or 1 if threads is None else threads,
        "timeout": timeout,
        "progress": progress,
    }


class Game:
    """A game: a name of the catalog with parameters, rules, or a sum.

    >>> Game("t-wythoff", t=3).p(first=3).tolist()
    [[0, 0], [1, 4], [2, 8]]
    >>> Game("wythoff", misere=True).p(first=3).tolist()
    [[0, 1], [2, 2], [3, 5]]
    """

    def __init__(
        self,
        spec: str,
        *,
        misere: bool = False,
        block: int | str | None = None,
        terminal: Sequence[Position] = (),
        passing: bool = False,
        memory: int | None = None,
        threads: int | None = None,
        **parameters: Any,
    ) -> None:
        if not isinstance(spec, str):
            raise TypeError(f"a game is given by a text, not {type(spec).__name__}")
        if parameters:
            given = ",".join(f'{name}="{value}"' for name, value in parameters.items())
            spec = f"{spec}({given})"
        blocked = None
        if block is not None:
            count, _, family = str(block).partition(":")
            if not count.strip().isdigit():
                raise ValueError(f"block is a number from 1 on, or `3:FAMILY`, not {block!r}")
            blocked = {"k": int(count), "family": family or None}
        conventions = {
            "misere": misere,
            "block": blocked,
            "terminals": [_position(position) for position in terminal],
            "pass": passing,
        }
        self.spec = spec
        self._conventions = json.dumps(conventions)
        self._memory, self._threads = memory, threads
        self._core = _core.Game(spec, self._conventions)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], **options: Any) -> Game:
        """The game of a rule file."""
        with open(path, encoding="utf-8") as file:
            return cls(file.read(), **options)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.spec, self._conventions, self._memory, self._threads)

    def __repr__(self) -> str:
        on_top = {name: value for name, value in json.loads(self._conventions).items() if value}
        options = "".join(f", {name}={value!r}" for name, value in on_top.items())
        return f"Game({self.spec!r}{options})"

    def _repr_html_(self) -> str:
        shown = self.describe()
        positions = "  ".join(shown.data.get("positions") or [])
        title = html.escape(shown.data.get("title") or self.name)
        rules = html.escape(shown.data["rules"].strip())
        return f"<b>{title}</b><pre>{rules}</pre><p>P-positions: {html.escape(positions)}</p>"

    def _call(self, method: str, *arguments: Any, timeout: float | None = None) -> Any:
        progress = _Progress()
        try:
            limits = _limits(self._memory, self._threads, timeout, progress)
            return getattr(self._core, method)(*arguments, limits)
        finally:
            progress.end()

    @property
    def name(self) -> str:
        """The game's name; rules without one as they are written."""
        return str(self._core.name)

    @property
    def piles(self) -> int:
        """Piles and other coordinates of a position.

        >>> Game("nim", piles=4).piles
        4
        """
        return int(self._core.piles)

    @property
    def symmetric(self) -> bool:
        """Whether positions that differ only by the order of their piles are one position."""
        return bool(self._core.symmetric)

    def p(
        self,
        first: int | None = None,
        below: int | None = None,
        *,
        skip: int = 0,
        method: str | None = None,
        timeout: float | None = None,
    ) -> Table:
        """P-positions: the first so many, or all with every pile below a bound; an int64 array (n, piles).

        >>> Game("wythoff").p(below=8).tolist()
        [[0, 0], [1, 2], [3, 5], [4, 7]]
        >>> Game("wythoff").p(first=2).answer.by
        'theorem'
        """
        flat, width, text = self._call("p", first, below, skip, method, timeout=timeout)
        return Table.of(flat.reshape(-1, width), Answer(text))

    def iterate(self, chunk: int = 100_000) -> Iterator[tuple[int, ...]]:
        """P-positions one after the other, without end, so many computed at a time.

        >>> from itertools import islice
        >>> list(islice(Game("wythoff").iterate(), 3))
        [(0, 0), (1, 2), (3, 5)]
        """
        skip = 0
        while True:
            found = self.p(first=chunk, skip=skip)
            if len(found) == 0:
                return
            yield from (tuple(row) for row in found.tolist())
            skip += chunk

    def grundy(self, *sides: int, timeout: float | None = None) -> Table:
        """Grundy values on a box, a uint32 array: one side for all piles, or one for each.

        >>> Game("wythoff").grundy(2, 4).tolist()
        [[0, 1, 2, 3], [1, 2, 0, 4]]
        """
        wanted = [_side(side) for side in sides]
        values, shape, text = self._call("grundy_table", wanted, timeout=timeout)
        return Table.of(values.reshape(shape), Answer(text))

    def value(self, position: Position, *, timeout: float | None = None) -> int:
        """The Grundy value of one position.

        >>> Game("wythoff").value((3, 4))
        2
        """
        return int(Answer(self._call("grundy_at", _position(position), timeout=timeout)).value)

    def outcome(self, position: Position, *, timeout: float | None = None) -> str:
        """`P` or `N`.

        >>> Game("wythoff").outcome((6, 10))
        'P'
        """
        return self.solve(position, timeout=timeout).outcome

    def solve(
        self,
        position: Position,
        *,
        all: bool = False,
        method: str | None = None,
        certificate: str | None = None,
        timeout: float | None = None,
    ) -> Solution:
        """Who wins, by which move, and how it is known; piles of any size where the theory allows.

        >>> Game("wythoff").solve((10**40, 7)).moves
        [(4, 7)]
        """
        return Solution(self._call("solve", _position(position), all, method, certificate, timeout=timeout))

    def moves(self, position: Position, *, timeout: float | None = None) -> list[Any]:
        """The positions that can be moved to.

        >>> Game("wythoff").moves((1, 2))
        [(0, 1), (0, 2), (1, 1)]
        """
        options = Answer(self._call("options", _position(position), timeout=timeout)).options
        return [tuple(to) if isinstance(to, list) else to for to in options]

    def legal(self, before: Position, after: Position) -> Legality:
        """Whether a move is legal: by which family, or which conditions it breaks.

        >>> Game("t-wythoff", t=2).legal((5, 5), (4, 2))
        Legality(not legal: diagonal (k, l) where |k - l| < t: needs |k - l| < t (k = 1, l = 3, t = 2))
        """
        return Legality(self._call("legal", _position(before), _position(after)))

    def describe(self) -> Answer:
        """Rules, parameters, sources, what is known, a small table.

        >>> Game("wythoff").describe().title
        "Wythoff's game"
        """
        return Answer(self._call("describe", timeout=1.0))

    def discover(self, below: int | None = None, *, deep: bool = False, timeout: float | None = None) -> Discovery:
        """What pattern the P-positions follow, with how far it was checked.

        >>> any(f["statement"] == "b_n = a_n + n for every n" for f in Game("wythoff").discover(below=200))
        True
        """
        return Discovery(self._call("discover", below, deep, timeout=timeout))

    def prove(self, *, timeout: float | None = 60.0) -> Proof:
        """A proof for all positions, with a certificate.

        >>> proof = Game("(i,0) (0,i) (i,i)").prove()
        >>> proof.verdict, bool(check(text=proof.certificate))
        ('proved', True)
        """
        return Proof(self._call("prove", timeout=timeout))

    def compare(self, other: Game, below: int = 100) -> tuple[int, ...] | None:
        """The first position below a bound whose outcome differs; `None` where there is none.

        >>> Game("wythoff").compare(Game("maharaja"))
        (1, 2)
        """
        mine, theirs = (self._everywhere(below), other._everywhere(below))
        differences = mine ^ theirs
        return min(differences, key=lambda p: (sum(p), p)) if differences else None

    def _everywhere(self, below: int) -> set[tuple[int, ...]]:
        from itertools import permutations

        found = [tuple(position) for position in self.p(below=below).tolist()]
        return {order for position in found for order in permutations(position)} if self.symmetric else set(found)

    def export(self, below: int, format: str = "csv") -> bytes:
        """P-positions below a bound as csv, json, bfile, npy or table.

        >>> Game("wythoff").export(4)
        b'x,y\\n0,0\\n1,2\\n'
        """
        return bytes(self._call("export", below, format))


def _side(side: Any) -> int:
    if isinstance(side, bool) or not isinstance(side, numbers.Integral):
        raise TypeError(f"a side of a table is an integer, not {side!r}")
    if side < 0:
        raise ValueError(f"a side of a table is an integer from 0 on, not {side}")
    return int(side)


def _again(spec: str, conventions: str, memory: int | None, threads: int | None) -> Game:
    game = Game.__new__(Game)
    game.spec, game._conventions, game._memory, game._threads = spec, conventions, memory, threads
    game._core = _core.Game(spec, conventions)
    return game


def games(word: str | None = None) -> list[dict[str, Any]]:
    """The catalog: every game of the papers, with its parameters, sources and answers.

    >>> [game["name"] for game in games("maharaja")]
    ['maharaja']
    """
    rows: list[dict[str, Any]] = json.loads(_core.catalog(word))
    return rows


def check(path: str | os.PathLike[str] | None = None, *, text: str | None = None, timeout: float | None = None) -> Checked:
    """Re-checks a table, a P-set or a certificate by independent code; a `CheckError` where it is wrong."""
    if (path is None) == (text is None):
        raise TypeError("give the path of a file, or its text")
    if path is not None:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    return Checked(_core.check(text, _limits(None, None, timeout, None)))
