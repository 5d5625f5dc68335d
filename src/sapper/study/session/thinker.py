"""A worker process that thinks for sessions, so that thinking can be stopped at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.game import Position
from sapper.players import Decision, Pass, Player
from sapper.players import player as read_recipe
from sapper.study.session.mind import Mind, Thinks
from sapper.worker import Worker

KEPT = 4  #: minds that a process keeps; an interface has at most so many games at once

Key = tuple[str, int, int]  # recipe, seed, number


class Thinker(Worker):
    """A worker with minds for sessions: ``Session(…, minds=thinker.mind)``."""

    def mind(self, player: Player, seed: int, number: int) -> Thinks:
        """Return a mind that thinks in this worker's process."""
        return _Elsewhere(self, (str(player), seed, number))


@dataclass(frozen=True)
class _Elsewhere:
    """A mind in a worker's process. If that is stopped, a new process decides everything again."""

    worker: Worker
    key: Key

    def decide(self, position: Position, earlier: Sequence[Position]) -> Decision | Pass:
        return self.worker.call(_decide, self.key, position, tuple(earlier))


_minds: dict[Key, Mind] = {}


def _decide(key: Key, position: Position, earlier: Sequence[Position]) -> Decision | Pass:
    """Decide with a mind of this process."""
    mind = _minds.pop(key, None) or Mind(read_recipe(key[0]), *key[1:])
    decision = mind.decide(position, earlier)
    _minds[key] = mind
    while len(_minds) > KEPT:
        del _minds[next(iter(_minds))]
    return decision
