"""A game being played against the program."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _core
from ._answers import Position, _told
from ._facts import Facts, position
from ._limits import limits, small
from ._progress import Progress

if TYPE_CHECKING:
    from ._game import Game, Given


class Match:
    """A game against the program: `Game.play` begins it. The program answers each move at once.

    >>> from wythoff import Game
    >>> match = Game("wythoff").play((2, 3))
    >>> match.move((1, 2))
    >>> match.position in [(0, 2), (0, 1), (1, 1)], match.hint().wins
    (True, True)
    >>> match.move(match.hint().moves[0])
    >>> match.turn.turn, match.turn.winner
    ('over', 'person')
    """

    def __init__(
        self, game: Game, position: Given, second: bool = False, level: int = 100, seed: int = 1, did: Iterable[Any] = ()
    ) -> None:
        from ._game import _position

        setup = {"program_begins": bool(second), "level": min(small(level, "level"), 255), "seed": small(seed, "seed")}
        self._begun = (game, position, bool(second), level, seed)
        self._did: list[list[Any]] = []
        self._core = self._call(_core.Match, game._core, _position(position), json.dumps(setup))
        for done in did:
            self._do(done)

    def _call(self, method: Any, *arguments: Any, timeout: float | None = None) -> Any:
        game, progress = self._begun[0], Progress()
        try:
            return method(*arguments, limits(game._memory, game._threads, timeout, progress))
        finally:
            progress.end()

    def _do(self, done: list[Any], timeout: float | None = None) -> None:
        from ._game import _position

        self._call(self._core.person, [_position(position) for position in done], timeout=timeout)
        self._did.append(done)

    def __reduce__(self) -> tuple[Any, ...]:
        # The program's draws depend on the seed and the moves alone: the same moves give the same game.
        return Match, (*self._begun, self._did)

    @property
    def position(self) -> Position:
        """Where the game stands.

        >>> from wythoff import Game
        >>> Game("wythoff").play((6, 10), second=True).position != (6, 10)
        True
        """
        found: Position = self._core.position()
        return found

    @property
    def rounds(self) -> list[Facts]:
        """The moves so far: `mover` (`person` or `program`), `from`, `to`, what was `blocked`.

        >>> from wythoff import Game
        >>> [move["mover"] for move in Game("wythoff").play((6, 10), second=True).rounds]
        ['program']
        """
        rounds = json.loads(self._core.rounds())
        for move in rounds:
            move.update({name: position(move[name]) for name in ("from", "to")})
            move["blocked"] = [position(option) for option in move.get("blocked", [])]
        return [Facts(move) for move in rounds]

    @property
    def turn(self) -> Facts:
        """What happens next: `turn` is `move`, `block` or `over`, with `player`, or `winner` and `why`.

        >>> from wythoff import Game
        >>> Game("wythoff").play((6, 10)).turn
        Facts(turn='move', player='person')
        """
        return Facts(json.loads(self._call(self._core.turn)))

    def move(self, to: Given, *, timeout: float | None = None) -> None:
        """Your move: the position it leads to, or as text what is taken (`-2,-2`, `pass`).

        >>> from wythoff import Game
        >>> Game("wythoff").play((6, 10)).move((6, 11))
        Traceback (most recent call last):
        wythoff.WythoffError: not allowed: ...
        """
        self._do([to], timeout)

    def block(self, *options: Given, timeout: float | None = None) -> None:
        """The options that you forbid the program, in a blocking game.

        >>> from wythoff import Game
        >>> match = Game("wythoff", block=2).play((2, 2), second=True)
        >>> match.turn.turn
        'block'
        >>> match.block((0, 0))
        >>> match.position != (0, 0)
        True
        """
        self._do(list(options), timeout)

    def take_back(self) -> bool:
        """Takes your last move back, and what came after it; whether there was one.

        >>> from wythoff import Game
        >>> match = Game("wythoff").play((6, 10))
        >>> match.move((6, 9)), match.take_back(), match.position
        (None, True, (6, 10))
        """
        taken = bool(self._core.take_back())
        if taken:
            self._did.pop()
        return taken

    def hint(self, *, timeout: float | None = None) -> Facts:
        """What a wise friend would say: whether you can win (`wins`), and by which `moves`.

        >>> from wythoff import Game
        >>> Game("wythoff").play((6, 11)).hint().moves
        [(6, 10)]
        """
        found = json.loads(self._call(self._core.hint, timeout=timeout))
        found["moves"] = [position(to) for to in found["moves"]]
        return Facts(found)

    def review(self, *, timeout: float | None = None) -> Facts:
        """Every move judged, and where the game was lost.

        >>> from wythoff import Game
        >>> match = Game("wythoff").play((6, 11))
        >>> match.move((6, 9))
        >>> match.review().moves[0]["judged"]
        'mistake'
        """
        return Facts(json.loads(self._call(self._core.review, timeout=timeout)))

    def __repr__(self) -> str:
        return f"Match({self._begun[0]!r}, at {_told(self.position)} after {len(self.rounds)} moves)"

    def _repr_html_(self) -> str:
        turn, rounds = self.turn, self.rounds
        shown = " → ".join(html.escape(str(move["to"])) for move in rounds[-12:])
        next_up = f"{turn.winner} has won: {turn.why}" if turn.turn == "over" else f"{turn.player}: {turn.turn}"
        return f"<p>{shown}</p><p><b>{html.escape(_told(self.position))}</b>; {html.escape(next_up)}</p>"
