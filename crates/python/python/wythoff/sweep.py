"""Questions asked of a grid of games: the same bytes whatever the order, the number of processes, or the engine.

One shard is a pure function of (spec, questions, budget). Its row is appended to a store, one line of JSON with a digest,
so that a kill at any moment leaves every finished row whole and readable.
"""

from __future__ import annotations

import concurrent.futures
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

VERSION = 1
"""Version of the store."""

_QUESTION = re.compile(r"^(p first=(\d+)|p below=(\d+)|slopes|prove|discover)$")


def shard(spec: str, questions: Sequence[str], timeout: float = 10.0) -> dict[str, Any]:
    """The answers to the questions about one game; a game that is wrong or exceeds its budget is a row that says so.

    >>> shard("wythoff", ["p first=3"])["p first=3"]["sha256"][:8]
    '0c9b71a4'
    """
    from ._core import WythoffError
    from ._game import Game

    row: dict[str, Any] = {"spec": spec}
    try:
        game = Game(spec, threads=1)
    except (WythoffError, ValueError) as error:
        return {**row, "error": str(error).splitlines()[0]}
    for question in questions:
        try:
            row[question] = _ask(game, question, timeout)
        except (WythoffError, ValueError, MemoryError) as error:
            row[question] = {"error": str(error).splitlines()[0]}
    return row


def _ask(game: Any, question: str, timeout: float) -> Any:
    asked = _QUESTION.match(question)
    if not asked:
        raise ValueError(f"there is no question {question!r}; ask p first=N, p below=B, slopes, discover or prove")
    if question.startswith("p "):
        first, below = (int(number) if number else None for number in asked.groups()[1:])
        found = game.p(first=first, below=below, timeout=timeout)
        lines = "".join(",".join(map(str, row)) + "\n" for row in found.tolist())
        last = found.tolist()[-1] if len(found) else None
        return {"count": len(found), "last": last, "sha256": hashlib.sha256(lines.encode()).hexdigest()}
    if question == "slopes":
        found = game.p(first=1000, timeout=timeout).tolist()[1:]
        return {"last ratio": [found[-1][1], found[-1][0]], "differences": sorted({b - a for a, b in found})[-1]}
    if question == "prove":
        proof = game.prove(timeout=timeout)
        return {"verdict": proof.verdict, "states": proof.data.get("states"), "numeration": proof.data.get("numeration")}
    return [[f["kind"], f["statement"], f["bound"]] for f in game.discover(timeout=timeout)]


def specs(template: str, ranges: Mapping[str, Iterable[Any] | str]) -> Iterator[str]:
    """The games of a template: `{a}` is replaced by the values of a range, which may be `1..20` or `a..20`.

    >>> list(specs("({a}i,{b}i)", {"a": "1..2", "b": "a..2"}))
    ['(1i,1i)', '(1i,2i)', '(2i,2i)']
    """

    def values(name: str, given: dict[str, Any]) -> Iterable[Any]:
        wanted = ranges[name]
        if not isinstance(wanted, str):
            return wanted
        bounds = wanted.split("..")
        if len(bounds) != 2:
            raise ValueError(f"the range of {name} is written 1..20, not {wanted!r}")
        low, high = (int(given.get(bound.strip(), bound)) for bound in bounds)
        return range(low, high + 1)

    def filled(names: list[str], given: dict[str, Any]) -> Iterator[str]:
        if not names:
            text = template
            for name, value in given.items():
                text = text.replace("{" + name + "}", str(value))
            yield text
            return
        for value in values(names[0], given):
            yield from filled(names[1:], {**given, names[0]: value})

    yield from filled(list(ranges), {})


def key(spec: str, questions: Sequence[str], timeout: float) -> str:
    """The content hash of a shard."""
    return hashlib.sha256(json.dumps([VERSION, spec, list(questions), timeout]).encode()).hexdigest()


