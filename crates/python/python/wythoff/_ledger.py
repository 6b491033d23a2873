"""The ledger of the papers' claims: rows to read, and rows that are run."""

from __future__ import annotations

import html
import json
import os
from collections import Counter
from typing import Any, Literal

from . import _core
from ._facts import Facts
from ._files import write
from ._limits import limits, small
from ._progress import Progress


class Claims(list[Facts]):
    """Rows of the ledger; a notebook shows them as a table.

    >>> "LEX-T13" in claims("LEX-T13")._repr_html_()
    True
    """

    @property
    def counts(self) -> dict[str, int]:
        """How many rows have which status.

        >>> sum(claims().counts.values()) == len(claims())
        True
        """
        return dict(Counter(str(row.data.get("status", row.data["recorded"])) for row in self))

    def _repr_html_(self) -> str:
        most = 50
        rows = [
            f"<tr><td>{html.escape(row.id)}</td><td>{html.escape(str(row.data.get('status', row.recorded)))}</td>"
            f"<td>{html.escape(row.printed[:300])}</td></tr>"
            for row in self[:most]
        ]
        more = f"<p>and {len(self) - most} more</p>" if len(self) > most else ""
        return f"<table><tr><th>row</th><th>status</th><th>printed</th></tr>{''.join(rows)}</table>{more}"


def claims(*words: str) -> Claims:
    """The rows of the ledger in which all words occur, with the status that is recorded for each.

    >>> [row.id for row in claims("Theorem 13", "LEX")][:1]
    ['LEX-T13']
    """
    rows = [Facts(row) for row in json.loads(_core.ledger())]
    texts = ("id", "paper", "locus", "kind", "printed", "reading", "corrected", "note")

    def has(row: Facts) -> bool:
        text = " ".join(str(row.data.get(name, "")) for name in texts).lower()
        return all(word.lower() in text for word in words)

    return Claims(row for row in rows if has(row))


def verify(
    *ids: str,
    paper: str | None = None,
    size: Literal["small", "quick", "deep"] = "quick",
    seed: int = 0,
    report: str | os.PathLike[str] | None = None,
    timeout: float | None = None,
) -> Claims:
    """Runs rows of the ledger (all of a paper, or all, where none is named): both sides by different routes.

    `report` is the path of a document that is written, .md or .html. Ctrl-C begins no further row; one that is at work ends
    by itself.

    >>> row, = verify("LEX-T13", size="small")
    >>> row.status, row.as_recorded
    ('holds', True)
    """
    ends = {".md": "markdown", ".html": "html"}
    return _verified(list(ids), paper, size, seed, report, ends, timeout)


def errata(
    paper: str,
    path: str | os.PathLike[str],
    *,
    size: Literal["small", "quick", "deep"] = "quick",
    timeout: float | None = None,
) -> Claims:
    """Runs the rows of a paper and writes what its authors should read, as .md or .tex.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "rlx.md")
    >>> len(errata("RLX", path, size="small")) > 10, os.path.exists(path)
    (True, True)
    """
    ends = {".md": "errata-markdown", ".tex": "errata-latex"}
    return _verified([], paper, size, 0, path, ends, timeout)


def _verified(
    ids: list[str],
    paper: str | None,
    size: str,
    seed: int,
    path: str | os.PathLike[str] | None,
    ends: dict[str, str],
    timeout: float | None,
) -> Claims:
    document = None
    if path is not None:
        end = os.path.splitext(os.fspath(path))[1].lower()
        if end not in ends:
            raise ValueError(f"a document is written as {' or '.join(ends)}, not {end!r}")
        document = ends[end]
    progress = Progress("rows")
    of = None if paper is None else paper.upper()
    try:
        bounds = limits(None, None, timeout, progress)
        told, text = _core.verify(ids, of, size, small(seed, "seed"), document, bounds)
    finally:
        progress.end()
    if path is not None and text is not None:
        write(path, text.encode())
    rows: list[dict[str, Any]] = json.loads(told)
    return Claims(Facts(row) for row in rows)
