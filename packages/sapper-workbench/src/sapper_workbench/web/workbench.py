"""The state that all request handlers share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from sapper_workbench.history.database import History
from sapper_workbench.history.writer import HistoryWriter
from sapper_workbench.study.classes import Classes
from sapper_workbench.study.puzzles.ratings import PuzzleStore
from sapper_workbench.web.games.served_games import ServedGames
from sapper_workbench.web.history.visitors import Histories
from sapper_workbench.web.http.limits import Limits
from sapper_workbench.web.http.threads import Threads
from sapper_workbench.web.workers.workers import Workers


@dataclass(frozen=True)
class Workbench:
    """The resources of a request: limits, workers, threads, files of results by name, and the
    games, ratings and history of its visitor.

    ``token`` is the token that visitors need, if any. ``visitor`` is empty on a server with a
    single user. ``classes`` is the file of the classes, None in a browser. ``writer`` writes games
    to the histories. ``lessons`` is the file with the progress of a single user, which the terminal
    shares; visitors' browsers keep their own.
    """

    limits: Limits
    games: ServedGames
    workers: Workers
    results: Mapping[str, Path]
    ratings: PuzzleStore
    histories: Histories = field(default_factory=lambda: Histories(None, 0, 0))
    token: str = ""
    writer: HistoryWriter = field(default_factory=lambda: HistoryWriter(None))
    visitor: str = ""
    lessons: Path | None = None
    classes: Classes | None = None
    threads: Threads = field(default_factory=Threads)

    def of(self, visitor: str) -> Workbench:
        """Return the workbench of a visitor."""
        return replace(self, visitor=visitor, games=self.games.of(visitor))

    @property
    def history(self) -> History | None:
        """The visitor's history; None if this server keeps none."""
        return self.histories.of(self.visitor)
