"""From sequences to games, and to patterns."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from . import _core
from ._answers import Discovery
from ._facts import Facts, asked, decimal
from ._limits import limits, small
from ._progress import Progress
from .numbers import Real, _real

Kind = Literal["wytlex", "relaxed-simple", "relaxed", "star"]
"""A kind of game that a pair of sequences may give."""


def design_beatty(
    alpha: Real,
    gamma: Real = 0,
    *,
    terms: int = 60,
    kinds: Sequence[Kind] | None = None,
    timeout: float | None = None,
) -> list[Facts]:
    """Games whose P-positions are floor(n alpha + gamma) and its complement: `spec` and how far, or the `obstruction`.

    >>> design_beatty("sqrt(2)", kinds=["wytlex"])[0].reach
    'for every position'
    """
    pair = {"alpha": _real(alpha, "alpha"), "gamma": _real(gamma, "gamma"), "terms": small(terms, "terms")}
    found = asked("design-beatty", timeout, kinds=None if kinds is None else list(kinds), **pair)
    return [Facts(design) for design in found["designs"]]


def design_pairs(
    pairs: Iterable[Sequence[int]], *, kinds: Sequence[Kind] | None = None, timeout: float | None = None
) -> list[Facts]:
    """Games whose P-positions are the pairs that are listed; (0, 0) may come first.

    >>> from wythoff import Game
    >>> any("spec" in design for design in design_pairs(Game("t-wythoff", t=2).p(first=40)))
    True
    """
    listed = [[small(number, "a number of a pair") for number in pair] for pair in pairs]
    found = asked("design-pairs", timeout, pairs=listed, kinds=None if kinds is None else list(kinds))
    return [Facts(design) for design in found["designs"]]


def discover(terms: Iterable[int], *, start: int = 1, timeout: float | None = None) -> Discovery:
    """What pattern an integer sequence follows; its terms are counted from `start`.

    >>> len(discover([1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21])) > 0
    True
    """
    listed = []
    for term in terms:
        number = int(decimal(term, "a term"))
        if not -(1 << 63) <= number < 1 << 63:
            raise OverflowError(f"a term fits 64 bits, not {number.bit_length()}")
        listed.append(number)
    return Discovery._of(asked("discover", timeout, terms=listed, start=int(decimal(start, "start"))))


def family(template: str, range: str, *, timeout: float | None = 60.0) -> Facts:
    """Theorems about each game of a family, and how they go on with its parameter.

    `members` are the games, `schemas` the statements with the parameter in them: proved for the values in `proved_for`, and
    conjectured for all others.

    >>> found = family("t-wythoff(t={t})", "t=1..4")
    >>> [member["states"] for member in found.members]
    [7, 9, 11, 13]
    >>> [schema["statement"] for schema in found.schemas if schema["kind"] == "states"]
    ['the automaton of the P-positions has 2t + 5 states']
    """
    return Facts(asked("family", timeout, template=template, range=range))


def oeis(
    terms: Iterable[int],
    stripped: str | os.PathLike[str],
    names: str | os.PathLike[str] | None = None,
    *,
    timeout: float | None = None,
) -> list[dict[str, Any]]:
    """Where a sequence stands in a copy of the OEIS (`stripped` or `stripped.gz`): nothing is sent anywhere.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "stripped")
    >>> with open(path, "w") as file:
    ...     _ = file.write("A000201 ,1,3,4,6,8,9,11,12,14,16,17,19,\\n")
    >>> oeis([0, 1, 3, 4, 6, 8, 9, 11, 12], path)[0]["id"]
    'A000201'
    """
    text = ",".join(decimal(term, "a term") for term in terms)
    progress = Progress()
    try:
        where = (os.fspath(stripped), None if names is None else os.fspath(names))
        found = _core.oeis(text, *where, limits(None, None, timeout, progress))
    finally:
        progress.end()
    matches: list[dict[str, Any]] = json.loads(found)
    return matches
