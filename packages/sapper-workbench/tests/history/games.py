"""Games of a person, made by a player: won and lost, quickly."""

from __future__ import annotations

from dataclasses import replace

from sapper.records import YOU, Game, Record
from sapper_workbench.history import HistoryGame, history_game, snapshot
from tests.records.finished import played

DAY = 86_400.0
NOON = 1_767_614_400.0  #: 2026-01-05, 12:00 UTC, which is the time zone of all tests


def game(seed: int, at: float = NOON, **changes: object) -> tuple[HistoryGame, Record]:
    """A finished game and its record, as they are kept; ``changes`` are fields that differ."""
    record = played(seed)
    made = history_game(record, f"page:{seed}", "page", at, player=YOU, seeded=True)
    return replace(made, **changes), record  # type: ignore[arg-type]


def of_session(session: Game, key: str = "page:1") -> tuple[HistoryGame, Record]:
    """The game of a session and its record, as the page keeps them."""
    found = snapshot(session, key, "page")
    assert found is not None
    record, columns = found
    return columns(), record
