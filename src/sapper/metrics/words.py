"""The figures of a game as rows of words, the same on every screen."""

from __future__ import annotations

from sapper.metrics.game import GameFigures

#: What each figure means, as a clause; ``docs/metrics.md`` has the definitions.
MEANINGS = {
    "3BV": "the fewest left clicks that open the board; of a lost game, how much of it was solved",
    "3BV/s": "3BV solved per second",
    "time": "the time on the clock",
    "clicks": "all clicks, by kind",
    "wasted clicks": "clicks that opened no safe cell and flagged no mine",
    "efficiency (IOE)": "3BV solved per click",
    "correctness": "the share of clicks that were not wasted",
    "throughput": "3BV solved per click that was not wasted",
    "ZiNi": "the clicks, with flags and chords, that the greedy ZiNi algorithm needs",
    "human ZiNi": "as ZiNi, with all openings first and chords only on open numbers",
    "chain ZiNi": "as ZiNi, counting what all chords need together",
    "fewest clicks": "the fewest clicks that open the board, with flags and chords",
    "openings": "connected groups of zeros; a click on one opens all of it",
    "islands": "connected groups of numbers that no opening opens",
}


def rows(found: GameFigures) -> list[tuple[str, str]]:
    """Return the name and the value of each figure that is known."""
    board, clicks = found.board, found.clicks
    solved = f"{board.bbbv}"
    if found.solved < board.bbbv:
        solved = f"{found.solved} of {board.bbbv}"
    kinds = ((clicks.left, "left"), (clicks.right, "right"), (clicks.chord, "chord"))
    made = ", ".join(f"{number} {kind}" for number, kind in kinds if number)
    shown = [
        ("3BV", solved),
        ("3BV/s", _number(found.bbbv_per_second)),
        ("time", None if found.seconds is None else f"{found.seconds:.3f} s"),
        ("clicks", f"{clicks.total} ({made})" if made else "0"),
        ("wasted clicks", str(clicks.wasted)),
        ("efficiency (IOE)", _number(found.ioe)),
        ("correctness", _number(found.correctness)),
        ("throughput", _number(found.throughput)),
        ("ZiNi", str(board.zini)),
        ("human ZiNi", str(board.human_zini)),
        ("chain ZiNi", str(board.chain_zini)),
        ("fewest clicks", None if board.fewest is None else str(board.fewest)),
        ("openings", str(board.openings)),
        ("islands", str(board.islands)),
    ]
    return [(name, value) for name, value in shown if value is not None]


def _number(value: float | None) -> str | None:
    return None if value is None else f"{value:.2f}"
