"""A bar for what takes longer than two seconds: a line on standard error in a terminal, a bar below a notebook's cell."""

from __future__ import annotations

import sys
import time
from typing import Any

SHOWN_AFTER = 2.0
"""Seconds before anything is shown."""

_WIDTH = 30


def _notebook() -> bool:
    """Whether a notebook's kernel runs this."""
    shell = sys.modules.get("IPython")
    found = shell.get_ipython() if shell is not None else None
    return found is not None and getattr(found, "kernel", None) is not None


class Progress:
    """Called now and then with what is done and what there is; 0 of 0 where the end is not known.

    >>> bar = Progress()
    >>> bar(1, 2)
    >>> bar.end()
    """

    def __init__(self, unit: str = "") -> None:
        self.start = time.monotonic()
        self.unit = unit
        self._handle: Any = None
        self._shown = False
        self._began: int | None = None

    def words(self, done: int, total: int, passed: float) -> str:
        """How far it is, in words.

        >>> Progress().words(25, 100, 5.0)
        '25 %, 5 s, 15 s left'
        >>> Progress("games").words(50, 100, 5.0)
        '50 of 100 games, 10 a second, 5 s left'
        >>> Progress().words(0, 0, 3.0)
        'at work, 3 s'
        """
        began = self._began or 0
        rate = (done - began) / passed if passed > 0 else 0.0
        if not total or not done:
            return f"at work, {passed:.0f} s"
        left = f", {(total - done) / rate:.0f} s left" if rate > 0 else ""
        if self.unit:
            return f"{done} of {total} {self.unit}, {rate:.3g} a second{left}"
        return f"{100 * done // total} %, {passed:.0f} s{left}"

    def __call__(self, done: int, total: int) -> None:
        if self._began is None:
            # A sweep that goes on has rows already: they say nothing about its rate.
            self._began = done if self.unit else 0
        passed = time.monotonic() - self.start
        if passed < SHOWN_AFTER:
            return
        if _notebook():
            self._below_the_cell(done, total, passed)
        elif sys.stderr is not None and sys.stderr.isatty():
            part = _WIDTH * done // total if total else 0
            line = f"[{'#' * part}{' ' * (_WIDTH - part)}] " if total else ""
            sys.stderr.write(f"\r\x1b[K{line}{self.words(done, total, passed)}")
            sys.stderr.flush()
            self._shown = True

    def _below_the_cell(self, done: int, total: int, passed: float) -> None:
        from IPython.display import HTML, display  # type: ignore[import-not-found, unused-ignore]

        value = f' value="{done}" max="{total}"' if total else ""
        shown: Any = HTML(f"<progress{value}></progress> {self.words(done, total, passed)}")  # type: ignore[no-untyped-call, unused-ignore]
        if self._handle is None:
            self._handle = display(shown, display_id=True)  # type: ignore[no-untyped-call, unused-ignore]
        else:
            self._handle.update(shown)

    def end(self) -> None:
        """Takes the bar away.

        >>> Progress().end()
        """
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        if self._handle is not None:
            from IPython.display import HTML

            self._handle.update(HTML(""))  # type: ignore[no-untyped-call, unused-ignore]
