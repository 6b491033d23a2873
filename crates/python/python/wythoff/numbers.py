"""The numbers of the papers: sequences, words, arrays, numeration systems, Beatty sequences, formulas.

Integers of any size go in and out; reals are exact and written as text: `sqrt(2)`, `(1+sqrt(5))/2`, `pi/2`.

>>> from wythoff import numbers
>>> numbers.seq("lower-wythoff", 5)
[1, 3, 4, 6, 8]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal, Union

from ._facts import Facts, asked, decimal, integer, rational
from ._limits import small

__all__ = [
    "array",
    "axioms",
    "beatty",
    "beatty_contains_all",
    "beatty_index",
    "beatty_term",
    "cover",
    "entry",
    "evaluate",
    "fractal",
    "letter",
    "names",
    "rep",
    "seq",
    "shift",
    "slope",
    "spectrum",
    "splitting",
    "term",
    "trailing_zeros",
    "value",
    "word",
]

Real = Union[int, Fraction, str]
"""An exact real: an integer, a fraction, or a text such as `sqrt(2)`."""


def _real(number: Real, what: str) -> str:
    if isinstance(number, bool) or not isinstance(number, (int, Fraction, str)):
        raise TypeError(f"{what} is exact: write 3, Fraction(1, 2) or 'sqrt(2)', not {number!r}")
    if isinstance(number, Fraction):
        return f"{decimal(number.numerator)}/{decimal(number.denominator)}"
    return number if isinstance(number, str) else decimal(number)


def names(kind: Literal["sequences", "arrays", "words", "systems"]) -> list[dict[str, Any]]:
    """What there is: name, parameters, description, source.

    >>> "zeckendorf" in [row["name"] for row in names("systems")]
    True
    """
    rows: list[dict[str, Any]] = asked("names", kind=kind)["names"]
    return rows


def seq(name: str, first: int = 20, *, timeout: float | None = None) -> list[int]:
    """The first terms of a sequence.

    >>> seq('beatty(alpha="pi/2")', 4)
    [1, 3, 4, 6]
    """
    return [integer(term) for term in asked("terms", timeout, name=name, count=small(first, "first"))["values"]]


def term(name: str, index: int, *, timeout: float | None = None) -> int:
    """One term, of any index.

    >>> term("lower-wythoff", 10**20)
    161803398874989484820
    """
    return integer(asked("term", timeout, name=name, index=decimal(index, "the index"))["value"])


def word(name: str, first: int = 60, *, timeout: float | None = None) -> str:
    """The first letters of a word, by its name or its morphism.

    >>> word("a->ab,b->a", 8)
    'abaababa'
    """
    return str(asked("letters", timeout, name=name, count=small(first, "first"))["word"])


def letter(name: str, at: int | tuple[int, int], *, timeout: float | None = None) -> str:
    """One letter, at an index from 1 on, or at (x, y) of a two-dimensional word.

    >>> letter("fibonacci", 10**30) in "01ab"
    True
    """
    place = ",".join(decimal(part) for part in at) if isinstance(at, tuple) else decimal(at, "the index")
    return str(asked("letter", timeout, name=name, at=place)["word"])


def array(name: str, rows: int = 8, columns: int = 8, *, timeout: float | None = None) -> list[list[int | Fraction]]:
    """The corner of an array; of a tree generations and the nodes of each.

    >>> array("wythoff", 2, 5)
    [[1, 2, 3, 5, 8], [4, 7, 11, 18, 29]]
    """
    size = {"rows": small(rows, "rows"), "columns": small(columns, "columns")}
    return [[rational(node) for node in row] for row in asked("corner", timeout, name=name, **size)["values"]]


def entry(name: str, row: int, column: int, *, timeout: float | None = None) -> int | Fraction:
    """One entry of an array, both places counted from 1.

    >>> entry("wythoff", 10**12, 3)
    6854101966245
    """
    place = {"row": decimal(row, "the row"), "column": small(column, "the column")}
    return rational(asked("entry", timeout, name=name, **place)["value"])


def axioms(name: str, rows: int = 8, columns: int = 8, *, timeout: float | None = None) -> Facts:
    """Whether the corner of an array keeps the four axioms of an interspersion.

    >>> axioms("wythoff").interspersion
    True
    """
    return Facts(asked("axioms", timeout, name=name, rows=small(rows, "rows"), columns=small(columns, "columns")))


def fractal(name: str, rows: int = 8, columns: int = 8, *, timeout: float | None = None) -> Facts:
    """The row numbers of 1, 2, 3, ... in an array and their trims: a fractal sequence if it is an interspersion.

    >>> fractal("wythoff").fractal
    True
    """
    return Facts(asked("fractal", timeout, name=name, rows=small(rows, "rows"), columns=small(columns, "columns")))


def rep(system: str, number: int, *, timeout: float | None = None) -> str:
    """The digits of a number in a numeration system.

    >>> rep("zeckendorf", 100), rep("base 7", 100)
    ('1000010100', '202')
    """
    return str(asked("digits", timeout, system=system, number=decimal(number))["digits"])


def value(system: str, digits: str, *, timeout: float | None = None) -> int:
    """The number that digits stand for.

    >>> value("zeckendorf", "1000010100")
    100
    """
    return integer(asked("value", timeout, system=system, digits=digits)["value"])


def shift(system: str, number: int, places: int, *, timeout: float | None = None) -> int:
    """The number whose digits are those of `number`, shifted to the left, or to the right if `places` is negative.

    >>> shift("zeckendorf", 100, 1), shift("zeckendorf", 100, -1)
    (162, 62)
    """
    found = asked("shift", timeout, system=system, number=decimal(number), places=int(decimal(places, "places")))
    return integer(found["value"])


def trailing_zeros(system: str, number: int, *, timeout: float | None = None) -> int:
    """The number of zeros at the end of the digits.

    >>> trailing_zeros("zeckendorf", 100)
    2
    """
    return integer(asked("trailing-zeros", timeout, system=system, number=decimal(number))["trailing_zeros"])


def beatty(
    alpha: Real,
    beta: Real | None = None,
    *,
    gamma: Real = 0,
    delta: Real | None = None,
    first: int = 12,
    timeout: float | None = None,
) -> Facts:
    """The sequences floor(n alpha + gamma) and floor(n beta + delta), and whether they are complementary.

    Without `beta` the second is the one that can be.

    >>> found = beatty("sqrt(2)", first=5)
    >>> found.first, found.second, found.complementary
    ([1, 2, 4, 5, 7], [3, 6, 10, 13, 17], True)
    """
    second = {
        "beta": None if beta is None else _real(beta, "beta"),
        "delta": None if delta is None else _real(delta, "delta"),
    }
    pair = {"alpha": _real(alpha, "alpha"), "gamma": _real(gamma, "gamma"), **second}
    found = asked("beatty", timeout, first=small(first, "first"), **pair)
    for name in ("first", "second", "continued_fraction"):
        if found.get(name) is not None:
            found[name] = [integer(number) for number in found[name]]
    return Facts(found)


def beatty_term(alpha: Real, index: int, *, gamma: Real = 0, timeout: float | None = None) -> int:
    """floor(index * alpha + gamma), exactly.

    >>> beatty_term("(1+sqrt(5))/2", 10**20)
    161803398874989484820
    """
    given = {"alpha": _real(alpha, "alpha"), "gamma": _real(gamma, "gamma")}
    return integer(asked("beatty-term", timeout, index=decimal(index, "the index"), **given)["value"])


def beatty_index(alpha: Real, term: int, *, gamma: Real = 0, timeout: float | None = None) -> int | None:
    """Which term of floor(n alpha + gamma) an integer is; nothing if it is none.

    >>> beatty_index("(1+sqrt(5))/2", 161803398874989484820), beatty_index("(1+sqrt(5))/2", 2)
    (100000000000000000000, None)
    """
    given = {"alpha": _real(alpha, "alpha"), "gamma": _real(gamma, "gamma")}
    index = asked("beatty-index", timeout, term=decimal(term, "the term"), **given)["index"]
    return None if index is None else integer(index)


def beatty_contains_all(alpha: Real, beta: Real, *, timeout: float | None = None) -> Facts:
    """Whether every floor(n beta) is a floor(n alpha) (Bang's test).

    >>> found = beatty_contains_all("(1+sqrt(5))/2", "2+sqrt(5)")
    >>> found.contained, found.relation
    (True, [2, 1])
    """
    return Facts(asked("beatty-within", timeout, alpha=_real(alpha, "alpha"), beta=_real(beta, "beta")))


def cover(*sequences: Real | tuple[Real, Real], timeout: float | None = None) -> Facts:
    """Whether sequences floor(n alpha + gamma), each alpha or (alpha, gamma), split the positive integers.

    >>> cover("7/4", ("7/2", -1), (7, -3)).exact
    True
    """
    written = [
        ",".join(_real(part, "a modulus") for part in given) if isinstance(given, tuple) else _real(given, "a modulus")
        for given in sequences
    ]
    return Facts(asked("cover", timeout, sequences=written))


def splitting(sequences: int, period: int | None = None, *, timeout: float | None = None) -> Facts:
    """Fraenkel's sequences that split the positive integers; with a period, all others of that period.

    >>> splitting(3).sequences
    [['7/4', '0'], ['7/2', '-1'], ['7', '-3']]
    """
    wanted = None if period is None else small(period, "period")
    return Facts(asked("splitting", timeout, sequences=small(sequences, "sequences"), period=wanted))


def spectrum(
    terms: Iterable[int],
    start: int = 1,
    *,
    line: tuple[Real, Real] | None = None,
    timeout: float | None = None,
) -> Facts:
    """Whether integers are floor(n a + b) for n = start, ... and some a and b; and whether for the line (a, b).

    >>> spectrum([1, 3, 4, 6, 8], line=("(1+sqrt(5))/2", 0)).fits
    True
    """
    text = ",".join(decimal(number, "a term") for number in terms)
    tried = None if line is None else (_real(line[0], "a"), _real(line[1], "b"))
    return Facts(asked("spectrum", timeout, terms=text, start=int(decimal(start, "start")), line=tried))


def slope(a: int, b: int, digits: int = 30, *, timeout: float | None = None) -> Facts:
    """The slope l(a,b) of NIM(a,b): its digits, its polynomial, its matrix.

    >>> slope(1, 2, digits=6).slope
    '3.079595'
    """
    return Facts(asked("slope", timeout, a=small(a, "a"), b=small(b, "b"), digits=small(digits, "digits")))


def evaluate(
    formulas: str | Iterable[str],
    ranges: Mapping[str, int | range | str] | None = None,
    *,
    timeout: float | None = None,
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Formulas of the rule language at all values of the variables: (the values, what they give); a condition is 1 or 0.

    >>> evaluate(["n^2", "n^2 >= 4*n"], {"n": range(3, 5)})
    [((3,), (9, 0)), ((4,), (16, 1))]
    """
    wanted = [formulas] if isinstance(formulas, str) else list(formulas)
    written = [f"{name}={_values(name, values)}" for name, values in (ranges or {}).items()]
    lines = asked("evaluate", timeout, formulas=wanted, ranges=written)["lines"]
    return [(tuple(map(integer, line["at"])), tuple(map(integer, line["values"]))) for line in lines]


def _values(name: str, values: int | range | str) -> str:
    if isinstance(values, range):
        if values.step != 1 or not values:
            raise ValueError(f"{name}: a range has steps of 1 and is not empty, not {values!r}")
        return f"{values.start}..{values.stop - 1}"
    return values if isinstance(values, str) else decimal(values, name)
