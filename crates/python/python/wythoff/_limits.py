"""What a call may use, and numbers that count things."""

from __future__ import annotations

import numbers
import os
from collections.abc import Callable
from typing import Any, TypedDict

_MEMORY = 4 << 30
"""Bytes that a call may use where nothing is said, as for the command line."""


class Limits(TypedDict):
    """Bytes, threads, seconds, and who is told how far it is.

    >>> Limits(memory=1 << 30, threads=1, timeout=None, progress=None)["threads"]
    1
    """

    memory: int
    threads: int
    timeout: float | None
    progress: Callable[[int, int], None] | None


def limits(
    memory: int | None, threads: int | None, timeout: float | None, progress: Callable[[int, int], None] | None
) -> Limits:
    """The limits of a call; what is not said is as for the command line.

    >>> limits(None, 1, 30, None)["timeout"]
    30.0
    """
    if timeout is not None:
        if isinstance(timeout, bool) or not isinstance(timeout, numbers.Real):
            raise TypeError(f"timeout is a number of seconds, not {timeout!r}")
        if not 0 <= timeout < 1e18:
            raise ValueError(f"timeout is a number of seconds from 0 on, not {timeout!r}")
    return {
        "memory": _MEMORY if memory is None else small(memory, "memory"),
        "threads": os.cpu_count() or 1 if threads is None else small(threads, "threads"),
        "timeout": None if timeout is None else float(timeout),
        "progress": progress,
    }


def whole(number: Any, what: str) -> int:
    """An integer from 0 on, of Python or numpy.

    >>> whole(7, "a pile")
    7
    """
    if isinstance(number, bool) or not isinstance(number, numbers.Integral):
        raise TypeError(f"{what} is an integer, not {number!r}")
    if number < 0:
        raise ValueError(f"{what} is an integer from 0 on, not {number}")
    return int(number)


def small(number: Any, what: str) -> int:
    """The same where it counts things: at most 64 bits.

    >>> small(7, "first")
    7
    """
    checked = whole(number, what)
    if checked >> 64:
        raise OverflowError(f"{what} is at most 2^64 - 1, not an integer of {checked.bit_length()} bits")
    return checked
