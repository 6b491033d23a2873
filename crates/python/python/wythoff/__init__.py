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
    PeriodRow,
    Periods,
    Proof,
    Sameness,
    Solution,
)
from . import numbers
from ._core import CheckError, LimitError, WythoffError
from ._design import design_beatty, design_pairs, discover, family, oeis
from ._facts import Facts
from ._game import Game, Picture, Positions, check, games
from ._ledger import Claims, claims, errata, verify
from ._play import Match
from ._sweep import sweep

if TYPE_CHECKING:
    from ._table import Table

__all__ = [
    "Answer",
    "CheckError",
    "Checked",
    "Claims",
    "Comparison",
    "Description",
    "Discovery",
    "Evidence",
    "Facts",
    "Finding",
    "Game",
    "Identified",
    "Known",
    "Legality",
    "LimitError",
    "Match",
    "PeriodRow",
    "Periods",
    "Picture",
    "Positions",
    "Proof",
    "Sameness",
    "Solution",
    "Table",
    "WythoffError",
    "check",
    "claims",
    "design_beatty",
    "design_pairs",
    "discover",
    "errata",
    "family",
    "games",
    "numbers",
    "oeis",
    "sweep",
    "verify",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # numpy is imported with the first array, not with the package.
    if name == "Table":
        from ._table import Table

        return Table
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
