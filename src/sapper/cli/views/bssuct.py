"""An experiment with ``bssuct`` as text: a table for every board, with bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from sapper.cli.views.tables import figures_table, screen
from sapper.estimate import hundredths, interval_text

if TYPE_CHECKING:
    from sapper.arena.match.result import MatchResult
    from sapper.works.bssuct import BoardsResult, PublishedBoard

BAR = 6  #: characters of the bar of perfect play
_EIGHTHS = " ▏▎▍▌▋▊▉"


def show(found: BoardsResult) -> None:
    """Print a table for every board."""
    console = screen()
    for board, result in found.boards:
        title = f"{result.level} · first move {result.first} · {result.games:,} games"
        console.print(Text(title, "bold"), end="")
        console.print(Text(" · interrupted", "bold red1") if result.interrupted else "")
        console.print(_table(board, result))


def _table(board: PublishedBoard, result: MatchResult) -> Table:
    table = figures_table("player", "won %", "95%\ninterval", "CPU ms\nper guess")
    table.add_column("% of perfect play\nwith 95% interval", no_wrap=True)
    for who, won in board.published:
        table.add_row(Text(f"{who}, published", "italic"), won)
    for score in result.players:
        milliseconds = 1000 * score.cpu_seconds / max(score.guesses + score.games, 1)
        table.add_row(
            Text(score.player),
            hundredths(score.win_rate),
            interval_text(score.interval),
            f"{milliseconds:.2f}" if milliseconds < 10 else f"{milliseconds:,.0f}",
            _bar(score.win_rate / float(board.perfect), _relative(score.interval, board)),
        )
    words = f"perfect play, {board.perfect}"
    table.add_row(Text(words, "italic"), hundredths(float(board.perfect)), "", "", _bar(1.0))
    return table


def _relative(interval: tuple[float, float], board: PublishedBoard) -> str:
    low, high = interval
    perfect = float(board.perfect)
    return f" ({interval_text((low / perfect, high / perfect), 0)})"


def _bar(share: float, interval: str = "") -> str:
    """Return a bar for a share of perfect play, cut off at 100%, and the share in percent."""
    full, rest = divmod(round(min(share, 1.0) * BAR * 8), 8)
    bar = "█" * full + (_EIGHTHS[rest] if rest else "")
    return f"{bar:<{BAR}} {100 * share:5.1f}{interval}"
