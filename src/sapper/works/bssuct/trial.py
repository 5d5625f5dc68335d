"""An experiment with ``bssuct``: the same players on every board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.arena.match.match import Progress
    from sapper.arena.match.result import MatchResult, Score
    from sapper.works.bssuct.boards import Board

#: The columns of CSV.
COLUMNS = (
    *("level", "first", "perfect", "player", "games", "wins", "win_rate", "low", "high"),
    *("guesses", "cpu_seconds"),
)


@dataclass(frozen=True)
class Trial:
    """The results on every board; if ``interrupted``, some games were not played."""

    name: str
    seed: int
    games: int
    boards: tuple[tuple[Board, MatchResult], ...]
    interrupted: bool = False

    @property
    def played(self) -> int:
        """The number of games each player has played, over all boards."""
        return sum(result.games for _, result in self.boards)

    def to_json(self) -> dict[str, Any]:
        """Plain values: for every board the match, perfect play, and the published results."""
        return {
            "experiment": self.name,
            "seed": self.seed,
            "games": self.games,
            **({"interrupted": True} if self.interrupted else {}),
            "boards": [
                {
                    "perfect": float(board.perfect),
                    "fraction": str(board.perfect),
                    "published": [{"player": who, "won": won} for who, won in board.published],
                    **result.to_json(),
                }
                for board, result in self.boards
            ],
        }

    def flat_rows(self) -> list[dict[str, Any]]:
        """A row for CSV for every player on every board."""
        return [
            dict(zip(COLUMNS, _flat(board, result, score), strict=True))
            for board, result in self.boards
            for score in result.players
        ]


def _flat(board: Board, result: MatchResult, score: Score) -> tuple[object, ...]:
    return (
        *(result.level, result.first, float(board.perfect), score.player),
        *(score.games, score.wins, score.win_rate, *score.interval),
        *(score.guesses, score.cpu_seconds),
    )


def trial(
    name: str,
    boards: Sequence[Board],
    players: Sequence[str],
    games: int,
    *,
    seed: int,
    workers: int,
    progress: Progress | None = None,
) -> Trial:
    """Let all players play every board. After Ctrl-C the result has the finished games."""
    from sapper.arena.match.match import MatchInterrupted, match
    from sapper.game import Rules

    found: list[tuple[Board, MatchResult]] = []
    due = games * len(boards)
    try:
        for board in boards:
            before = games * len(found)
            result = match(
                players,
                board.level,
                Rules(board.first),
                games,
                seed=seed,
                workers=workers,
                progress=None if progress is None else partial(_report, progress, before, due),
            )
            found.append((board, result))
    except MatchInterrupted as interrupted:
        if interrupted.result.games:
            found.append((board, interrupted.result))
        return Trial(name, seed, games, tuple(found), interrupted=True)
    return Trial(name, seed, games, tuple(found))


def _report(progress: Progress, before: int, due: int, done: int, _: int) -> None:
    """Report games done on one board as games done on all boards."""
    progress(before + done, due)
