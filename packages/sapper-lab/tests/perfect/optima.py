"""Results of the search for the optimum, to the last state, as text."""

import json
from collections.abc import Iterator

from sapper.game import Grid
from sapper_lab.perfect import Expectimax


def answers() -> str:
    """Yield all results as JSON lines."""
    return "\n".join(json.dumps(line) for line in _optima())


def _optima() -> Iterator[dict[str, object]]:
    """Values, and the states that the search remembers, in whatever order."""
    for grid, mines in ((Grid(4, 3), 4), (Grid(3, 3, "torus"), 3), (Grid(7, 1), 3)):
        search = Expectimax(grid)
        for start in grid.playable:
            search.lay([i for i in grid.playable if i != start], mines)
            least, most = search.least_risk(), search.most()
            yield {
                "won": [search.win(0), least, most],
                "states": search.table.states,
            }
        yield {"table": sorted(zip(*search.table.export(), strict=True))}
