"""The games behind a figure of a report, to be looked at one by one."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from sapper.arena.store.store import StoredContest, open_store
from sapper.errors import InputError
from sapper.game.rules import Ending


def games_json(
    path: str | Path,
    contest: int,
    player: str,
    outcome: Ending | None = None,
    *,
    start: int = 0,
    most: int = 100,
) -> dict[str, Any]:
    """Return games of a player as plain values, by number.

    - ``contest``: the index of the contest in the report on this store.
    - ``outcome``: only games that ended like this.
    - ``start``, ``most``: leaves out the first games, and returns at most so many.

    ``more`` says whether more games follow. Raises ``InputError`` if there is no such contest or
    player, or if the store cannot be read.
    """
    with open_store(path) as store, store.snapshot():
        entries = store.entries()
        if not 0 <= contest < len(entries):
            raise InputError(f"there is no contest {contest}: expected 0 to {len(entries) - 1}")
        entry = entries[contest]
        _check(entry, player)
        found = list(islice(store.games(entry, player, outcome), start, start + most + 1))
    games = [
        {
            "number": game.number,
            "outcome": game.outcome,
            "moves": game.moves,
            "guesses": game.guesses,
            "cpu_seconds": game.cpu_seconds,
        }
        for game in found[:most]
    ]
    return {"games": games, "more": len(found) > most}


def _check(entry: StoredContest, player: str) -> None:
    if player not in entry.contest.players:
        raise InputError(f"'{player[:60]}' does not play {entry.contest.title}")
