"""Answers that are a handful of fields, and integers of any size between Python and JSON."""

from __future__ import annotations

import html
import json
import numbers
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from . import _core
from ._answers import _MOST, _short
from ._limits import limits
from ._progress import Progress

_PYTHON = 4000
"""Digits that Python itself converts."""


def decimal(number: Any, what: str = "a number") -> str:
    """An integer in decimal, however long it is.

    >>> len(decimal(10**5000)), decimal(-7)
    (5001, '-7')
    """
    if isinstance(number, bool) or not isinstance(number, numbers.Integral):
        raise TypeError(f"{what} is an integer, not {number!r}")
    size = abs(int(number))
    digits = _core.decimal(size.to_bytes((size.bit_length() + 7) // 8, "little"))
    return f"-{digits}" if number < 0 else digits


def integer(text: int | str) -> int:
    """An integer as JSON has it: a number, or its decimal digits.

    >>> integer("1" + 5000 * "0") == 10**5000, integer(-7)
    (True, -7)
    """
    if isinstance(text, int) or len(text) <= _PYTHON:
        return int(text)
    size = int.from_bytes(_core.bytes_of(text.lstrip("-")), "little")
    return -size if text.startswith("-") else size


def rational(text: int | str) -> int | Fraction:
    """An integer or a fraction as JSON has it.

    >>> rational("3/2"), rational("7")
    (Fraction(3, 2), 7)
    """
    if isinstance(text, str) and "/" in text:
        above, below = text.split("/")
        return Fraction(integer(above), integer(below))
    return integer(text)


def position(told: Any) -> Any:
    """A position as JSON has it: piles as a tuple of integers of any size, anything else as it is.

    >>> position([3, "100000000000000000000"]), position("20;last=4")
    ((3, 100000000000000000000), '20;last=4')
    """
    return tuple(rational(pile) for pile in told) if isinstance(told, list) else told


class Facts:
    """An answer: its fields are attributes, under the names that the JSON has; `data` has them all.

    >>> from wythoff.numbers import slope
    >>> found = slope(1, 2, digits=6)
    >>> found.slope, found["a"], "matrix" in found
    ('3.079595', 1, True)
    """

    data: dict[str, Any]

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def __getattr__(self, name: str) -> Any:
        # While it is unpickled there is no data yet.
        if name != "data" and name in self.data:
            return self.data[name]
        raise AttributeError(f"this answer has no {name!r}; it has {', '.join(self.__dict__.get('data', {}))}")

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __contains__(self, name: object) -> bool:
        return name in self.data

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.data]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facts) and self._said() == other._said()

    def _said(self) -> dict[str, Any]:
        """What is said, without how long it took."""
        return {name: value for name, value in self.data.items() if name != "seconds"}

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_short(repr(value), 200)}" for name, value in self._said().items())
        return _short(f"{type(self).__name__}({fields})")

    def _repr_html_(self) -> str:
        def shown(value: Any) -> str:
            items = value if isinstance(value, (list, tuple)) else None
            if items is not None and len(items) > _MOST:
                return html.escape(_short(", ".join(map(str, items[:_MOST])), 400)) + " …"
            return html.escape(_short(str(value), 400))

        rows = (f"<tr><td>{html.escape(name)}</td><td>{shown(value)}</td></tr>" for name, value in self._said().items())
        return f"<table>{''.join(rows)}</table>"


def asked(question: str, timeout: float | None = None, **fields: Any) -> dict[str, Any]:
    """The answer to a question that is about no game.

    >>> asked("term", name="lower-wythoff", index="4")["value"]
    6
    """
    progress = Progress()
    try:
        text = _core.ask(json.dumps({"ask": question, **fields}), limits(None, None, timeout, progress))
    finally:
        progress.end()
    found: dict[str, Any] = json.loads(text)
    return found
