"""The solver's cardinality constraints, also under conditions.

Conditions rely on repeated literals counting twice, which MiniCard does but does not document.
"""

from itertools import product

import pytest

from sapper.game import Chance
from sapper.inference import MiniCard

Count = tuple[list[int], int, int, int | None]


def satisfiable(variables: int, counts: list[Count], assumptions: list[int]) -> bool:
    """Answer the same question by trying all values; conditions not assumed have no effect."""
    held = [count for count in counts if count[3] is None or count[3] in assumptions]
    for values in product([False, True], repeat=variables):
        true = {i + 1 for i in range(variables) if values[i]}
        if all(abs(x) > variables or (x > 0) == (abs(x) in true) for x in assumptions) and all(
            low <= len(true.intersection(literals)) <= high for literals, low, high, _ in held
        ):
            return True
    return False


@pytest.mark.parametrize("seconds", [None, 1000])
def test_counts_and_cores_are_right(seconds: float | None) -> None:
    chance = Chance(61)
    for _ in range(250):
        solver, size = MiniCard(seconds), 1 + chance.below(7)
        variables = [solver.variable() for _ in range(size)]
        counts: list[Count] = []
        for _ in range(1 + chance.below(5)):
            some = chance.shuffled(variables)[: chance.below(size + 1)]
            low = chance.below(len(some) + 3) - 1
            high = low + chance.below(3) // 2
            counts.append((some, low, high, solver.variable() if chance.below(5) else None))
            solver.count(*counts[-1])
        for _ in range(8):
            asked = [x if chance.below(2) else -x for x in variables if chance.below(4) == 0]
            asked += [c[3] for c in counts if c[3] is not None and chance.below(3)]
            answer = solver.solve(*asked)
            assert answer == satisfiable(size, counts, asked), (counts, asked)
            if answer:
                assert set(asked) <= set(solver.model())
                assert len(solver.model()) >= size
            else:
                assert set(solver.core()) <= set(asked)
                assert not satisfiable(size, counts, solver.core()), (counts, asked)


def test_preferred_values_come_first() -> None:
    solver = MiniCard()
    a, b, c = (solver.variable() for _ in "abc")
    solver.clause(a, b, c)
    for wish in ([a, -b, c], [-a, b, -c], [a, b, c]):
        solver.prefer(wish)
        assert solver.solve()
        assert solver.model() == wish
