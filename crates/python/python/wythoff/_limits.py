"""What a call may use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict


class Limits(TypedDict):
    """Bytes, threads, seconds, and who is told how far it is.

    >>> Limits(memory=1 << 30, threads=1, timeout=None, progress=None)["threads"]
    1
    """

    memory: int
    threads: int
    timeout: float | None
    progress: Callable[[int, int], None] | None
