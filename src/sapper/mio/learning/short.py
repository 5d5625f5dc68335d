"""Searches briefly for one short clause that covers all positives and no negative.

Such a clause covers every positive, so a single search suffices, from the smallest positive.
"""

from __future__ import annotations

from dataclasses import replace

from sapper.mio.learning.covering import Covering, Monitor
from sapper.mio.learning.recursion.bodies import size_of
from sapper.mio.learning.seeds import Searcher
from sapper.mio.learning.settings import Acceptance, LearningSettings, narrower

_LITERALS = 4  #: literals of the body: no recursive program has fewer than five with its heads


def short_clause(searcher: Searcher, settings: LearningSettings, watch: Monitor) -> Covering | None:
    """Return a theory of one clause that is no longer than any recursive program, or None."""
    if watch.over:
        return None
    rows = searcher.problem.examples.positives
    seed = min(range(len(rows)), key=lambda number: sum(map(size_of, rows[number])))
    brief = narrower(settings)
    depth = replace(brief.depth, levels=_LITERALS)  # each literal may need the one before
    found = searcher.run(
        replace(
            brief,
            length=min(brief.length, _LITERALS),
            depth=depth,
            acceptance=Acceptance(positives=len(rows)),
        ),
        [seed],
        searcher.coverage.positive,
        searcher.coverage.negative,
        watch.deadline,
    )
    best = next((clause for search in found for clause in search.found), None)
    return None if best is None else Covering(0, [best], found)
