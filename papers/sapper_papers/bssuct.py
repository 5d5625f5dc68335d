"""The experiments with ``bssuct``: the same players on boards with published results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sapper.arena.match import BoardSeries, MatchResult, MatchSetup
from sapper.arena.runner import Progress, WorkerPool, run_summed
from sapper.game import Level, Rules
from sapper.json_input import seed_json
from sapper.players import player as read_recipe

if TYPE_CHECKING:
    from sapper.game.rules import First


@dataclass(frozen=True)
class PublishedBoard:
    """A board with published results, under one rule for the first move.

    ``perfect`` is the share of games that perfect play wins, as computed by ``sapper optimum``, or
    None if nobody knows it; ``published`` has players and the percentages they won, as printed.
    """

    level: str
    first: First
    perfect: Fraction | None
    published: tuple[tuple[str, str], ...] = ()


def _row(level: str, perfect: Fraction, csp: str, bssuct: str, seconds: int) -> PublishedBoard:
    """Return a row of Table 2 of Sebag & Teytaud 2012, "Combining Myopic Optimization and Tree
    Search: Application to MineSweeper" (LION 6); ``seconds`` is its thinking time per move."""
    return PublishedBoard(
        level, "safe", perfect, (("CSP-PGMS", csp), (f"BSSUCT, {seconds} s", bssuct))
    )


#: The paper's Table 2, in its order.
TABLE_2 = (
    _row("4x4x4", Fraction(961, 1365), "64.7", "70.0 ± 0.6", 10),
    _row("3x1x1", Fraction(1), "100", "100", 10),
    _row("5x2x3", Fraction(1, 4), "22.6", "25.4 ± 1.0", 10),
    _row("5x5x10", Fraction(13765, 115368), "8.20", "9", 300),
    _row("10x1x5", Fraction(4, 21), "12.93", "18.9 ± 0.2", 10),
    _row("7x3x10", Fraction(3524, 46189), "4.50", "5.96 ± 0.16", 30),
    _row("5x5x15", Fraction(20039, 1307504), "0.63", "0.9 ± 0.1", 10),
)
#: Opening the centre first always wins, because its neighbours are then safe and reveal all mines.
GNOMINE = (PublishedBoard("5x5x15", "opening", Fraction(1)),)
#: Too many mines for the first-move rule ``opening``.
SEVEN = (
    PublishedBoard(
        "3x3x7", "safe", Fraction(1, 4), (("CSP-PGMS", "17/72 = 23.6"), ("BSSUCT", "1/4"))
    ),
)
#: The rates of other players that the paper's section 2 quotes, on the boards of their time.
#: Limited search: Pedersen 2004, "The complexity of Minesweeper and strategies for game playing",
#: whose abstract says that the best of its three strategies wins 25% of expert games.
#: CSP: Studholme 2000, "Minesweeper as a constraint satisfaction problem".
_LIMITED, _CSP = "limited search (Pedersen)", "CSP (Studholme)"
LARGE = (
    PublishedBoard("8x8x10", "safe", None, ((_LIMITED, "92.5"), (_CSP, "80"))),
    PublishedBoard("9x9x10", "safe", None, ((_LIMITED, "92.5"),)),
    PublishedBoard("15x13x40", "safe", None, ((_LIMITED, "67.7"), (_CSP, "45"))),
    PublishedBoard("16x16x40", "safe", None, ((_LIMITED, "67.7"),)),
    PublishedBoard("30x16x99", "safe", None, ((_LIMITED, "25"), (_CSP, "34"))),
)


@dataclass(frozen=True)
class BoardsResult:
    """The matches on every board of which some games were played; ``interrupted`` is True if not
    all were."""

    seed: int
    games: int
    boards: tuple[tuple[PublishedBoard, MatchResult], ...]
    interrupted: bool = False

    @property
    def played(self) -> int:
        """The number of games each player has played, over all boards."""
        return sum(result.games for _, result in self.boards)

    def to_json(self) -> dict[str, Any]:
        """Plain values: for every board the match, perfect play, and the published results."""
        return {
            "seed": seed_json(self.seed),
            "games": self.games,
            **({"interrupted": True} if self.interrupted else {}),
            "boards": [
                {
                    "perfect": None if board.perfect is None else float(board.perfect),
                    "fraction": None if board.perfect is None else str(board.perfect),
                    "published": [{"player": who, "won": won} for who, won in board.published],
                    **result.to_json(),
                }
                for board, result in self.boards
            ],
        }

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return a row for CSV for every player on every board."""
        return [
            {
                "level": result.level,
                "first": result.first,
                "perfect": "" if board.perfect is None else float(board.perfect),
                "player": score.player,
                "games": score.games,
                "wins": score.wins,
                "win_rate": score.win_rate,
                **dict(zip(("low", "high"), score.interval, strict=True)),
                "guesses": score.guesses,
                "cpu_seconds": score.cpu_seconds,
            }
            for board, result in self.boards
            for score in result.players
        ]


def play_boards(
    boards: Sequence[PublishedBoard],
    players: Sequence[str],
    games: int,
    *,
    seed: int,
    workers: int = 1,
    progress: Progress | None = None,
) -> BoardsResult:
    """Let all players play the same deals of every board.

    Args:
        boards: the boards, each with its first-move rule.
        players: their recipes.
        games: the number of deals of each board.
        seed: the seed of the deals.
        workers: the number of games played in parallel.
        progress: called at the start and after every batch.

    Raises ``Interrupted``, with the result of the games finished so far, on Ctrl-C.
    """
    chosen = tuple(map(read_recipe, players))
    series = []
    for board in boards:
        level = Level.parse(board.level)
        setup = MatchSetup(chosen, level.grid, level.mines, Rules(board.first), seed)
        series.append(BoardSeries(board.level, setup, games))

    def result() -> BoardsResult:
        both = zip(boards, series, strict=True)
        results = tuple((board, one.result()) for board, one in both if one.done)
        return BoardsResult(seed, games, results, any(one.done < one.due for one in series))

    native = all(one.setup.native for one in series)
    return run_summed(series, result, WorkerPool(workers, native), progress)
