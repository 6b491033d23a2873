"""Questions asked of a grid of games, on the cores of this machine or on a dask cluster.

What is asked, what a row holds and how it is kept is the crate `wythoff-sweep`, the same as for `wyt sweep`: a row is a pure
function of spec, questions and limits, and a store ends with the same bytes whatever the order, the threads or the engine.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Union

from . import _core
from ._game import Game, Given, _conventions
from ._limits import limits, small
from ._progress import Progress

if TYPE_CHECKING:
    import pandas

Values = Union[str, range, Iterable[Any]]
"""What a name runs through: `"1..20"`, `"a+1..20"`, a range, or a list of values."""

_TASK = 2.0
"""Seconds that a task of a cluster takes, about: with much shorter ones the scheduler is what is waited for."""

_FIRST = 4
"""Games of the first tasks, before it is known how long one takes."""

_LARGEST = 4096
"""Games of a task at most: so many rows are on their way at once."""

_AHEAD = 2
"""Tasks for each thread of the cluster that are under way or wait there."""

_RETRIES = 3
"""How often a task that failed is tried again."""


def _range(name: str, values: Values) -> str:
    if isinstance(values, str):
        return f"{name}={values}"
    if isinstance(values, range) and values.step == 1:
        return f"{name}={values.start}..{values.stop - 1}"
    listed = [str(value) for value in values]
    if not listed:
        return f"{name}=1..0"
    for value in listed:
        if "," in value or ".." in value:
            raise ValueError(f"{name}: a value of a list has no comma and no two dots: {value!r}")
    return f"{name}={','.join(listed)}"


def _spec(game: str | Game) -> str:
    if isinstance(game, str):
        return game
    if not isinstance(game, Game):
        raise TypeError(f"the games of a sweep are specs or games, not {type(game).__name__}")
    if game._file is not None or game._conventions != _conventions(False, None, (), False):
        raise ValueError(f"{game!r}: conventions go on top of the whole sweep, and files into its specs")
    return game.spec


def sweep(
    games: str | Iterable[str | Game],
    ranges: Mapping[str, Values] | None = None,
    *,
    ask: str | Iterable[str],
    store: str | os.PathLike[str] | None = None,
    resume: bool = True,
    each: float = 10.0,
    steps: int | None = None,
    memory: int = 1 << 30,
    misere: bool = False,
    block: int | str | None = None,
    terminal: Iterable[Given] = (),
    forced_n: Iterable[Given] = (),
    passing: bool = False,
    threads: int | None = None,
    client: Any = None,
) -> pandas.DataFrame:
    """Asks the questions of every game: a data frame with a row for each, in the order of the games.

    `games` is a template whose `{a}` run through `ranges`, or a list of specs. Questions: `p first=N`, `p below=B`,
    `grundy size=RxC`, `slopes`, `identify`, `prove`, `discover`, `same-p below=B of=SPEC`, `same-grundy size=R of=SPEC`.

    Each game may use `each` seconds, `steps` (a limit that is the same on every machine) and `memory` bytes; one that
    exceeds them is a row that says so. `store` is a folder that a kill at any moment leaves whole: rows that are in it are
    not computed again, so the same call goes on where it ended (`resume=False` refuses that).

    `client` is a `dask.distributed.Client`; without it `threads` of this machine do the work, all cores if nothing is said.

    >>> frame = sweep("t-wythoff(t={t})", {"t": "1..3"}, ask=["p first=3", "prove"])
    >>> frame[["t", "p first=3.last", "prove.verdict", "prove.states"]].values.tolist()
    [[1, [3, 5], 'proved', 7], [2, [2, 6], 'proved', 9], [3, [2, 8], 'proved', 11]]
    """
    plan = _plan(games, ranges, ask, each, steps, memory, _conventions(misere, block, terminal, passing, forced_n))
    kept = None if store is None else _core.Store(os.fspath(store), plan.core, bool(resume))
    progress = Progress("games")
    try:
        if client is not None:
            rows = _on_cluster(plan, kept, client, progress)
        else:
            rows = _core.sweep(plan.core, kept, limits(None, threads, None, progress))
            rows = rows if kept is None else kept.rows(plan.core)
    finally:
        progress.end()
        if kept is not None:
            kept.close()
    return _frame(plan.core, rows)


class _Plan:
    """Which games are asked which questions, and what a worker has to know to answer them."""

    def __init__(self, template: str | None, ranges: list[str], specs: list[str], task: tuple[list[str], str, str]):
        self.task = task
        self.core = _core.Plan(template, ranges, specs, *task)


def _plan(
    games: str | Iterable[str | Game],
    ranges: Mapping[str, Values] | None,
    ask: str | Iterable[str],
    each: float,
    steps: int | None,
    memory: int,
    conventions: str,
) -> _Plan:
    seconds = limits(None, None, each, None)["timeout"]
    each_game = {
        "memory": small(memory, "memory"),
        "steps": None if steps is None else small(steps, "steps"),
        "milliseconds": round(1000 * (seconds or 0)),
    }
    questions = [ask] if isinstance(ask, str) else list(ask)
    if not all(isinstance(question, str) for question in questions):
        raise TypeError("a question is a text, such as 'p first=1000'")
    task = (questions, json.dumps(each_game), conventions)
    if isinstance(games, str):
        return _Plan(games, [_range(name, values) for name, values in (ranges or {}).items()], [], task)
    if ranges:
        raise ValueError("a list of specs has no ranges")
    return _Plan(None, [], [_spec(game) for game in games], task)


def _frame(plan: _core.Plan, rows: list[str]) -> pandas.DataFrame:
    import pandas

    def column(kind: str, values: list[Any]) -> Any:
        whole = None not in values
        if kind == "int":
            return pandas.array(values, dtype="int64" if whole else "Int64")
        if kind == "bool":
            return pandas.array(values, dtype="bool" if whole else "boolean")
        if kind == "json":
            return pandas.Series([None if value is None else json.loads(value) for value in values], dtype=object)
        return pandas.Series(values, dtype=object)

    frame = pandas.DataFrame({name: column(kind, values) for name, kind, values in plan.columns(rows)})
    frame.attrs["sweep"] = json.loads(plan.header())
    return frame


def _task(specs: list[str], ask: list[str], each: str, conventions: str) -> tuple[list[str], float]:
    """What a worker does: the rows of some games, and how long it took."""
    start = time.monotonic()
    return _core.rows(specs, ask, each, conventions, limits(None, 1, None, None)), time.monotonic() - start


def _on_cluster(plan: _Plan, store: _core.Store | None, client: Any, progress: Callable[[int, int], None]) -> list[str]:
    """Keeps the workers of a cluster busy with tasks of about two seconds; what comes back goes to the store at once."""
    from dask.distributed import KilledWorker, as_completed

    specs = plan.core.specs()
    unique = list(dict.fromkeys(specs))
    waiting = unique if store is None else store.missing(plan.core)
    # The next ones at the end, where they are taken from.
    waiting = waiting[::-1]
    rows: dict[str, str] = {}
    under_way: dict[Any, list[str]] = {}
    results = as_completed(raise_errors=False)  # type: ignore[no-untyped-call, unused-ignore]
    answered, spent = 0, 0.0

    def submit(batch: list[str]) -> None:
        future = client.submit(_task, batch, *plan.task, pure=False, retries=_RETRIES)
        under_way[future] = batch
        results.add(future)  # type: ignore[no-untyped-call, unused-ignore]

    def fill() -> None:
        threads = max(1, sum(client.nthreads().values()))
        while waiting and len(under_way) < _AHEAD * threads:
            size = _FIRST if not answered else max(1, min(_LARGEST, int(_TASK * answered / max(spent, 1e-9))))
            # What is left at the end is shared out.
            size = min(size, -(-len(waiting) // threads))
            submit([waiting.pop() for _ in range(min(size, len(waiting)))])

    try:
        fill()
        while under_way:
            future = next(results)  # type: ignore[no-untyped-call, unused-ignore]
            batch = under_way.pop(future)
            if future.status != "finished":
                failure = future.exception()
                # One of these games ends the workers that ask it: which one?
                if isinstance(failure, KilledWorker) and len(batch) > 1:
                    for spec in batch:
                        submit([spec])
                    continue
                if isinstance(failure, KilledWorker):
                    raise RuntimeError(f"the workers that asked the game {batch[0]!r} were lost") from failure
                raise failure
            found, seconds = future.result()
            future.release()
            answered, spent = answered + len(batch), spent + seconds
            if store is None:
                rows.update(zip(batch, found))
            else:
                store.add(plan.core, list(zip(batch, found)))
            left = len(waiting) + sum(map(len, under_way.values()))
            progress(len(unique) - left, len(unique))
            fill()
    finally:
        if under_way:
            client.cancel(list(under_way))
    if store is None:
        return [rows[spec] for spec in specs]
    store.finish(plan.core)
    return store.rows(plan.core)
