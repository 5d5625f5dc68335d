"""The figures of a game: of its board, clicks and time, with the names used on every screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from sapper.game import Grid
from sapper.game.grid import Regions, regions
from sapper.metrics.zini import chain_zini, fewest_clicks, greedy_zini, human_zini
from sapper.notation.replays.replay import Presses
from sapper.records import Record, Step


@dataclass(frozen=True)
class BoardFigures:
    """The figures of a board.

    - ``bbbv``: the 3BV, the fewest left clicks that open all safe cells.
    - ``openings``: the regions that a click on a zero opens.
    - ``islands``: the connected groups of numbers that no opening opens.
    - ``zini``, ``human_zini``: the clicks of the two ZiNi algorithms, flags and chords included.
    - ``chain_zini``: the clicks of chain ZiNi, which considers chords together.
    - ``fewest_clicks``: the minimum number of clicks, flags and chords included; None on large
      boards.
    """

    bbbv: int
    openings: int
    islands: int
    zini: int
    human_zini: int
    chain_zini: int
    fewest_clicks: int | None

    @classmethod
    def of(cls, grid: Grid, mines: Iterable[int]) -> BoardFigures:
        """Return the figures of a grid with mines at some indices."""
        return cls.of_regions(regions(grid, mines), grid.width)

    @classmethod
    def of_regions(cls, board: Regions, width: int) -> BoardFigures:
        """Return the figures of a board whose rows are ``width`` cells wide."""
        return cls(
            board.bbbv,
            len(board.openings),
            board.islands,
            greedy_zini(board, width),
            human_zini(board, width),
            chain_zini(board),
            fewest_clicks(board),
        )

    def to_json(self) -> dict[str, int | None]:
        """Return plain values."""
        return asdict(self)


@dataclass(frozen=True)
class Clicks:
    """The clicks of a game: left clicks, right clicks and chords, and the number of effective ones.

    A left click is effective if it opens a safe cell, a right click if it is the first to flag a
    mine, and a chord if it opens a cell. All others are wasted.
    """

    left: int
    right: int
    chord: int
    effective: int

    @classmethod
    def of(
        cls, steps: Iterable[Step], mines: frozenset[tuple[int, int]], presses: Presses | None
    ) -> Clicks:
        """Count the clicks of a game with these mines.

        Steps hold only clicks that changed the board; the ``presses`` of a replay include the
        others.
        """
        made = Presses()
        effective, flagged = 0, set()
        for step in steps:
            move = step.decision.move
            match move.action:
                case "open":
                    made.left += 1
                    effective += mines.isdisjoint(step.opened)
                case "chord":
                    made.chord += 1
                    effective += bool(step.opened)
                case "flag":
                    made.right += 1
                    effective += move.cell in mines and move.cell not in flagged
                    flagged.add(move.cell)
                case "unflag":
                    made.right += 1
        made = presses or made
        return cls(made.left, made.right, made.chord, effective)

    @property
    def total(self) -> int:
        """All clicks."""
        return self.left + self.right + self.chord

    @property
    def wasted(self) -> int:
        """The clicks that were not effective."""
        return self.total - self.effective

    def to_json(self) -> dict[str, int]:
        """Return plain values."""
        made = {"left": self.left, "right": self.right, "chord": self.chord}
        return {**made, "total": self.total, "wasted": self.wasted}


@dataclass(frozen=True)
class GameFigures:
    """The figures of one game.

    ``solved`` is the solved part of the board's 3BV: all of it if the game was won. ``seconds`` is
    the time on the clock, None if unknown. A quotient is None if its divisor is 0 or unknown.
    """

    board: BoardFigures
    clicks: Clicks
    solved: int
    seconds: float | None

    @property
    def bbbv_per_second(self) -> float | None:
        """3BV/s: the 3BV solved per second."""
        return _quotient(self.solved, self.seconds)

    @property
    def ioe(self) -> float | None:
        """The index of efficiency: the 3BV solved per click."""
        return _quotient(self.solved, self.clicks.total)

    @property
    def correctness(self) -> float | None:
        """The share of clicks that were effective."""
        return _quotient(self.clicks.effective, self.clicks.total)

    @property
    def throughput(self) -> float | None:
        """The 3BV solved per effective click."""
        return _quotient(self.solved, self.clicks.effective)

    def to_json(self) -> dict[str, Any]:
        """Return plain values: null where there is no figure."""
        return {
            **self.board.to_json(),
            "bbbv_solved": self.solved,
            "clicks": self.clicks.to_json(),
            "seconds": self.seconds,
            "bbbv_per_second": self.bbbv_per_second,
            "ioe": self.ioe,
            "correctness": self.correctness,
            "throughput": self.throughput,
        }


def figures(game: Record, *, seconds: float | None = None) -> GameFigures | None:
    """Return the figures of a game, or None if they are not defined for it.

    They need an opened cell, zeros that open their neighbours, a win by opening all safe cells, and
    no gold. ``seconds`` is the time on the clock, by default that of the record of a person's game.
    """
    rules = game.rules
    if not game.begun or game.deal.gold or not rules.zeros_open or rules.won_by != "opening":
        return None
    grid = game.deal.grid
    board = regions(grid, map(grid.index, game.mines))
    return GameFigures(
        BoardFigures.of_regions(board, grid.width),
        Clicks.of(game.steps, frozenset(game.mines), game.presses),
        _solved(board, {grid.index(cell) for step in game.steps for cell in step.opened}),
        _clock(game) if seconds is None else seconds,
    )


def _solved(board: Regions, opened: set[int]) -> int:
    """Return the 3BV of the open cells: an opening counts once all its zeros are open."""
    whole = sum(opened.issuperset(opening.zeros) for opening in board.openings)
    return whole + len(opened.intersection(board.isolated))


def _clock(game: Record) -> float | None:
    """Return the time on the clock at the last step of a person's game; None for other records and
    for games without recorded times."""
    if any(step.decision.reason.kind not in ("replay", "user") for step in game.steps):
        return None
    return sum(step.decision.seconds for step in game.steps) or None


def _quotient(part: float, whole: float | None) -> float | None:
    return part / whole if whole else None


#: The meaning of each figure as a clause; ``docs/metrics.md`` has the definitions.
MEANINGS = {
    "3BV": "the fewest left clicks that open the board; of a lost game, how much of it was solved",
    "3BV/s": "3BV solved per second",
    "time": "the time on the clock",
    "clicks": "all clicks, by kind",
    "wasted clicks": "clicks that opened no safe cell and flagged no mine",
    "efficiency": "3BV solved per click",
    "correctness": "the share of clicks that were not wasted",
    "throughput": "3BV solved per click that was not wasted",
    "ZiNi": "the clicks, with flags and chords, that the greedy ZiNi algorithm needs",
    "human ZiNi": "as ZiNi, with all openings first and chords only on open numbers",
    "chain ZiNi": "as ZiNi, counting what all chords need together",
    "fewest clicks": "the fewest clicks that open the board, with flags and chords",
    "openings": "connected groups of zeros; a click on one opens all of it",
    "islands": "connected groups of numbers that no opening opens",
}


def rows(game: GameFigures) -> list[tuple[str, str]]:
    """Return the name and the value of each known figure."""
    board, clicks = game.board, game.clicks
    solved = f"{board.bbbv}"
    if game.solved < board.bbbv:
        solved = f"{game.solved} of {board.bbbv}"
    kinds = ((clicks.left, "left"), (clicks.right, "right"), (clicks.chord, "chord"))
    made = ", ".join(f"{number} {kind}" for number, kind in kinds if number)
    shown = [
        ("3BV", solved),
        ("3BV/s", _number(game.bbbv_per_second)),
        ("time", None if game.seconds is None else f"{game.seconds:.3f} s"),
        ("clicks", f"{clicks.total} ({made})" if made else "0"),
        ("wasted clicks", str(clicks.wasted)),
        ("efficiency", _number(game.ioe)),
        ("correctness", _number(game.correctness)),
        ("throughput", _number(game.throughput)),
        ("ZiNi", str(board.zini)),
        ("human ZiNi", str(board.human_zini)),
        ("chain ZiNi", str(board.chain_zini)),
        ("fewest clicks", None if board.fewest_clicks is None else str(board.fewest_clicks)),
        ("openings", str(board.openings)),
        ("islands", str(board.islands)),
    ]
    return [(name, value) for name, value in shown if value is not None]


def _number(value: float | None) -> str | None:
    return None if value is None else f"{value:.2f}"
