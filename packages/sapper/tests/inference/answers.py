"""The kernel's results for some positions and games, to the last bit, as text."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace

from sapper.game import Chance, Grid, Position, Rules
from sapper.inference import Belief, Status, counter_of
from sapper.inference.kernel import counter
from sapper.players import native, player
from tests.inference.larger import JOINED, played_positions, scattered_positions
from tests.inference.positions import small_positions

#: Players whose games differ in the strategies that decide.
RECIPES = ("random", "single-point", "csp", "swift", "corner > csp", "start > swift > random")
WORLDS = (
    (Grid(8, 8), 11, Rules("safe")),
    (Grid(6, 6, "torus"), 5, Rules("opening")),
    (Grid(7, 6, "hex", frozenset({0, 9, 23})), 7, Rules("any", zeros_open=False)),
)


def answers() -> str:
    """Yield all results as JSON lines; the first line says whether this is compiled code."""
    lines: list[object] = [{"interpreted": counter.__file__.endswith(".py")}]
    lines += [_about(position, number) for number, position in enumerate(_positions())]
    lines += _games()
    return "\n".join(json.dumps(line) for line in lines)


def _positions() -> Iterator[Position]:
    yield from small_positions(81, 60)
    yield from small_positions(82, 40, consistent=False)
    yield from played_positions(83, 12)
    yield from played_positions(84, 12, Grid(9, 9, "torus"), 18)
    yield from scattered_positions(85, 6, Grid(14, 14), 45, 75)
    yield from JOINED


def _about(position: Position, number: int) -> dict[str, object]:
    """Return the results of a count, with floats in hexadecimal.

    The logarithm is compared approximately: Python's ``lgamma`` is not the C library's.
    """
    here = counter_of(position.grid)
    status = here.count(position.cells, position.mines, float("inf"), 512, 0)
    if status != Status.OK:
        return {"status": status, "fault": here.culprit}
    belief = Belief(position)
    chance = Chance(86, number)
    return {
        "status": status,
        "logarithm": belief.log_layouts,
        "risk": [p.hex() for p in belief.probabilities.tolist()],
        "samples": [sorted(belief.sample(chance)) for _ in range(3)],
        "chance": str(chance),
    }


def _games() -> Iterator[dict[str, object]]:
    for recipe in RECIPES:
        for grid, mines, rules in WORLDS:
            tallies = native.play(player(recipe), rules, grid, mines, 87, range(3))
            assert tallies is not None
            for tally in tallies:
                yield {"recipe": recipe, **asdict(replace(tally, seconds=0.0))}
