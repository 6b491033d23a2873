"""Games, and what can be asked of them."""

from __future__ import annotations

import html
import json
import numbers
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Union, overload

from . import _core
from ._answers import (
    Answer,
    Checked,
    Comparison,
    Description,
    Discovery,
    Identified,
    Legality,
    Periods,
    Position,
    Proof,
    Sameness,
    Solution,
    _short,
)
from ._facts import Facts
from ._facts import position as place
from ._files import write
from ._limits import limits, small, whole
from ._play import Match
from ._progress import Progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._table import Table

Given = Union[str, int, Iterable[int]]
"""A position that goes in: a tuple or array of integers of any size, or text such as `20;last=4`."""

Method = Literal["rules", "theory", "proof"]
"""How an answer is to be obtained; where nothing is said the fastest way that is established."""

Kind = Literal[
    "p", "grundy", "ratio", "blocking", "outcomes", "fill", "beams", "difference", "grundy-difference", "periods"
]
"""What a picture shows."""

Format = Literal["csv", "json", "bfile", "npy", "table", "parquet", "latex", "oeis"]
"""A kind of file that other tools read."""

_CHUNK = 1 << 16
"""Positions that a lazy listing computes at a time."""

_GLANCE = 1.0
"""Seconds that a notebook waits for the small picture of a game."""


