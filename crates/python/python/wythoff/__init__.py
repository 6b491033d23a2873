"""A laboratory for Wythoff-like games.

>>> import wythoff as w
>>> g = w.Game("(i,0) (0,i) (i,i)")
>>> g.p(first=4).tolist()
[[0, 0], [1, 2], [3, 5], [4, 7]]
>>> g.solve((6, 10)).outcome
'P'
"""

from typing import TYPE_CHECKING, Any

from ._answers import (
    Answer,
    Checked,
    Comparison,
    Description,
    Discovery,
    Evidence,
    Finding,
    Identified,
    Known,
    Legality,
    Proof,
    Sameness,
    Solution,
)
from ._core import CheckError, LimitError, WythoffError
from ._game import Game, Picture, Positions, check, games
from ._sweep import sweep

if TYPE_CHECKING:
    from ._table import Table

__all__ = [
    "Answer",
    "CheckError",
    "Checked",
    "Comparison",
    "Description",
    "Discovery",
    "Evidence",
    "Finding",
    "Game",
    "Identified",
    "Known",
    "Legality",
    "LimitError",
    "Picture",
    "Positions",
    "Proof",
    "Sameness",
    "Solution",
    "Table",
    "WythoffError",
    "check",
    "games",
    "sweep",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # numpy is imported with the first array, not with the package.
    if name == "Table":
        from ._table import Table

        return Table
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
