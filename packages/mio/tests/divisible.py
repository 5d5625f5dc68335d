"""A target that random examples teach only in part: a number divisible by 7, or below 3."""

from __future__ import annotations

from mio import Background, Chance, Example, Sampler, parse_declarations

MODES = parse_declarations("t(+int)", "rest(+int,-#int)", "small(+int)")


def background() -> Background:
    made = Background("small(X) :- X < 3.")
    made.function("rest", "+-", lambda n: [n % 7])
    return made


def draw(chance: Chance) -> tuple[Example, bool]:
    """The target: divisible by 7, or below 3, which is seldom."""
    number = chance.below(400) if chance.random() < 0.98 else chance.below(3)
    return (number,), number % 7 == 0 or number < 3


def sampler(**changes: object) -> Sampler:
    return Sampler(background(), draw, seed=5, **changes)  # type: ignore[arg-type]
