"""What all handlers of requests share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sapper.history.writer import HistoryWriter
from sapper.study.puzzles.store import PuzzleStore
from sapper.web.games.games import ServedGames
from sapper.web.http.limits import Limits
from sapper.web.workers.workers import Workers


@dataclass(frozen=True)
class Workbench:
    """Limits, games, workers, stores of results by name, and the ratings of puzzles. ``token`` says
    whether visitors need a token; ``writer`` writes games to the history, if there is one."""

    limits: Limits
    games: ServedGames
    workers: Workers
    results: Mapping[str, Path]
    ratings: PuzzleStore
    token: bool = False
    writer: HistoryWriter = field(default_factory=lambda: HistoryWriter(None))
