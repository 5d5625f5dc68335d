"""Players from the literature, beside their published win rates."""

from __future__ import annotations

from collections.abc import Iterator

from bench.options import Options
from bench.table import Share, Table
from sapper.arena.match import match
from sapper.game import Rules
from sapper.game.rules import First

#: Peña Castillo & Wrobel 2003, section 5.1, of 10,000 games.
PGMS = {"beginner8": {"pgms": 0.60}}
#: Becerra 2015, sections 5.2 and 5.3, of 100,000 games.
BECERRA = {
    "beginner": {
        "naive-single-point": 0.6495,
        "corner > double-set": 0.7107,
        "corner > double-set(guess=corners)": 0.7885,
    },
    "intermediate": {
        "naive-single-point": 0.3079,
        "corner > double-set": 0.3791,
        "corner > double-set(guess=corners)": 0.4442,
    },
    "expert": {
        "naive-single-point": 0.0051,
        "corner > double-set": 0.0092,
        "corner > double-set(guess=corners)": 0.0132,
    },
}


def tables(options: Options) -> Iterator[Table]:
    """Yield a table with a row for every player and level."""
    rows = [*_rows(PGMS, "any", options.deals), *_rows(BECERRA, "safe", options.deals)]
    columns = ("player", "level", "first", "won % (95%)", "published %", "ms per game")
    title = f"Players from the literature: games won, {options.deals} deals of seed 1 on each level"
    notes = (
        "pgms: Peña Castillo & Wrobel 2003, 10,000 games; the others: Becerra 2015, 100,000 games"
        " each.\nms: CPU of one core."
    )
    yield Table(title, columns, rows, notes)


def _rows(
    published: dict[str, dict[str, float]], first: First, deals: int
) -> Iterator[tuple[object, ...]]:
    for level, rates in published.items():
        found = match(tuple(rates), level, Rules(first), deals, seed=1)
        for score, rate in zip(found.players, rates.values(), strict=True):
            won = Share(score.win_rate, *score.interval)
            cost = 1000 * score.cpu_seconds / score.games
            yield score.player, level, first, won, 100 * rate, cost
