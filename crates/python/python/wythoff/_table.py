"""Arrays that know how they were found."""

from __future__ import annotations

import html
from typing import Any

import numpy as np

from ._answers import Answer, Evidence

_ROWS, _COLUMNS = 10, 20
"""Rows and columns that a notebook shows."""


class Table(np.ndarray[Any, Any]):
    """An array with the answer that it belongs to, in `answer`; everything else is numpy's.

    >>> from wythoff import Game
    >>> found = Game("wythoff").p(first=3)
    >>> found.dtype.name, found.shape, found.answer.evidence.by
    ('int64', (3, 2), 'theorem')
    """

    answer: Answer | None

    @staticmethod
    def _of(array: np.ndarray[Any, Any], answer: Answer) -> Table:
        """The array, without a copy."""
        table = array.view(Table)
        table.answer = answer
        return table

    @property
    def evidence(self) -> Evidence | None:
        """How the numbers are known.

        >>> from wythoff import Game
        >>> Game("wythoff").grundy(2).evidence.by
        'rules'
        """
        return None if self.answer is None else self.answer.evidence

    def __array_finalize__(self, source: Any) -> None:
        self.answer = getattr(source, "answer", None)

    def __reduce__(self) -> Any:
        whole: Any = super().__reduce__()
        rebuild, arguments, state = whole
        return rebuild, arguments, (state, self.answer)

    def __setstate__(self, state: Any) -> None:
        inner, self.answer = state
        super().__setstate__(inner)

    def _repr_html_(self) -> str | None:
        if self.ndim != 2:
            return None
        (rows, columns), shown = self.shape, np.asarray(self[:_ROWS, :_COLUMNS]).tolist()
        cells = ["<tr>" + "".join(f"<td>{value}</td>" for value in row) + "</tr>" for row in shown]
        cut = "" if rows <= _ROWS and columns <= _COLUMNS else ", cut"
        known = "" if self.evidence is None else f"; known by {html.escape(str(self.evidence))}"
        return f"<table>{''.join(cells)}</table><p>{rows} × {columns}, {self.dtype}{cut}{known}</p>"
