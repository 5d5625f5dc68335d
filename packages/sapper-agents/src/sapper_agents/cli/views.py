"""The proofs of learned rules as text and as JSON, and the progress of the learner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sapper.cli.views.progress import status
from sapper.errors import plural

if TYPE_CHECKING:
    from mio import Clause
    from sapper_agents.mio.task import JudgedRule


def proof_lines(theory: Sequence[Clause], judged: Sequence[JudgedRule]) -> Iterator[str]:
    """Yield the proofs as comments: those of the theory, then those of the rules dropped from
    it."""
    found = {one.clause: one for one in judged}
    for number, clause in enumerate(theory, 1):
        yield from _verdict_lines(f"rule {number}: ", found.pop(clause), "")
    for clause, one in found.items():
        yield from _verdict_lines("", one, f" and dropped: {clause}")


def _verdict_lines(rule: str, judged: JudgedRule, dropped: str) -> Iterator[str]:
    proof, same = judged.proof, f", the paper's {judged.paper}" if judged.paper else ""
    if proof.sound:
        yield f"% {rule}true on all boards: {proof.note or plural(proof.placings, 'placing')}{same}"
    elif proof.counterexample is None:
        yield f"% {rule}not decided{dropped} ({proof.note})"
    else:
        one = proof.counterexample
        cell = list(one.position.grid.cell(one.tile))
        value = "a mine" if one.tile in one.layout else "safe"
        yield f"% {rule}refuted{dropped}"
        yield f"%   here {cell} may be {value}:"
        yield from (f"%   {line}" for line in str(one.position).splitlines())


def why_lines(theory: Sequence[Clause]) -> Iterator[str]:
    """Yield each rule in a sentence about a small board on which no rule before it decides the
    cell."""
    from sapper_agents.learner.minesweeper import illustrated_clause

    for number, clause in enumerate(theory, 1):
        figure = illustrated_clause(clause, theory[: number - 1])
        if figure is None:
            yield f"% why rule {number}: no small board shows a cell that only it decides"
            continue
        yield f"% why rule {number}: {figure.words.removeprefix('the rule: ')}:"
        yield from (f"%   {line}" for line in str(figure.position).splitlines())


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
