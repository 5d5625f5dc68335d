"""How often the players win on identical deals."""

from __future__ import annotations

from collections.abc import Iterator

from bench.options import Options
from bench.table import Share, Table
from sapper.arena.match import match
from sapper.game import LEVELS, Rules
from sapper.game.rules import First

PLAYERS = ("csp", "swift")
RULES: tuple[First, ...] = ("safe", "opening")


def tables(options: Options) -> Iterator[Table]:
    """Yield a table with a row for every level and first-move rule."""
    rows = []
    for first in RULES:
        for level in LEVELS:
            found = match(PLAYERS, level, Rules(first), options.deals, seed=1)
            (pair,) = found.pairs
            rows.append(
                (
                    first,
                    level,
                    *(Share(score.win_rate, *score.interval) for score in found.players),
                    pair.only_a,
                    pair.only_b,
                    pair.p_value,
                    *(1000 * score.cpu_seconds / score.games for score in found.players),
                )
            )
    a, b = PLAYERS
    columns = ("first", "level", f"{a} % (95%)", f"{b} % (95%)", f"only {a}", f"only {b}", "p")
    milliseconds = (f"{a}, ms", f"{b}, ms")
    title = f"Strength: games won, the same {options.deals} deals of seed 1 on each level"
    notes = (
        "The intervals are Wilson's. p is from McNemar's exact test on the deals that only one"
        " player won;\n0 means less than 1e-300."
    )
    yield Table(title, (*columns, *milliseconds), rows, notes)
