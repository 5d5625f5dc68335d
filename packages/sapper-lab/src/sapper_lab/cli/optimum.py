"""``sapper optimum``: the exact share of games that perfect play wins on a small board."""

from __future__ import annotations

import math
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sapper.cli.errors import end_if, interruption
from sapper.cli.options import (
    FIRST_MEANINGS,
    FIRST_RULES,
    as_json,
    echo_json,
    megabytes,
    start,
    time_limit,
)
from sapper.cli.views.progress import status
from sapper.errors import plural
from sapper.estimate import percent
from sapper_lab.cli.options import board, until_interrupted

if TYPE_CHECKING:
    from sapper.game import Level
    from sapper.game.rules import First
    from sapper_lab.bounds.bounds import Bounds
    from sapper_lab.perfect.search import Optimum

SAMPLING_SECONDS = 1.0  #: for statistical bounds
MAX_SAMPLING_SHARE = 0.2  #: of the time
MIN_SAMPLING_SECONDS = 0.05  #: if the search took longer than it should have


@click.command(epilog="\b\nExample:\n  sapper optimum 4x4x4 --first safe")
@board
@click.option(
    "--first",
    "rules",
    type=FIRST_RULES,
    multiple=True,
    default=["safe"],
    show_default=True,
    help=f"Rule for the first cell opened ({FIRST_MEANINGS}). May be repeated.",
)
@time_limit("the search; when it is up, the bounds found so far are printed")
@megabytes("layouts and states", 4096)
@click.option(
    "--state",
    "file",
    metavar="FILE",
    help="Keep the states in a file. A search that was stopped continues from it, and searches with"
    " other numbers of mines on the same board reuse it.",
)
@as_json
def command(
    level: str,
    rules: tuple[First, ...],
    seconds: float | None,
    megabytes: int,
    file: str | None,
    as_json: bool,
) -> None:
    """Compute exactly how often perfect play wins a small board.

    A board can have up to 60 cells, but dense boards of more than about 25 cells take too much time
    and memory. If a limit or Ctrl-C stops the search early, the answer is a range, and --state
    keeps what has been found. With --seconds, the last second, or less, goes to the statistical
    bounds of sapper bounds, which are often closer.

    LEVEL is WIDTHxHEIGHTxMINES or the name of a level. One search answers several rules for the
    first cell, in less time than a search for each.

    Related: sapper bounds works on boards of any size, sapper opening compares first cells.

    With --json: value, fraction, best_first, states, seconds, low, high, exact, note and sampled;
    value and fraction are null unless the answer is exact, and sampled, the statistical bounds
    (low, high, confidence), is null unless they were computed. With several rules, a list of these,
    each with first, the rule.
    """
    from sapper.game import Level
    from sapper_lab.perfect.search import optima

    rules = tuple(dict.fromkeys(rules))
    wanted = Level.parse(level)
    begun = start().clock
    with interruption() as interrupted, status("searching") as show:

        def report(looked: int, cells: int, states: int) -> bool:
            words = f"first cell {looked + 1} of {cells} · {plural(states, 'state')}"
            if seconds is not None:
                words += f" · {max(begun + seconds - time.monotonic(), 0):.0f} s left"
            show(words)
            return bool(interrupted)

        found = optima(
            wanted.grid,
            wanted.mines,
            rules,
            seconds=math.inf
            if seconds is None
            else start().left(seconds) - min(SAMPLING_SECONDS, seconds * MAX_SAMPLING_SHARE),
            megabytes=megabytes,
            report=report,
            table=file,
        )
        sampled: dict[First, Bounds] = {}
        if seconds is not None:
            inexact = [first for first, one in found.items() if not one.exact]
            sampled = _sampled(wanted, inexact, begun + seconds, interrupted)
    pairs = [(first, one, sampled.get(first)) for first, one in found.items()]
    if as_json:
        each = [{"first": first, **optimum_json(one, more)} for first, one, more in pairs]
        echo_json(each if len(each) > 1 else optimum_json(*pairs[0][1:]))
    else:
        for first, one, more in pairs:
            head = [f"first={first}:"] if len(found) > 1 else []
            click.echo("\n".join(head + sentences(one, more)))
    end_if(interrupted)


def _sampled(
    level: Level, rules: list[First], until: float, interrupted: list[int]
) -> dict[First, Bounds]:
    """Statistical bounds for each rule, until a time or Ctrl-C."""
    from sapper_lab.bounds.bounds import BoundsState, bounds

    def check(_: BoundsState) -> None:
        if interrupted:
            raise KeyboardInterrupt

    found: dict[First, Bounds] = {}
    for left, rule in zip(range(len(rules), 0, -1), rules, strict=True):
        seconds = max(until - time.monotonic(), MIN_SAMPLING_SECONDS) / left
        if not interrupted:
            run = partial(bounds, level, rule, seconds=seconds, progress=check)
            found[rule] = until_interrupted(run)
    return found


def optimum_json(found: Optimum, sampled: Bounds | None) -> dict[str, Any]:
    """An answer as JSON."""
    return {
        **found.to_json(),
        "sampled": None
        if sampled is None
        else {key: sampled.to_json()[key] for key in ("low", "high", "confidence")},
    }


def sentences(found: Optimum, sampled: Bounds | None) -> list[str]:
    """An answer as sentences."""
    first = "" if found.best_first is None else f"first cell {list(found.best_first)}; "
    effort = f"{first}{found.states:,} states, {found.seconds:.1f} s"
    if found.exact:
        return [f"Perfect play wins {percent(float(found.low), 4)}: {found.low}.", effort]
    low, high = (percent(float(bound), 4) for bound in (found.low, found.high))
    lines = [f"Perfect play wins between {low} and {high}: {found.note}."]
    if sampled is not None:
        low, high = (percent(bound, 2) for bound in (sampled.low, sampled.high))
        lines.append(f"Random deals put it between {low} and {high}, each with 95% probability.")
    return [*lines, effort]
