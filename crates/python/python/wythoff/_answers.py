"""Answers: small typed objects with the fields of the JSON that the command line prints, and how they are known."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, Union

Position = Union[tuple[int, ...], str]
"""A position that comes back: a tuple of integers of any size, or text where there is more to it than piles."""

_LONGEST = 2000
"""Characters of a text that is shown before it is cut."""

_MOST = 12
"""Items of a list that are shown."""


def _short(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else text[: longest // 2] + " ... " + text[-longest // 2 :]


def _told(position: object) -> str:
    """A position in words: huge piles by their first digits and their size."""
    if not isinstance(position, tuple):
        return _short(str(position), 200)
    return "(" + ", ".join(_number(pile) for pile in position) + ")"


def _number(pile: int) -> str:
    bits = pile.bit_length()
    # Python refuses to write integers of more than 4,300 digits by default, and nobody reads them.
    return str(pile) if bits <= 400 else f"an integer of {bits} bits"


@dataclass(frozen=True)
class Evidence:
    """How an answer is known: `by` the rules, a theorem or a proof; rows of the ledger; why, in words.

    >>> from wythoff import Game
    >>> known = Game("wythoff").solve((6, 10)).evidence
    >>> known.by, known.cites
    ('theorem', ('VIS-T2', 'VIS-T1', 'GEO-A2'))
    >>> print(Game("wythoff").solve((6, 10), method="rules").evidence)
    rules: the referee followed every line of play
    """

    by: Literal["rules", "theorem", "proof"]
    cites: tuple[str, ...] = ()
    reason: str = ""
    proof: dict[str, Any] | None = None

    @staticmethod
    def _of(data: dict[str, Any]) -> Evidence:
        told = data.get("statement")
        reason = data.get("reason") or data.get("method") or (told if isinstance(told, str) else "")
        return Evidence(data["by"], tuple(data.get("cites") or ()), reason, data.get("proof"))

    def __str__(self) -> str:
        known = self.by + (f" ({', '.join(self.cites)})" if self.cites else "")
        return _short(f"{known}: {self.reason}" if self.reason else known)


A = TypeVar("A", bound="Answer")


@dataclass(frozen=True, repr=False)
class Answer:
    """An answer of the laboratory; `data` holds every field of its JSON, `evidence` says how it is known.

    >>> from wythoff import Game
    >>> answer = Game("t-wythoff", t=3).p(first=2).answer
    >>> answer.game, answer.params, answer.data["convention"], answer.evidence.by
    ('t-wythoff', {'t': 3}, 'normal', 'theorem')
    """

    data: dict[str, Any] = field(compare=False)
    evidence: Evidence

    @classmethod
    def _read(cls: type[A], text: str, **more: Any) -> A:
        return cls._of(json.loads(text), **more)

    @classmethod
    def _of(cls: type[A], data: dict[str, Any], **more: Any) -> A:
        # What came beside the JSON belongs to its fields too.
        data.update({name: value for name, value in more.items() if name in data})
        data.setdefault("by", "proof" if cls._is_proof(data) else "rules")
        return cls(data=data, evidence=Evidence._of(data), **cls._fields(data), **more)

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        return {}

    @classmethod
    def _is_proof(cls, data: dict[str, Any]) -> bool:
        return False

    @property
    def game(self) -> str:
        """The game's name; rules without one as they are written.

        >>> from wythoff import Game
        >>> Game("wythoff").solve((1, 2)).game
        'wythoff'
        """
        return str(self.data.get("game", ""))

    @property
    def params(self) -> dict[str, Any]:
        """The game's parameters with their values.

        >>> from wythoff import Game
        >>> Game("t-wythoff", t=2).solve((1, 2)).params
        {'t': 2}
        """
        return dict(self.data.get("params") or {})

    @property
    def partial(self) -> bool:
        """Whether a limit ended the computation before everything was found.

        >>> from wythoff import Game
        >>> Game("wythoff").p(first=2).answer.partial
        False
        """
        return bool(self.data.get("partial", False))

    @property
    def seconds(self) -> float:
        """Time spent computing.

        >>> from wythoff import Game
        >>> Game("wythoff").solve((1, 2)).seconds < 60
        True
        """
        return float(self.data.get("seconds", 0.0))

    def _reason(self) -> str:
        return f"{self.game}; known by {self.evidence}"

    def __repr__(self) -> str:
        return _short(f"{type(self).__name__}({self._reason()})")

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(_short(self._reason()))}</p>"


@dataclass(frozen=True, repr=False)
class Solution(Answer):
    """Who wins a position (`outcome`: `P`, `N`, for partizan games `L` or `R`), and where winning moves lead (`moves`).

    >>> from wythoff import Game
    >>> solved = Game("wythoff").solve((6, 11))
    >>> solved.outcome, solved.moves
    ('N', [(6, 10)])
    >>> Game("wythoff").solve((6, 11), method="rules")
    Solution(N, move to (6, 10); known by rules: the referee followed every line of play)
    """

    outcome: str
    moves: list[Position]
    value: Any = None

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        return {"outcome": data["outcome"], "value": data.get("value")}

    def _reason(self) -> str:
        more = f" or {len(self.moves) - 1} others" if len(self.moves) > 1 else ""
        moves = f", move to {_told(self.moves[0])}{more}" if self.moves else ""
        return f"{self.outcome}{moves}; known by {self.evidence}"

    def _repr_html_(self) -> str:
        wins = {"P": "the player to move loses", "N": "the player to move wins"}.get(self.outcome, "")
        moves = ", ".join(_told(to) for to in self.moves[:_MOST]) + (" …" if len(self.moves) > _MOST else "")
        shown = f"<p><b>{html.escape(self.outcome)}</b>: {wins}"
        shown += f"; move to {html.escape(_short(moves))}" if moves else ""
        return shown + f"</p><p>known by {html.escape(str(self.evidence))}</p>"


@dataclass(frozen=True, repr=False)
class Legality(Answer):
    """Whether a move is legal, by which `family`, or for which `reasons` not; truthy if it is.

    >>> from wythoff import Game
    >>> bool(Game("wythoff").legal((6, 10), (2, 6)))
    True
    >>> Game("wythoff").legal((6, 10), (2, 5)).reasons[0]
    'the move takes 1 and 8, or 4 and 5, and no family does'
    """

    legal: bool
    family: str | None = None
    reasons: tuple[str, ...] = ()

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        return {"legal": data["legal"], "family": data.get("family"), "reasons": tuple(data.get("reasons") or ())}

    def __bool__(self) -> bool:
        return self.legal

    def _reason(self) -> str:
        return f"legal, by {self.family}" if self.legal else "not legal: " + "; ".join(self.reasons)


@dataclass(frozen=True)
class Finding:
    """One thing that the data show: its `kind`, the `statement`, how far it was checked, and the numbers in it; what is known
    `by` proof holds for all positions.

    >>> from wythoff import Game
    >>> next(f for f in Game("wythoff").discover(below=200) if f.kind == "difference").statement
    'b_n = a_n + n for every n'
    """

    kind: str
    statement: str
    bound: str
    by: str = "rules"
    data: Any = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"{self.kind}: {self.statement} [{self.bound}]"


@dataclass(frozen=True, repr=False)
class Discovery(Answer):
    """What pattern a game follows: `findings`, the simplest first. Found in data, not proved.

    >>> from wythoff import Game
    >>> found = Game("wythoff").discover(below=200)
    >>> len(found) > 3, found.findings[0].kind
    (True, 'slope')
    """

    findings: tuple[Finding, ...]

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        return {"findings": tuple(Finding(**found) for found in data["findings"])}

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def _reason(self) -> str:
        return "\n".join(str(found) for found in self.findings)

    def _repr_html_(self) -> str:
        rows = [
            f"<tr><td>{html.escape(f.kind)}</td><td>{html.escape(_short(f.statement, 400))}</td>"
            f"<td>{html.escape(_short(f.bound, 100))}</td></tr>"
            for f in self.findings[:_MOST]
        ]
        more = f"<p>and {len(self) - _MOST} more</p>" if len(self) > _MOST else ""
        head = "<tr><th>kind</th><th>statement</th><th>checked</th></tr>"
        return f"<table>{head}{''.join(rows)}</table>{more}"


@dataclass(frozen=True, repr=False)
class Proof(Answer):
    """The verdict of a search for a proof: `proved`, `refuted`, `unknown`, or `fits` as far as said; truthy if it is proved.

    `certificate` is a text that `wythoff.check` re-checks by independent code; `certificates` are all of them, where several
    statements were decided. `theorems`, `redundant`, `exceptions`, `latex` are there where they were asked for.

    >>> from wythoff import Game
    >>> proof = Game("(i,0) (0,i) (i,i)").prove()
    >>> proof.verdict, proof.kind, proof.states, bool(proof)
    ('proved', 'automaton', 7, True)
    """

    verdict: str
    statement: str
    kind: str | None = None
    numeration: str | None = None
    states: int | None = None
    limit: str | None = None
    certificate: str | None = None
    counterexample: Any = None
    theorems: tuple[dict[str, Any], ...] = ()
    redundant: dict[str, Any] | None = None
    exceptions: tuple[dict[str, Any], ...] | None = None
    latex: str | None = None
    dot: str | None = None
    formula: dict[str, Any] | None = None
    certificates: tuple[str, ...] = ()

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        names = ["verdict", "statement", "kind", "numeration", "states", "limit", "certificate"]
        names += ["counterexample", "redundant", "latex", "dot", "formula"]
        exceptions = data.get("exceptions")
        lists = {
            "theorems": tuple(data.get("theorems") or ()),
            "exceptions": None if exceptions is None else tuple(exceptions),
        }
        return {**{name: data.get(name) for name in names}, **lists}

    @classmethod
    def _is_proof(cls, data: dict[str, Any]) -> bool:
        return bool(data["verdict"] == "proved")

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    def _reason(self) -> str:
        return self.statement + (f"; {self.limit}" if self.limit else "")


@dataclass(frozen=True)
class PeriodRow:
    """G(row, x + period) = G(row, x) + period for all x >= preperiod, both as small as they can be.

    >>> from wythoff import Game
    >>> row = Game("wythoff").periods(3).rows[0]
    >>> row.row, row.preperiod, row.period
    (3, 8, 6)
    """

    row: int
    preperiod: int
    period: int
    closed: int
    cycle: int


@dataclass(frozen=True, repr=False)
class Periods(Answer):
    """The additive periods of rows of a Grundy table, each closed exactly.

    >>> from wythoff import Game
    >>> [row.period for row in Game("wythoff").periods(range(4))]
    [1, 3, 3, 6]
    """

    rows: tuple[PeriodRow, ...]

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        return {"rows": tuple(PeriodRow(**row) for row in data["rows"])}

    def __iter__(self) -> Iterator[PeriodRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def _reason(self) -> str:
        shown = ", ".join(f"row {row.row}: {row.period} from {row.preperiod} on" for row in self.rows[:_MOST])
        return f"{shown}{' …' if len(self) > _MOST else ''}; known by {self.evidence}"


@dataclass(frozen=True, repr=False)
class Checked(Answer):
    """What a file that is right says; a file that is wrong is a `CheckError`.

    >>> from wythoff import Game, check
    >>> checked = check(text=Game("wythoff").export(below=8, format="table").decode())
    >>> checked.kind, checked.details
    ('p-set', 'normal play, coordinates below 8,8: 36 positions checked, 4 of them P')
    """

    ok: bool
    kind: str
    details: str
    compared: bool
    about: str
    statement: tuple[str, ...] = ()

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        names = ("ok", "kind", "details", "compared", "about")
        return {**{name: data[name] for name in names}, "statement": tuple(data.get("statement") or ())}

    @classmethod
    def _is_proof(cls, data: dict[str, Any]) -> bool:
        return data["kind"] in ("automaton", "transducer", "theorem")

    def __bool__(self) -> bool:
        return self.ok

    def _reason(self) -> str:
        return f"{self.kind}: {self.details}"


@dataclass(frozen=True, repr=False)
class Description(Answer):
    """A game as the laboratory knows it: `title`, `words`, `rules`, `theory`, `sources`, `notes`, small P-positions.

    >>> from wythoff import Game
    >>> shown = Game("wythoff").describe()
    >>> shown.title, shown.positions[:3]
    ("Wythoff's game", ('0,0', '1,2', '3,5'))
    """

    title: str | None
    words: str | None
    rules: str
    order: str
    theory: str | None
    known_as: str | None
    positions: tuple[str, ...]
    sources: tuple[str, ...]
    notes: tuple[str, ...]

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        texts = {name: data.get(name) for name in ("title", "words", "rules", "order", "theory", "known_as")}
        return {**texts, **{name: tuple(data.get(name) or ()) for name in ("positions", "sources", "notes")}}

    def _reason(self) -> str:
        return "; ".join(part for part in (self.title, self.words, self.theory) if part) or self.rules.strip()

    def _repr_html_(self) -> str:
        parts = [f"<b>{html.escape(self.title or self.game)}</b>"]
        parts += [f"<p>{html.escape(_short(part))}</p>" for part in (self.words, self.theory) if part]
        parts.append(f"<pre>{html.escape(_short(self.rules.strip()))}</pre>")
        if self.positions:
            parts.append(f"<p>P-positions: {html.escape('  '.join(self.positions[:_MOST]))} …</p>")
        return "".join(parts)


@dataclass(frozen=True)
class Known:
    """A game of the catalog that agrees with the one asked about: by proof, or for piles below `bound`.

    >>> from wythoff import Game
    >>> Game("(i,0) (0,i) (i,i)").identify().same_game[0]
    Known(spec='wythoff', by='proof', bound=None)
    """

    spec: str
    by: str
    bound: int | None = None


@dataclass(frozen=True, repr=False)
class Identified(Answer):
    """Which known game this is: the same game, and games with the same P-positions or Grundy values.

    >>> from wythoff import Game
    >>> Game("(i,0) (0,i) (k,l) where k - l < 3 and l - k < 3").identify().same_game[0].spec
    't-wythoff(t=3)'
    """

    theory: str | None
    same_game: tuple[Known, ...]
    same_p: tuple[Known, ...]
    same_grundy: tuple[Known, ...]

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        lists = ("same_game", "same_p", "same_grundy")
        return {"theory": data.get("theory"), **{name: tuple(Known(**known) for known in data[name]) for name in lists}}

    def _reason(self) -> str:
        def those(games: tuple[Known, ...]) -> str:
            bounded = (game.spec + (f" (piles below {game.bound})" if game.bound else "") for game in games[:_MOST])
            return ", ".join(bounded)

        named = f"the same game: {those(self.same_game)}" if self.same_game else "no game of the catalog has these moves"
        parts = [named]
        parts += [f"theory: {self.theory}"] if self.theory else []
        parts += [f"the same P-positions: {those(self.same_p)}"] if self.same_p else []
        parts += [f"the same Grundy values: {those(self.same_grundy)}"] if self.same_grundy else []
        return "; ".join(parts)


@dataclass(frozen=True, repr=False)
class Comparison(Answer):
    """Whether two games agree below a bound, and the `first` position where they do not; truthy if they agree.

    >>> from wythoff import Game
    >>> Game("wythoff").compare(Game("maharaja")).first
    (1, 2)
    >>> bool(Game("(i,0) (0,i) (i,2i)").compare(Game("nim", piles=2), grundy=32))
    True
    """

    same: bool
    first: tuple[int, ...] | None
    below: tuple[int, ...]
    what: str

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        first = data["first"]
        return {
            "same": data["same"],
            "first": None if first is None else tuple(first),
            "below": tuple(data["below"]),
            "what": data["what"],
        }

    def __bool__(self) -> bool:
        return self.same

    def _reason(self) -> str:
        what = "P-positions" if self.what == "p" else "Grundy values"
        below = ", ".join(map(str, self.below))
        return f"the {what} agree below {below}" if self.same else f"the {what} differ first at {_told(self.first)}"


@dataclass(frozen=True, repr=False)
class Sameness(Answer):
    """Whether two games have the same P-positions for all positions: `proved`, `refuted` at `first`, or `unknown`.

    >>> from wythoff import Game
    >>> Game("(i,0) (0,i) (i,i) (2,4) (4,2)").same(Game("wythoff")).verdict
    'proved'
    """

    verdict: str
    first: tuple[int, ...] | None

    @classmethod
    def _is_proof(cls, data: dict[str, Any]) -> bool:
        return bool(data["verdict"] == "proved")

    @classmethod
    def _fields(cls, data: dict[str, Any]) -> dict[str, Any]:
        first = data["first"]
        return {"verdict": data["verdict"], "first": None if first is None else tuple(first)}

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    def _reason(self) -> str:
        at = "" if self.first is None else f" at {_told(self.first)}"
        return f"{self.verdict}{at}: {self.evidence.reason}"
