"""The results of experiments as text: worlds with gold, small boards, and limited belief."""

from __future__ import annotations

import sys
from copy import copy
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

from sapper.cli.views.tables import bare_table, busiest, figures_table, numbers_table, screen
from sapper.errors import plural
from sapper.estimate import hundredths, interval_text
from sapper.notation.demo_boards import CONFIGURATIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from rich.console import Console

    from sapper.arena.match import MatchResult
    from sapper_papers.bssuct import BoardsResult, PublishedBoard
    from sapper_papers.csp_pgms import CspResult
    from sapper_papers.gold import GroupSummary, TourResult
    from sapper_papers.gold_report import ReportFigures
    from sapper_papers.limited import AgentRow, LimitedResult
    from sapper_papers.pomdp import PlanResult
    from sapper_papers.regret import RegretResult, RegretRow

BAR_CHARACTERS = 6  #: characters of the bar of perfect play
_EIGHTHS = " ▏▎▍▌▋▊▉"


def show_gold(result: TourResult) -> None:
    """Print two tables for every group of worlds.

    All figures but the share of games won are per game.
    ``worlds unprobed`` counts the worlds in which no game had a random probe.
    """
    console = screen()
    for group, summaries in groupby(result.summaries, lambda summary: summary.group):
        agents = list(summaries)
        games = max(summary.figures.games for summary in agents)
        worlds = plural(agents[0].worlds, "world")
        title = Text(f"{group} · {worlds} · {plural(games, 'game')} of each agent", "bold")
        title.append(" · all figures per game")
        if result.interrupted:
            title.append(" · interrupted", "bold red1")
        console.print(title)
        console.print(_gold_figures(agents))
        console.print(_gold_counts(agents))


def show_report(result: ReportFigures) -> None:
    """Print the figures of the report beside those of its games played again."""
    table = bare_table()
    for title in ("figure", "report", "here"):
        table.add_column(title, overflow="fold")
    for title in ("95%", "games"):
        table.add_column(title, justify="right", no_wrap=True)
    for figure in result.figures:
        interval = "–".join(f"{end:.2f}" for end in figure.interval or ()) or "–"
        words = (Text(words) for words in (figure.what, figure.report, figure.here))
        table.add_row(*words, interval, str(figure.games))
    screen().print(table)


def _gold_figures(agents: Sequence[GroupSummary]) -> Table:
    table = figures_table(
        "agent",
        "won %",
        "95%\ninterval",
        "random\nprobes",
        "95%\ninterval",
        "worlds\nunprobed",
        "CPU\nms",
        narrowest=20,
        widest=32,
    )
    best = max(summary.figures.wins for summary in agents)
    for summary in agents:
        figures = summary.figures
        table.add_row(
            Text(summary.agent),
            Text(hundredths(figures.win_rate, 1), "bold green3" if figures.wins == best else ""),
            interval_text(figures.interval, 1),
            f"{summary.probes:.2f}",
            "–".join(f"{end:.2f}" for end in summary.probes_interval or ()) or "–",
            str(summary.unprobed),
            _digits(1000 * figures.cpu_seconds / max(figures.games, 1)),
        )
    return table


def _gold_counts(agents: Sequence[GroupSummary]) -> Table:
    table = figures_table("agent", "guesses", "lives\nlost", "gold\nfound", narrowest=20, widest=32)
    table.add_column("moves\nby strategy")
    for summary in agents:
        figures = summary.figures
        games = max(figures.games, 1)
        counts = figures.guesses, figures.lives_lost, figures.gold_found
        moves = (f"{name} {n / games:.2f}" for name, n in busiest(figures.decisions))
        means = (f"{count / games:.2f}" for count in counts)
        table.add_row(Text(summary.agent), *means, Text(" · ".join(moves)))
    return table


def _digits(milliseconds: float) -> str:
    return f"{milliseconds:.1f}" if milliseconds < 100 else f"{milliseconds:,.0f}"


