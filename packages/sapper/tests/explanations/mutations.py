"""Explanations with one thing wrong, which the checker has to refuse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Plain = dict[str, Any]


def mutations(explanation: Plain) -> Iterator[tuple[str, Plain]]:
    """Yield an explanation with one clue, used step or number of mines removed, or one conclusion
    changed, at every place, those under suppositions included; with what was changed."""
    for what, steps in _changed(explanation["steps"]):
        yield what, {**explanation, "steps": steps}


def _changed(steps: list[Plain]) -> Iterator[tuple[str, list[Plain]]]:
    for number, step in enumerate(steps):
        for what, other in _mutants(step, steps):
            yield f"step {number + 1}: {what}", [*steps[:number], other, *steps[number + 1 :]]


def _mutants(step: Plain, steps: list[Plain]) -> Iterator[tuple[str, Plain]]:
    # A clue with a sign of gold is named for its number too, which may say the same as another's.
    for i in range(0 if "signs" in step else len(step["clues"])):
        clues = step["clues"]
        yield f"without the clue {clues[i]}", {**step, "clues": clues[:i] + clues[i + 1 :]}
    # Two limits may use more known cells than they need, if that makes the step easier to see.
    pair = step["technique"] in ("two clues", "derived counts") and "signs" not in step
    for i, use in enumerate(step["uses"]):
        if not pair or steps[use]["counts"]:
            uses = step["uses"][:i] + step["uses"][i + 1 :]
            yield f"uses without {use}", {**step, "uses": uses}
    if step["mine_count"]:
        yield "without the number of mines", {**step, "mine_count": False}
    if step.get("gold_count"):
        yield "without the number of gold", {**step, "gold_count": False}
    for cell in step["safe"]:
        safe = tuple(other for other in step["safe"] if other != cell)
        yield f"{cell} a mine", {**step, "safe": safe, "mines": (*step["mines"], cell)}
    for cell in step["mines"]:
        mines = tuple(other for other in step["mines"] if other != cell)
        yield f"{cell} safe", {**step, "mines": mines, "safe": (*step["safe"], cell)}
    for i, count in enumerate(step["counts"]):
        for narrower in ({"least": count["least"] + 1}, {"most": count["most"] - 1}):
            counts = [*step["counts"][:i], {**count, **narrower}, *step["counts"][i + 1 :]]
            yield f"a count with {narrower}", {**step, "counts": counts}
    if "steps" in step:
        for what, steps in _changed(step["steps"]):
            yield what, {**step, "steps": steps}