class Store:
    """Rows that a kill at any moment leaves whole: each line carries its own digest, a torn last line is dropped.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "rows.jsonl")
    >>> with Store(path) as store: store.add("k", {"spec": "nim"})
    >>> Store(path).rows
    {'k': {'spec': 'nim'}}
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self.rows: dict[str, dict[str, Any]] = {}
        whole = 0
        if os.path.exists(self.path):
            with open(self.path, "rb") as file:
                for line in file:
                    read = self._read(line)
                    if read is None:
                        break
                    whole += len(line)
                    self.rows[read[0]] = read[1]
                rest = file.read()
            if rest:
                raise ValueError(f"{self.path}: a row before the last is damaged; nothing was changed")
        self._file = open(self.path, "r+b" if os.path.exists(self.path) else "w+b")
        self._file.truncate(whole)
        self._file.seek(whole)

    def _read(self, line: bytes) -> tuple[str, dict[str, Any]] | None:
        digest, _, text = line.rstrip(b"\n").partition(b" ")
        if not line.endswith(b"\n") or hashlib.sha256(text).hexdigest().encode() != digest:
            return None
        row = json.loads(text)
        if row.get("version") != VERSION:
            raise ValueError(f"{self.path}: this store is of version {row.get('version')}, not {VERSION}")
        return row["key"], row["row"]

    def add(self, key: str, row: dict[str, Any]) -> None:
        """Appends a row and puts it on disk."""
        if self._file.closed:
            raise ValueError("the store is closed")
        text = json.dumps({"version": VERSION, "key": key, "row": row}, sort_keys=True).encode()
        self._file.write(hashlib.sha256(text).hexdigest().encode() + b" " + text + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.rows[key] = row

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def sweep(
    template: str | Iterable[str],
    ranges: Mapping[str, Iterable[Any] | str] | None = None,
    *,
    ask: Sequence[str],
    store: str | os.PathLike[str] | None = None,
    timeout: float = 10.0,
    processes: int | None = None,
    client: Any = None,
    frame: bool = False,
) -> Any:
    """Asks the questions of every game: a list of rows in the order of the games, or a data frame.

    `client` is a `dask.distributed.Client`; without it the processes of this machine do the work. With a `store`, rows that
    are in it already are not computed again, so the same call resumes a sweep that was killed.

    >>> [row["p first=3"]["last"] for row in sweep("t-wythoff(t={t})", {"t": "1..2"}, ask=["p first=3"], processes=1)]
    [[3, 5], [2, 6]]
    """
    wanted = list(specs(template, ranges or {})) if isinstance(template, str) else list(template)
    for question in ask:
        if not _QUESTION.match(question):
            raise ValueError(f"there is no question {question!r}; ask p first=N, p below=B, slopes, discover or prove")
    kept = Store(store) if store is not None else None
    rows: dict[str, dict[str, Any]] = dict(kept.rows) if kept else {}
    keys = {spec: key(spec, ask, timeout) for spec in wanted}
    waiting = [spec for spec in dict.fromkeys(wanted) if keys[spec] not in rows]
    try:
        for spec, row in _run(waiting, list(ask), timeout, processes, client):
            rows[keys[spec]] = row
            if kept:
                kept.add(keys[spec], row)
    finally:
        if kept:
            kept.close()
    result = [rows[keys[spec]] for spec in wanted]
    if not frame:
        return result
    import pandas  # type: ignore[import-untyped]

    return pandas.json_normalize(result)


_BATCH = 64
"""Games in one task: a scheduler is not to be the bottleneck."""


def _shards(batch: list[str], questions: list[str], timeout: float) -> list[tuple[str, dict[str, Any]]]:
    return [(spec, shard(spec, questions, timeout)) for spec in batch]


def _run(
    waiting: list[str], questions: list[str], timeout: float, processes: int | None, client: Any
) -> Iterator[tuple[str, dict[str, Any]]]:
    batches = [waiting[start : start + _BATCH] for start in range(0, len(waiting), _BATCH)]
    if client is not None:
        from dask.distributed import as_completed

        futures = [client.submit(_shards, batch, questions, timeout, pure=False, retries=5) for batch in batches]
        for future, rows in as_completed(futures, with_results=True):  # type: ignore[no-untyped-call]
            yield from rows
            future.release()
    elif processes == 1 or len(batches) <= 1:
        for batch in batches:
            yield from _shards(batch, questions, timeout)
    else:
        with concurrent.futures.ProcessPoolExecutor(processes) as pool:
            futures = [pool.submit(_shards, batch, questions, timeout) for batch in batches]
            for future in concurrent.futures.as_completed(futures):
                yield from future.result()


def main() -> None:
    """`python -m wythoff.sweep TEMPLATE --for a=1..20 --ask 'p first=1000' -o rows.jsonl [--scheduler ADDRESS]`."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m wythoff.sweep", description="Questions asked of a grid of games.")
    parser.add_argument("template", help="a spec with {a}, {b}, ... in it")
    parser.add_argument("--for", dest="ranges", action="append", default=[], metavar="a=1..20", help="a range")
    parser.add_argument("--ask", action="append", required=True, help="p first=N, p below=B, slopes, discover, prove")
    parser.add_argument("-o", "--output", required=True, help="the store; rows in it are not computed again")
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds for each question of each game")
    parser.add_argument("--processes", type=int, help="as many as there are cores")
    parser.add_argument("--scheduler", help="address of a dask scheduler")
    given = parser.parse_args()
    ranges = dict(text.split("=", 1) for text in given.ranges)
    client = None
    if given.scheduler:
        from dask.distributed import Client

        client = Client(given.scheduler)  # type: ignore[no-untyped-call]
    rows = sweep(
        given.template,
        ranges,
        ask=given.ask,
        store=given.output,
        timeout=given.timeout,
        processes=given.processes,
        client=client,
    )
    print(f"{given.output}: {len(rows)} games")


if __name__ == "__main__":
    main()