def show_boards(result: BoardsResult) -> None:
    """Print a table with bars for every board."""
    console = screen()
    for board, match in result.boards:
        games = plural(match.games, "game")
        title = f"{match.level} · first move {match.first} · {games}"
        console.print(Text(title, "bold"), end="")
        console.print(Text(" · interrupted", "bold red1") if match.interrupted else "")
        console.print(_board_table(board, match))


def _board_table(board: PublishedBoard, result: MatchResult) -> Table:
    table = figures_table("player", "won %", "95%\ninterval", "CPU ms\nper guess")
    if board.perfect is not None:
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
            *_relative(score.win_rate, score.interval, board.perfect),
        )
    if board.perfect is not None:
        words = f"perfect play, {board.perfect}"
        table.add_row(Text(words, "italic"), hundredths(float(board.perfect)), "", "", _bar(1.0))
    return table


def _relative(
    win_rate: float, interval: tuple[float, float], perfect: Fraction | None
) -> list[str]:
    """Return the cell that compares a player with perfect play, if that is known."""
    if perfect is None:
        return []
    best = float(perfect)
    low, high = interval
    return [_bar(win_rate / best, f" ({interval_text((low / best, high / best), 0)})")]


def _bar(share: float, interval: str = "") -> str:
    """Return a bar for a share of perfect play, cut off at 100%, and the share in percent."""
    full, rest = divmod(round(min(share, 1.0) * BAR_CHARACTERS * 8), 8)
    bar = "█" * full + (_EIGHTHS[rest] if rest else "")
    return f"{bar:<{BAR_CHARACTERS}} {100 * share:5.1f}{interval}"


def show_regret(result: RegretResult) -> None:
    """Print a table for every board."""
    from sapper_papers.bssuct import TABLE_2

    published = {board.level: board.published for board in TABLE_2}
    console = screen()
    for level, rows in groupby(result.rows, lambda row: row.level):
        players = list(rows)
        games = plural(players[0].sums.games, "game")
        console.print(Text(f"{level} · first move safe · {games} of each player", "bold"))
        console.print(_regret_table(players, published.get(level, ())))


def _regret_table(rows: Sequence[RegretRow], published: Iterable[tuple[str, str]]) -> Table:
    heads = ("won %\nby cost", "95%\ninterval", "won %\nby wins", "95%\ninterval")
    table = figures_table("player", *heads, "searched\n%", "CPU ms\nper guess", widest=60)
    for who, figure in published:
        table.add_row(Text(f"{who}, published", "italic"), figure)
    for row in rows:
        sums, won = row.sums, row.sums.won(row.optimum)
        guesses = max(sums.guesses, 1)
        table.add_row(
            Text(row.player),
            hundredths(won.value),
            interval_text((won.low, won.high)),
            hundredths(sums.win_rate),
            interval_text(sums.interval),
            hundredths(sums.searched / guesses, 0),
            _digits(1000 * sums.cpu_seconds / guesses),
        )
    table.add_row(Text("perfect play", "italic"), hundredths(rows[0].optimum))
    return table


def show_plans(result: PlanResult) -> None:
    """Print a table for every problem."""
    from sapper_papers.pomdp import PLANNERS, PROBLEMS

    console = screen()
    for problem, rows in groupby(result.rows, lambda row: row.problem):
        planners = list(rows)
        games = plural(planners[0].sums.games, "game")
        each = plural(result.simulations, "simulation")
        title = f"{problem} · {games} of each planner · {each} before every step"
        console.print(Text(title, "bold"))
        table = figures_table("planner", "mean", "95%\ninterval", "CPU ms\nper step", widest=60)
        make, published = PROBLEMS[problem]
        for who, value in published:
            table.add_row(Text(who, "italic"), value)
        for row in planners:
            sums = row.sums
            low, high = sums.mean - sums.half_width, sums.mean + sums.half_width
            table.add_row(
                Text(f"{row.planner}: {PLANNERS[row.planner].about}"),
                f"{sums.mean:.2f}",
                f"{low:.2f}–{high:.2f}",
                _digits(1000 * sums.cpu_seconds / max(sums.decisions, 1)),
            )
        optimum = make().optimum
        if optimum is not None:
            table.add_row(Text("perfect play, by value iteration", "italic"), f"{optimum:.2f}")
        console.print(table)


