"""A laboratory for Wythoff-like games.

>>> import wythoff as w
>>> g = w.Game("(i,0) (0,i) (i,i)")
>>> g.p(first=4).tolist()
[[0, 0], [1, 2], [3, 5], [4, 7]]
>>> g.solve((6, 10)).outcome
'P'
"""

from ._answers import Answer, Checked, Discovery, Legality, Proof, Solution, Table
from ._core import CheckError, LimitError, WythoffError
from ._game import Game, check, games
from .sweep import sweep

__all__ = [
    "Answer",
    "CheckError",
    "Checked",
    "Discovery",
    "Game",
    "Legality",
    "LimitError",
    "Proof",
    "Solution",
    "Table",
    "WythoffError",
    "check",
    "games",
    "sweep",
]
__version__ = "0.1.0"
