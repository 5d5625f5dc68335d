"""The proofs of learned rules as text and as JSON, and the progress of the learner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sapper.cli.views.progress import status
from sapper.errors import plural

if TYPE_CHECKING:
    from sapper_agents.learner.minesweeper import LearnedRules
    from sapper_agents.mio.task import JudgedRule


def proof_lines(rules: LearnedRules) -> Iterator[str]:
    """Yield the proofs as comments: those of the rules kept, then those of the rules dropped."""
    found = {one.clause: one.proof for one in rules.judged}
    for number, clause in enumerate(rules.theory, 1):
        how = found[clause].note or plural(found[clause].placings, "placing")
        yield f"% rule {number}: true on all boards: {how}"
    for clause, proof in found.items():
        if proof.sound is None:
            yield f"% not decided and dropped: {clause} ({proof.note})"
        if proof.counterexample is not None:
            one = proof.counterexample
            cell = list(one.position.grid.cell(one.tile))
            value = "a mine" if one.tile in one.layout else "safe"
            yield f"% refuted and dropped: {clause}"
            yield f"%   here {cell} may be {value}:"
            yield from (f"%   {line}" for line in str(one.position).splitlines())


def proof_json(judged: JudgedRule) -> dict[str, Any]:
    """The proof or refutation of a rule, as JSON."""
    one = judged.proof.counterexample
    return {
        "rule": str(judged.clause),
        "sound": judged.proof.sound,
        "placings": judged.proof.placings,
        "note": judged.proof.note,
        "counterexample": None
        if one is None
        else {"position": str(one.position), "cell": list(one.position.grid.cell(one.tile))},
    }


@contextmanager
def learning() -> Iterator[Callable[[int, int, int], None]]:
    """A function to call with the positives left, all positives, and the clauses found."""
    with status("learning") as show:
        yield lambda left, total, clauses: show(
            f"{left} of {total} positives left · {plural(clauses, 'clause')}"
        )
