"""A task without noise ends with a complete and consistent theory: known disjunctions, few
examples."""

from __future__ import annotations

import random

import pytest

from mio import Background, Examples, LearningSettings, holds, learn, parse_declarations
from mio import parse_theory as parsed

UNARY, BINARY = "abcdeg", "rst"
MODES = parse_declarations(
    "f(+x)", *(f"{name}(+x)" for name in UNARY), *(f"{name}(+x,-x)" for name in BINARY)
)


def drawn(chance: random.Random) -> tuple[Background, Examples]:
    """Draw facts and a theory of two to four short clauses, and label 15 to 44 things by it."""
    things = range(chance.randrange(15, 45))
    facts = [f"{name}(x{i})." for name in UNARY for i in things if chance.random() < 0.4]
    for name in BINARY:
        counts = [(i, chance.choice([0, 1, 1, 2])) for i in things]
        facts += [f"{name}(x{i},x{chance.choice(things)})." for i, n in counts for _ in range(n)]
    clauses = []
    for _ in range(chance.randrange(2, 5)):
        if chance.random() < 0.5:
            body = [f"{name}(A)" for name in chance.sample(UNARY, chance.choice([1, 2, 2, 3]))]
        else:
            tests = chance.sample(UNARY, chance.choice([1, 1, 2]))
            body = [f"{chance.choice(BINARY)}(A,B)", *(f"{name}(B)" for name in tests)]
        clauses.append(f"f(A) :- {', '.join(body)}.")
    background = Background(" ".join(facts))
    rows = [(f"x{i}",) for i in things]
    labels = holds(background, parsed("\n".join(clauses)), rows)
    positives, negatives = (
        tuple(row for row, label in zip(rows, labels, strict=True) if label == kind)
        for kind in (True, False)
    )
    return background, Examples(positives, negatives)


@pytest.mark.parametrize("seed", range(12))
def test_a_theory_that_exists_is_found_complete_and_consistent(seed: int) -> None:
    background, examples = drawn(random.Random(seed))
    learned = learn(background, MODES, examples, LearningSettings(seconds=60), auto=True)
    assert learned.train.accuracy == 1, learned
