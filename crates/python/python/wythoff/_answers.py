"""Answers: small objects with the fields of the JSON that the command line prints, and the evidence with them."""

from __future__ import annotations

import html
import json
from typing import Any

import numpy as np

_LONGEST = 2000
"""Characters of a text that is shown before it is cut."""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST // 2] + " ... " + text[-_LONGEST // 2 :]


class Answer:
    """An answer of the laboratory: every field of the JSON is an attribute, `data` is the whole.

    >>> Answer('{"by": "rules", "seconds": 0.5}').by
    'rules'
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.data: dict[str, Any] = json.loads(text)

    def __getattr__(self, name: str) -> Any:
        # Not found in the usual way: a field of the JSON, or nothing.
        data = self.__dict__.get("data", {})
        if name in data:
            return data[name]
        raise AttributeError(f"{type(self).__name__} has no field {name!r}; it has {', '.join(data)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._text,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._timeless() == other._timeless()

    def _timeless(self) -> dict[str, Any]:
        return {name: value for name, value in self.data.items() if name != "seconds"}

    def _reason(self) -> str:
        return ", ".join(f"{name}={value!r}" for name, value in self._timeless().items())

    @property
    def evidence(self) -> str:
        """How the answer is known."""
        cites = self.data.get("cites") or []
        known = self.data.get("by", "rules") + (f" ({', '.join(cites)})" if cites else "")
        reason = self.data.get("reason") or self.data.get("method") or ""
        return f"{known}: {reason}" if reason else known

    def __repr__(self) -> str:
        return _short(f"{type(self).__name__}({self._reason()})")

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(_short(self._reason()))}</p>"


def _pile(pile: Any) -> Any:
    """Piles above 2^53 come as decimal strings."""
    return int(pile) if isinstance(pile, str) and pile.isdigit() else pile


class Solution(Answer):
    """Who wins a position, by which moves, and how it is known."""

    @property
    def outcome(self) -> str:
        """`P`, `N`, or for partizan games `L` or `R`."""
        return str(self.data["outcome"])

    @property
    def moves(self) -> list[Any]:
        """The positions that winning moves lead to: tuples of integers, or text where there is more to them."""
        return [tuple(map(_pile, to)) if isinstance(to, list) else to for to in self.data["moves"]]

    def _reason(self) -> str:
        moves = "" if not self.moves else f", move to {self.moves[0]}"
        return f"{self.outcome}{moves}; known by {self.evidence}"


class Legality(Answer):
    """Whether a move is legal; truthy if it is."""

    def __bool__(self) -> bool:
        return bool(self.data["legal"])

    def _reason(self) -> str:
        return f"legal, by {self.data['family']}" if self else "not legal: " + "; ".join(self.data["reasons"])


class Discovery(Answer):
    """Findings, each with kind, statement and bound."""

    def __iter__(self) -> Any:
        return iter(self.data["findings"])

    def __len__(self) -> int:
        return len(self.data["findings"])

    def _reason(self) -> str:
        return "\n".join(f"{f['kind']}: {f['statement']} [{f['bound']}]" for f in self)


class Proof(Answer):
    """The verdict of a search for a proof; truthy if it is proved."""

    def __bool__(self) -> bool:
        return bool(self.data["verdict"] == "proved")

    @property
    def verdict(self) -> str:
        """`proved` or `unknown`."""
        return str(self.data["verdict"])

    @property
    def certificate(self) -> str | None:
        """The certificate, for `check`."""
        return self.data.get("certificate")

    def _reason(self) -> str:
        limit = self.data.get("limit")
        return str(self.data["statement"]) + (f"; {limit}" if limit else "")


class Checked(Answer):
    """What a file that is right says; truthy."""

    def __bool__(self) -> bool:
        return bool(self.data["ok"])

    def _reason(self) -> str:
        return f"{self.data['kind']}: {self.data['details']}"


class Table(np.ndarray[Any, Any]):
    """An array with the answer that it belongs to, in `answer`.

    >>> import numpy as np
    >>> Table.of(np.zeros((2, 2), dtype=np.uint32), Answer('{"by": "rules"}')).answer.by
    'rules'
    """

    answer: Answer | None

    @staticmethod
    def of(array: np.ndarray[Any, Any], answer: Answer) -> Table:
        """The array, without a copy."""
        table = array.view(Table)
        table.answer = answer
        return table

    def __array_finalize__(self, source: Any) -> None:
        self.answer = getattr(source, "answer", None)
