"""The figures of a game as rows of words, the same on every screen."""

from __future__ import annotations

from sapper.metrics.game import GameFigures


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