def _position(position: Given) -> str | list[bytes]:
    if isinstance(position, str):
        return position
    if isinstance(position, numbers.Integral):
        position = (int(position),)
    if isinstance(position, (bytes, bytearray, Mapping)) or not isinstance(position, Iterable):
        raise TypeError(f"a position is a tuple of integers or a text, not {type(position).__name__}")
    piles = [whole(pile, "a pile") for pile in position]
    # As bytes: writing huge integers in decimal takes Python quadratic time, and it refuses to by default.
    return [pile.to_bytes((pile.bit_length() + 7) // 8, "little") for pile in piles]


def _written(position: Given) -> str:
    """A position as text, for conventions."""
    if isinstance(position, str):
        return position
    return ",".join(_core.decimal(pile) for pile in _position(position))  # type: ignore[arg-type]


def _value(name: str, value: Any) -> str:
    """The value of a parameter, as a spec has it."""
    if isinstance(value, (float, complex)):
        raise TypeError(f"{name} is exact: write 3, '1/2' or 'sqrt(2)', not {value!r}")
    if not isinstance(value, str) and isinstance(value, Iterable):
        # A list of integers, or of vectors.
        items = [" ".join(map(str, map(int, item))) if isinstance(item, Iterable) else str(int(item)) for item in value]
        value = "; ".join(items) if any(" " in item for item in items) else ", ".join(items)
    if '"' in str(value):
        raise ValueError(f"{name}: there is no quotation mark in a value")
    return f'{name}="{value}"'


def _conventions(
    misere: bool,
    block: int | str | None,
    terminal: Iterable[Given],
    passing: bool,
    forced_n: Iterable[Given] = (),
) -> str:
    blocked = None
    if block is not None:
        count, _, family = str(block).partition(":")
        if isinstance(block, bool) or not count.strip().isdigit():
            raise ValueError(f"block is a number from 1 on, or '3:FAMILY', not {block!r}")
        blocked = {"k": small(int(count), "block"), "family": family or None}
    terminals = [_written(position) for position in terminal]
    conventions = {"misere": bool(misere), "block": blocked, "terminals": terminals, "pass": bool(passing)}
    if forced := [_written(position) for position in forced_n]:
        conventions["forced_n"] = forced
    return json.dumps(conventions)


def _sides(size: int | Sequence[int]) -> list[int]:
    """The sides of a table: one for all piles, or one for each."""
    given = [size] if isinstance(size, numbers.Integral) else list(size)  # type: ignore[arg-type]
    return [small(side, "a side of a table") for side in given]


class Game:
    """A game: a name of the catalog with parameters, rules, or a sum; conventions go on top.

    `misere`: the last mover loses. `block=k`: up to k - 1 options are blocked before each move. `terminal`: the game ends
    at these positions too. `forced_n`: at these positions whoever is to move has won. `passing`: one pass in the game.
    `memory` in bytes and `threads` bound every call.

    >>> Game("t-wythoff", t=3).p(first=3).tolist()
    [[0, 0], [1, 4], [2, 8]]
    >>> Game("(i,0) (0,i) (i,i) (1,2) (2,1)", misere=True).p(first=3).tolist()
    [[0, 1], [2, 4], [3, 3]]
    >>> Game("wythoff", block=3).p(first=3).tolist()
    [[0, 0], [0, 1], [0, 2]]
    >>> Game("wythoff", forced_n=[(1, 2)]).p(first=3).tolist()
    [[0, 0], [1, 3], [2, 5]]
    """

    def __init__(
        self,
        spec: str,
        *,
        misere: bool = False,
        block: int | str | None = None,
        terminal: Iterable[Given] = (),
        forced_n: Iterable[Given] = (),
        passing: bool = False,
        memory: int | None = None,
        threads: int | None = None,
        **parameters: Any,
    ) -> None:
        if not isinstance(spec, str):
            raise TypeError(f"a game is given by a text, not {type(spec).__name__}")
        if parameters:
            spec = f"{spec}({','.join(_value(name, value) for name, value in parameters.items())})"
        limits(memory, threads, None, None)
        self._begin(spec, _conventions(misere, block, terminal, passing, forced_n), None, memory, threads)

    def _begin(
        self, spec: str, conventions: str, file: tuple[str, str] | None, memory: int | None, threads: int | None
    ) -> None:
        self.spec = spec
        self._conventions, self._file = conventions, file
        self._memory, self._threads = memory, threads
        self._core = _core.Game(spec, conventions, file)

    @classmethod
    def from_file(
        cls,
        path: str | os.PathLike[str],
        *,
        misere: bool = False,
        block: int | str | None = None,
        terminal: Iterable[Given] = (),
        forced_n: Iterable[Given] = (),
        passing: bool = False,
        memory: int | None = None,
        threads: int | None = None,
        **parameters: Any,
    ) -> Game:
        """The game of a rule file; nothing else reads one.

        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "my.game")
        >>> with open(path, "w") as file:
        ...     _ = file.write("game mine\\nparam t >= 1 = 2\\npiles unordered x, y\\nmove (i, 0)\\nmove (k, l) where |k - l| < t")
        >>> Game.from_file(path, t=3).p(first=3).tolist()
        [[0, 0], [1, 4], [2, 8]]
        """
        with open(path, encoding="utf-8") as file:
            text = file.read()
        given = f"({','.join(_value(name, value) for name, value in parameters.items())})" if parameters else ""
        game = cls.__new__(cls)
        name = os.path.basename(os.fspath(path))
        conventions = _conventions(misere, block, terminal, passing, forced_n)
        game._begin(f"@{name}{given}", conventions, (name, text), memory, threads)
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.spec, self._conventions, self._file, self._memory, self._threads)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, str, tuple[str, str] | None]:
        return self.spec, self._conventions, self._file

    def __repr__(self) -> str:
        on_top = {name: value for name, value in json.loads(self._conventions).items() if value}
        options = "".join(f", {name}={value!r}" for name, value in on_top.items())
        return f"Game({_short(self.spec)!r}{options})"

    def _repr_html_(self) -> str:
        shown = self.describe()._repr_html_()
        picture = self._repr_svg_()
        return shown if picture is None else f"{shown}<div style='max-width:24em'>{picture}</div>"

    def _repr_svg_(self) -> str | None:
        if self.piles != 2:
            return None
        try:
            return self.plot(below=30, bare=True, timeout=_GLANCE)._repr_svg_()
        except (_core.WythoffError, MemoryError):
            return None

    def _call(self, method: str, *arguments: Any, timeout: float | None = None) -> Any:
        progress = Progress()
        try:
            return getattr(self._core, method)(*arguments, limits(self._memory, self._threads, timeout, progress))
        finally:
            progress.end()

    @property
    def name(self) -> str:
        """The game's name; rules without one as they are written.

        >>> Game("t-wythoff", t=3).name
        't-wythoff'
        """
        return self._core.name

    @property
    def piles(self) -> int:
        """Piles and other coordinates of a position.

        >>> Game("nim", piles=4).piles
        4
        """
        return self._core.piles

    @property
    def coordinates(self) -> list[str]:
        """Their names.

        >>> Game("wythoff").coordinates
        ['x', 'y']
        """
        return self._core.coordinates

    @property
    def symmetric(self) -> bool:
        """Whether positions that differ only by the order of their piles are one position.

        >>> Game("wythoff").symmetric, Game("(i,0) (0,2i)").symmetric
        (True, False)
        """
        return self._core.symmetric

    @overload
    def p(
        self,
        first: int | None = None,
        below: int | None = None,
        *,
        skip: int = 0,
        method: Method | None = None,
        timeout: float | None = None,
        lazy: Literal[False] = False,
    ) -> Table: ...
    @overload
    def p(
        self,
        first: int | None = None,
        below: int | None = None,
        *,
        skip: int = 0,
        method: Method | None = None,
        timeout: float | None = None,
        lazy: Literal[True],
    ) -> Positions: ...
    def p(
        self,
        first: int | None = None,
        below: int | None = None,
        *,
        skip: int = 0,
        method: Method | None = None,
        timeout: float | None = None,
        lazy: bool = False,
    ) -> Table | Positions:
        """P-positions in lexicographic order: the first so many, or all with every pile below a bound; int64, (n, piles).

        `lazy=True` iterates over them instead, for more than fits in memory, and without end where no bound is given.

        >>> Game("wythoff").p(below=8).tolist()
        [[0, 0], [1, 2], [3, 5], [4, 7]]
        >>> Game("wythoff").p(first=2, skip=2).evidence.by
        'theorem'
        >>> from itertools import islice
        >>> list(islice(Game("wythoff").p(lazy=True), 3))
        [(0, 0), (1, 2), (3, 5)]
        """
        first = None if first is None else small(first, "first")
        below = None if below is None else small(below, "below")
        skip = small(skip, "skip")
        if lazy:
            return Positions(self, first, below, skip, method, timeout)
        from ._table import Table

        flat, width, text = self._call("p", first, below, skip, method, timeout=timeout)
        return _complete(Table._of(flat.reshape(-1, width), Answer._read(text)), "positions")

    def grundy(self, *sides: int, timeout: float | None = None) -> Table:
        """Grundy values on a box, a uint32 array: one side for all piles, or one for each.

        >>> Game("wythoff").grundy(2, 4).tolist()
        [[0, 1, 2, 3], [1, 2, 0, 4]]
        """
        from ._table import Table

        wanted = [small(side, "a side of a table") for side in sides]
        values, shape, text = self._call("grundy_table", wanted, timeout=timeout)
        return _complete(Table._of(values.reshape(shape), Answer._read(text)), "rows")

    def value(self, position: Given, *, timeout: float | None = None) -> int:
        """The Grundy value of one position.

        >>> Game("wythoff").value((3, 4))
        2
        """
        return int(Answer._read(self._call("grundy_at", _position(position), timeout=timeout)).data["value"])

    def outcome(self, position: Given, *, timeout: float | None = None) -> str:
        """`P` or `N`; for partizan games also `L` or `R`.

        >>> Game("wythoff").outcome((6, 10))
        'P'
        """
        return self.solve(position, timeout=timeout).outcome

    def solve(
        self,
        position: Given,
        *,
        all: bool = False,
        method: Method | None = None,
        certificate: str | None = None,
        timeout: float | None = None,
    ) -> Solution:
        """Who wins, by which move (or `all` of them), and how it is known; piles of any size where the theory allows.

        >>> Game("wythoff").solve((10**1000, 7)).moves
        [(4, 7)]
        """
        text, moves = self._call("solve", _position(position), bool(all), method, certificate, timeout=timeout)
        return Solution._read(text, moves=moves)

    def moves(self, position: Given, *, timeout: float | None = None) -> list[Position]:
        """The positions that can be moved to.

        >>> Game("wythoff").moves((1, 2))
        [(0, 1), (0, 2), (1, 1)]
        """
        found: list[Position] = self._call("options", _position(position), timeout=timeout)
        return found

    def legal(self, before: Given, after: Given, *, timeout: float | None = None) -> Legality:
        """Whether a move is legal: by which family, or which conditions it breaks.

        >>> Game("t-wythoff", t=2).legal((5, 5), (4, 2))
        Legality(not legal: diagonal (k, l) where |k - l| < t: needs |k - l| < t (k = 1, l = 3, t = 2))
        """
        return Legality._read(self._call("legal", _position(before), _position(after), timeout=timeout))

    def describe(self) -> Description:
        """Rules, parameters, sources, what is known, a small table.

        >>> Game("wythoff").describe().title
        "Wythoff's game"
        """
        return Description._read(self._call("describe", timeout=_GLANCE))

    def discover(
        self,
        below: int | None = None,
        *,
        grundy: int | Sequence[int] | None = None,
        deep: bool = False,
        timeout: float | None = None,
    ) -> Discovery:
        """What pattern the P-positions follow, or the rows of Grundy values (`grundy=`), with how far it was checked.

        >>> any(f.statement == "b_n = a_n + n for every n" for f in Game("wythoff").discover(below=200))
        True
        >>> len(Game("wythoff").discover(grundy=(4, 100))) > 0
        True
        """
        if grundy is not None:
            return Discovery._read(self._call("discover_grundy", _sides(grundy), timeout=timeout))
        wanted = None if below is None else small(below, "below")
        return Discovery._read(self._call("discover", wanted, bool(deep), timeout=timeout))

    def slopes(self, first: int = 1000, *, timeout: float | None = None) -> list[dict[str, Any]]:
        """The beams of the first P-positions of a two-pile game: where the ratios y/x of the far half of them lie.

        >>> [(beam["from"], beam["to"]) for beam in Game("wythoff").slopes(100)]
        [('233/144', '13/8')]
        """
        beams: list[dict[str, Any]] = json.loads(self._call("slopes", small(first, "first"), timeout=timeout))
        return beams

    def identify(self, *, timeout: float | None = None) -> Identified:
        """Which known game this is: the same game under its names, and games with the same P-positions or Grundy values.

        >>> Game("(i,0) (0,i) (k,l) where |k - l| < 3").identify().same_game[0].spec
        't-wythoff(t=3)'
        """
        return Identified._read(self._call("identify", timeout=timeout))

    def prove(
        self,
        *,
        candidate: str | os.PathLike[str] | None = None,
        numeration: str | None = None,
        grundy: int | None = None,
        states: int | None = None,
        data: int | None = None,
        implies: str | Iterable[str] = (),
        same_as: str | None = None,
        beyond: int | None = None,
        redundant: bool = False,
        latex: bool = False,
        dot: bool = False,
        walnut: str | os.PathLike[str] | None = None,
        coq: str | os.PathLike[str] | None = None,
        timeout: float | None = 60.0,
    ) -> Proof:
        """A proof for all positions, with a certificate; a counterexample; or which limit was reached.

        `candidate`: a set to be proved or refuted (`"x == y"`, `"beatty ALPHA"`, `"of SPEC"`, or the path of an automaton).
        `implies`: statements about the P-positions. `same_as`: another game, `beyond` a bound on piles. `redundant`: all
        single moves that can be added. `grundy`: the sets of value 0 to that. `latex`: the theorem for a paper. `dot`: the automaton
        as a drawing. `walnut`, `coq`: folders, new or empty, for the files of these provers.

        >>> proof = Game("(i,0) (0,i) (i,i)").prove(timeout=30)
        >>> proof.verdict, bool(check(text=proof.certificate))
        ('proved', True)
        >>> Game("wythoff").prove(candidate="x == y").counterexample
        [1, 1]
        >>> Game("wythoff").prove(implies="exists unique y: P(x, y)").theorems[0]["holds"]
        True
        """
        folders = {"walnut": walnut, "coq": coq}
        for folder in folders.values():
            if folder is not None and os.path.exists(folder) and os.listdir(folder):
                raise FileExistsError(f"the folder {os.fspath(folder)!r} is not empty")
        file = None
        if isinstance(candidate, os.PathLike):
            with open(candidate, encoding="utf-8") as source:
                file = (os.path.basename(os.fspath(candidate)), source.read())
            candidate = f"@{file[0]}"
        request = {
            "candidate": candidate,
            "numeration": numeration,
            "grundy": None if grundy is None else small(grundy, "grundy"),
            "states": None if states is None else small(states, "states"),
            "data": None if data is None else small(data, "data"),
            "implies": [implies] if isinstance(implies, str) else list(implies),
            "same_as": same_as,
            "beyond": None if beyond is None else small(beyond, "beyond"),
            "redundant": bool(redundant),
            "certificate": True,
            "latex": bool(latex),
            "dot": bool(dot),
            "walnut": walnut is not None,
            "coq": coq is not None,
        }
        text, more, files = self._call("prove", json.dumps(request), file, timeout=timeout)
        for kind, name, contents in files:
            path = os.path.join(os.fspath(folders[kind]), name)  # type: ignore[arg-type]
            os.makedirs(os.path.dirname(path), exist_ok=True)
            write(path, contents.encode())
        told = json.loads(text)
        first = [told["certificate"]] if told.get("certificate") else []
        return Proof._of(told, certificates=(*first, *more))

    def theorems(self, *, timeout: float | None = 60.0) -> list[str]:
        """Statements about the P-positions that make sense for the game, decided for all positions.

        >>> "every row has exactly one P-position" in Game("wythoff").theorems()
        True
        """
        return [found["statement"] for found in json.loads(self._call("theorems", timeout=timeout))["findings"]]

    def compare(
        self,
        other: Game,
        below: int = 100,
        *,
        grundy: int | Sequence[int] | None = None,
        timeout: float | None = None,
    ) -> Comparison:
        """Whether two games have the same P-positions below a bound, or the same Grundy values on a box (`grundy=`).

        >>> Game("wythoff").compare(Game("maharaja")).first
        (1, 2)
        >>> Game("wythoff").compare(Game("t-wythoff", t=1), grundy=20).same
        True
        """
        if not isinstance(other, Game):
            raise TypeError(f"a game is compared with a game, not {type(other).__name__}")
        sides = None if grundy is None else _sides(grundy)
        return Comparison._read(self._call("compare", other._core, small(below, "below"), sides, timeout=timeout))

    def periods(self, rows: int | range, *, timeout: float | None = None) -> Periods:
        """The additive periods of rows of the Grundy table (the pile that stays), each closed exactly.

        >>> [(row.preperiod, row.period) for row in Game("wythoff").periods(range(3))]
        [(0, 1), (0, 3), (0, 3)]
        """
        wanted = rows if isinstance(rows, range) else range(whole(rows, "a row"), whole(rows, "a row") + 1)
        if wanted.step != 1 or not wanted:
            raise ValueError(f"rows is a row, or a range of them with steps of 1, not {rows!r}")
        first, last = small(wanted.start, "a row"), small(wanted.stop - 1, "a row")
        return Periods._read(self._call("periods", first, last, timeout=timeout))

    def palace(self, *sides: int, automaton: bool = False, timeout: float | None = None) -> Table:
        """Palace numbers: how many P-positions each cell sees, int64; by `automaton`, less k, from six neighbours each.

        >>> Game("wythoff", block=2).palace(2, 4).tolist()
        [[0, 1, 2, 2], [1, 3, 2, 1]]
        >>> Game("wythoff", block=2).palace(2, 4, automaton=True).tolist()
        [[-2, -1, 0, 0], [-1, 1, 0, -1]]
        """
        import numpy

        from ._table import Table

        wanted = [small(side, "a side of a table") for side in sides]
        if len(wanted) not in (1, 2):
            raise ValueError("palace numbers are of two piles: give one side or two")
        answer = Answer._read(self._call("palace", wanted[0], wanted[-1], bool(automaton), timeout=timeout))
        values = answer.data.pop("values")
        return Table._of(numpy.array(values, dtype=numpy.int64).reshape(wanted[0], wanted[-1]), answer)

    def adjoin(self, vector: Given | None = None, below: int = 200, *, timeout: float | None = None) -> Facts:
        """Whether a move can be adjoined without changing the P-positions; without one, all that cannot.

        >>> Game("wythoff").adjoin((1, 2)).joins
        [(1, 2), (0, 0)]
        """
        move = None if vector is None else _position(vector)
        found = json.loads(self._call("adjoin", move, small(below, "below"), timeout=timeout))
        if found.get("joins") is not None:
            found["joins"] = [place(joined) for joined in found["joins"]]
        return Facts(found)

    def remove(self, vector: Given | None = None, below: int = 200, *, timeout: float | None = None) -> Facts:
        """Whether a move can be removed without changing the P-positions; without one, what each is needed for.

        >>> Game("wythoff").remove((0, 1)).needed_at
        (0, 1)
        """
        move = None if vector is None else _position(vector)
        found = json.loads(self._call("remove", move, small(below, "below"), timeout=timeout))
        if "needed_at" in found:
            found["needed_at"] = place(found["needed_at"])
        return Facts(found)

    def play(self, position: Given, *, second: bool = False, level: int = 100, seed: int = 1) -> Match:
        """A game against the program; `second` lets it begin, `level` 100 is perfect play.

        >>> match = Game("wythoff").play((6, 11))
        >>> match.move((6, 10)), match.hint().wins
        (None, True)
        """
        return Match(self, position, second, level, seed)

    def same(self, other: Game, *, timeout: float | None = 60.0) -> Sameness:
        """Whether two games have the same P-positions for all positions, decided by a proof or a counterexample.

        >>> Game("(i,0) (0,i) (i,i) (1,2) (2,1)").same(Game("wythoff")).first
        (1, 2)
        """
        if not isinstance(other, Game):
            raise TypeError(f"a game is compared with a game, not {type(other).__name__}")
        return Sameness._read(self._call("same", other._core, timeout=timeout))

    def plot(
        self,
        kind: Kind = "p",
        *,
        below: int | None = None,
        other: Game | None = None,
        slopes: Iterable[str] = (),
        bare: bool = False,
        timeout: float | None = None,
    ) -> Picture:
        """A picture: P-positions, Grundy values, ratios, blocking regions, fill rules, differences of two games, periods.

        >>> Game("wythoff").plot(slopes=["(1+sqrt(5))/2"]).svg.startswith("<svg")
        True
        """
        wanted = None if below is None else small(below, "below")
        request = json.dumps({"kind": kind, "below": wanted, "slopes": list(slopes), "bare": bool(bare)})
        return Picture(self, request, other, timeout)

    def export(
        self,
        below: int | None = None,
        format: Format = "csv",
        *,
        first: int | None = None,
        size: int | Sequence[int] | None = None,
        pile: int = 1,
        offset: int = 0,
        path: str | os.PathLike[str] | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """P-positions (`below=` or `first=`) or Grundy values (`size=`) for other tools, and written to `path` if given.

        Formats: csv, json, bfile and oeis (of one `pile`, from the index `offset`), npy, table, parquet, latex.

        >>> Game("wythoff").export(below=4)
        b'x,y\\n0,0\\n1,2\\n'
        >>> Game("wythoff").export(first=4, format="bfile", pile=2, offset=1)
        b'1 0\\n2 2\\n3 5\\n4 7\\n'
        """
        sides = None if size is None else _sides(size)
        bound = None if below is None else small(below, "below")
        count = None if first is None else small(first, "first")
        if isinstance(offset, bool) or not isinstance(offset, numbers.Integral):
            raise TypeError(f"offset is an integer, not {offset!r}")
        data = bytes(
            self._call("export", count, bound, sides, format, small(pile, "pile"), int(offset), timeout=timeout)
        )
        if path is not None:
            write(path, data)
        return data

    def oeis(
        self,
        stripped: str | os.PathLike[str],
        names: str | os.PathLike[str] | None = None,
        *,
        timeout: float | None = None,
    ) -> list[dict[str, Any]]:
        """Where sequences of the game stand in a copy of the OEIS (`stripped` or `stripped.gz`): nothing is sent anywhere.

        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "stripped")
        >>> with open(path, "w") as file:
        ...     _ = file.write("A000201 ,1,3,4,6,8,9,11,12,14,16,17,19,\\n")
        >>> Game("wythoff").oeis(path)[0]["id"]
        'A000201'
        """
        where = (os.fspath(stripped), None if names is None else os.fspath(names))
        found: list[dict[str, Any]] = json.loads(self._call("oeis", *where, timeout=timeout))
        return found


def _complete(table: Table, what: str) -> Table:
    """The table if it is all that was asked for; what a deadline has cut short is in the error's `partial`."""
    if table.answer is None or not table.answer.partial:
        return table
    error = _core.LimitError(
        f"the time allowed is over; {len(table)} {what} were complete, in `partial` of this error"
        "\n   = hint: ask for less, or allow more with timeout="
    )
    error.partial = table
    raise error


class Positions:
    """P-positions one after the other, computed while they are taken; each is a tuple of integers.

    >>> positions = Game("wythoff").p(below=10**6, lazy=True)
    >>> sum(1 for x, y in positions)
    381967
    >>> [chunk.shape for chunk in Game("wythoff").p(first=5, lazy=True).chunks(2)]
    [(2, 2), (2, 2), (1, 2)]
    """

    def __init__(
        self,
        game: Game,
        first: int | None,
        below: int | None,
        skip: int,
        method: Method | None,
        timeout: float | None,
    ) -> None:
        self._game = game
        self._asked = (first, below, skip, method)
        self._timeout = timeout

    def chunks(self, size: int = _CHUNK) -> Iterator[npt.NDArray[np.int64]]:
        """So many at a time, as int64 arrays (n, piles).

        >>> next(Game("wythoff").p(lazy=True).chunks(3)).tolist()
        [[0, 0], [1, 2], [3, 5]]
        """
        game, progress = self._game, Progress()
        bounds = limits(game._memory, game._threads, self._timeout, None)
        stream = game._core.stream(*self._asked, small(size, "size"), bounds)
        width = max(game.piles, 1)
        try:
            while (chunk := stream.next(progress)) is not None:
                yield chunk.reshape(-1, width)
        finally:
            progress.end()

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for chunk in self.chunks():
            yield from map(tuple, chunk.tolist())

    def __repr__(self) -> str:
        first, below, _, _ = self._asked
        many = f"first={first}" if first is not None else "without end" if below is None else f"below={below}"
        return f"Positions({self._game!r}, {many})"


_LARGE = 1 << 20
"""Bytes of an SVG from which a notebook gets the PNG instead."""


class Picture:
    """A picture, computed once and drawn as `svg`, `png()` or `tikz`; a notebook shows it.

    >>> picture = Game("wythoff").plot(below=20)
    >>> picture.svg[:4], picture.png(100)[1:4], picture.tikz.splitlines()[-1]
    ('<svg', b'PNG', '\\\\end{tikzpicture}')
    """

    def __init__(self, game: Game, request: str, other: Game | None, timeout: float | None) -> None:
        self._asked = (game, request, other, timeout)
        self._core: _core.Picture = game._call(
            "picture", request, None if other is None else other._core, timeout=timeout
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Picture, self._asked

    @property
    def svg(self) -> str:
        """As SVG text.

        >>> "P-positions of wythoff" in Game("wythoff").plot().svg
        True
        """
        return self._core.svg()

    @property
    def tikz(self) -> str:
        """As a TikZ picture, for LaTeX.

        >>> "\\\\begin{tikzpicture}" in Game("wythoff").plot(below=20).tikz
        True
        """
        return self._core.tikz()

    def png(self, pixels: int | None = None) -> bytes:
        """As PNG, its frame about so many pixels wide.

        >>> Game("wythoff").plot("grundy").png(200)[1:4]
        b'PNG'
        """
        return self._core.png(None if pixels is None else small(pixels, "pixels"))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file: the name's end (.svg, .png, .tikz or .tex) says which.

        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "wythoff.svg")
        >>> Game("wythoff").plot().save(path)
        >>> open(path).read(4)
        '<svg'
        """
        end = os.path.splitext(os.fspath(path))[1].lower()
        if end == ".png":
            data = self.png()
        elif end == ".svg":
            data = self.svg.encode()
        elif end in (".tikz", ".tex"):
            data = self.tikz.encode()
        else:
            raise ValueError(f"a picture is saved as .svg, .png, .tikz or .tex, not {end!r}")
        write(path, data)

    def __repr__(self) -> str:
        game, request, other, _ = self._asked
        return f"Picture({game!r}, {json.loads(request)['kind']}{'' if other is None else f', {other!r}'})"

    def _repr_svg_(self) -> str | None:
        svg = self.svg
        return svg if len(svg) <= _LARGE else None

    def _repr_png_(self) -> bytes | None:
        return self.png(800) if self._repr_svg_() is None else None


def _again(
    spec: str, conventions: str, file: tuple[str, str] | None, memory: int | None, threads: int | None
) -> Game:
    game = Game.__new__(Game)
    game._begin(spec, conventions, file, memory, threads)
    return game


class Games(list[dict[str, Any]]):
    """Rows of the catalog; a notebook shows them as a table.

    >>> "maharaja" in games("maharaja")._repr_html_()
    True
    """

    def _repr_html_(self) -> str:
        rows = [
            f"<tr><td>{html.escape(str(row.get('name', '')))}</td><td>{html.escape(str(row.get('title') or ''))}</td></tr>"
            for row in self
        ]
        return f"<table><tr><th>name</th><th>title</th></tr>{''.join(rows)}</table>"


def games(word: str | None = None) -> Games:
    """The catalog: every game of the papers, with its parameters, sources and answers.

    >>> [game["name"] for game in games("maharaja")]
    ['maharaja']
    """
    return Games(json.loads(_core.catalog(word)))


def check(
    path: str | os.PathLike[str] | None = None, *, text: str | None = None, timeout: float | None = None
) -> Checked:
    """Re-checks a table, a P-set or a certificate by independent code; a `CheckError` where it is wrong.

    >>> check(text=Game("wythoff").prove().certificate).kind
    'automaton'
    """
    if (path is None) == (text is None):
        raise TypeError("give the path of a file, or its text")
    if path is not None:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    if not isinstance(text, str):
        raise TypeError(f"a certificate is a text, not {type(text).__name__}")
    progress = Progress()
    try:
        return Checked._read(_core.check(text, limits(None, None, timeout, progress)))
    finally:
        progress.end()
