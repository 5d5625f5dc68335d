"""One explanation of several certain cells: a chain that concludes them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sapper.explanations.explanation import Explanation, settled, story
from sapper.explanations.steps import Count, Step
from sapper.game import Cell, Position

Fact = tuple[Cell, bool] | Count


def together(
    position: Position, cells: Sequence[Cell], *, mine: bool = False
) -> Explanation | None:
    """Return one explanation of cells that are all safe, or all mines.

    Its ``cell`` is one that the last step concludes. None if there is no cell, or no explanation of
    one of them.
    """
    explanations = []
    for cell in cells:
        explanation = settled(position, position.grid.index(cell), mine=mine)
        if explanation is None:
            return None
        explanations.append(explanation)
    if not explanations:
        return None
    explanations.sort(key=lambda explanation: explanation.difficulty or 0.0)
    steps, cell = joined([(explanation.cell, explanation.steps) for explanation in explanations])
    return Explanation(
        position,
        cell,
        explanations[0].verdict,
        steps,
        " ".join(map(story, steps)),
        any(explanation.certificate for explanation in explanations),
    )


def joined(chains: Sequence[tuple[Cell, Sequence[Step]]]) -> tuple[tuple[Step, ...], Cell]:
    """Return one chain that concludes the cells of several, and the cell that its last step
    concludes; steps that conclude nothing new are left out."""
    steps: list[Step] = []
    concluded: dict[Fact, int] = {}
    last = chains[0][0]
    for cell, chain in chains:
        if (cell, False) in concluded or (cell, True) in concluded:
            continue
        last = cell
        for step in chain:
            fresh = [fact for fact in _facts(step) if fact not in concluded]
            if not fresh:
                continue
            used = {concluded[fact] for i in step.uses for fact in _facts(chain[i])}
            steps.append(
                replace(
                    step,
                    uses=tuple(sorted(used)),
                    safe=tuple(cell for cell in step.safe if (cell, False) in fresh),
                    mines=tuple(cell for cell in step.mines if (cell, True) in fresh),
                    counts=tuple(count for count in step.counts if count in fresh),
                )
            )
            concluded.update(dict.fromkeys(fresh, len(steps) - 1))
    return tuple(steps), last


def _facts(step: Step) -> list[Fact]:
    """Return what a step concludes."""
    return [
        *((cell, False) for cell in step.safe),
        *((cell, True) for cell in step.mines),
        *step.counts,
    ]