def show_csp(result: CspResult) -> None:
    """Print a table for every board: a row for each first cell, a column for each rule for ties."""
    from sapper_papers.csp_pgms import PUBLISHED

    console = screen()
    for level, rows in groupby(result.rows, lambda row: row.level):
        found = {(row.first, row.ties): hundredths(float(row.won)) for row in rows}
        console.print(Text(f"{level} · published {PUBLISHED[level]}", "bold"))
        table = numbers_table("first cell", "zero", "uniform")
        for first in dict.fromkeys(first for first, _ in found):
            name = "random" if first is None else str(list(first))
            table.add_row(name, found[first, "zero"], found[first, "uniform"])
        console.print(table)


def show_limited(result: LimitedResult) -> None:
    """Print a table per configuration; all figures but the win rate are means per game."""
    console = screen()
    deepest = max(row.agent.splits for row in result.rows)
    for name, rows in groupby(result.rows, lambda row: row.configuration):
        agents = list(rows)
        width, height, mines = CONFIGURATIONS[name]
        games = max(row.sums.games for row in agents)
        console.print(Text(f"{name}, {width}x{height}x{mines} · {games} boards", "bold"))
        show_table(console, _limited_table(agents, deepest), names=2)


def _limited_table(rows: list[AgentRow], deepest: int) -> Table:
    table = bare_table()
    table.add_column("splits", justify="right", no_wrap=True)
    table.add_column("guess", no_wrap=True)
    levels = [f"level {level}" for level in range(deepest + 1)]
    for title in ("won %", "95% interval", "published", "CPU ms", *levels, "counted", "guesses"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        sums, games = row.sums, max(row.sums.games, 1)
        own = range(row.agent.splits + 1)
        table.add_row(
            str(row.agent.splits),
            row.agent.guess,
            hundredths(sums.wins / games, 1),
            interval_text(sums.interval, 1),
            "–" if row.published is None else f"{row.published}",
            f"{1000 * sums.cpu_seconds / games:.1f}",
            *(f"{sums.levels[k] / games:.2f}" if k in own else "–" for k in range(deepest + 1)),
            f"{sums.counted / games:.2f}" if row.agent.guess == "exact" else "–",
            f"{sums.guesses / games:.2f}",
        )
    return table


def show_table(console: Console, table: Table, names: int = 1) -> None:
    """Print a table. Where the terminal is too narrow for it, print it in parts, each of which
    repeats the first ``names`` columns, so that no figure is cut off."""
    if console.is_terminal:
        *parts, table = _parts(console, table, names)
        for part in parts:
            console.print(part)
    console.print(table)


def _parts(console: Console, table: Table, names: int) -> list[Table]:
    """The table as parts that fit, and at least one column of figures in each."""
    first, figures = table.columns[:names], table.columns[names:]
    unlimited = console.options.update(max_width=sys.maxsize)
    parts: list[Table] = []
    chosen: list[Column] = []
    for column in figures:
        wider = _of_columns(table, [*first, *chosen, column])
        if chosen and Measurement.get(console, unlimited, wider).maximum > console.width:
            parts.append(_of_columns(table, [*first, *chosen]))
            chosen = []
        chosen.append(column)
    return [*parts, _of_columns(table, [*first, *chosen])]


def _of_columns(table: Table, columns: Iterable[Column]) -> Table:
    """The same table with some of its columns."""
    part = copy(table)
    part.columns = [replace(column, _index=i) for i, column in enumerate(columns)]
    return part
