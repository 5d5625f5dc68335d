"""The rule learner's results as text and as JSON, and its progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sapper.cli.views.progress import status
from sapper.errors import plural
from sapper.estimate import percent

if TYPE_CHECKING:
    from sapper.mio.learning.explanation import Explanation
    from sapper.mio.learning.learn import Learned
    from sapper.mio.learning.theory import Confusion
    from sapper.players.mio.task import JudgedRule
    from sapper.study.learner.minesweeper import LearnedRules


def sentences(
    learned: Learned,
    test: Confusion | None,
    notices: tuple[str, ...],
    timed: str = "learning",
    why: Explanation | None = None,
    interrupted: bool = False,
) -> list[str]:
    """Return the result of learning as text: the clauses, and Prolog comments. ``timed`` names the
    work that took the seconds; ``why`` explains the clauses. If ``interrupted``, what is missing is
    said."""
    lines = [f"% {notice}" for notice in notices]
    if interrupted:
        lines.append("% interrupted: these are the clauses found until then")
    lines += [str(clause) for clause in learned.theory] or ["% no clause was found"]
    lines += [f"% {note}" for note in learned.notes]
    if why is not None:
        from sapper.study.learner.learned import why_lines

        lines += [f"% {line}" for line in why_lines(why)]
    lines.append(f"% training examples: {scored_words(learned.train)}")
    lines.append(f"% the larger class alone: {percent(learned.train.majority)} of them right")
    if test is not None:
        lines.append(f"% test examples: {scored_words(test)}")
    lines.append(
        f"% {learned.explored:,} clauses explored, searches: {len(learned.searches)}"
        f" ({learned.cut} cut), {learned.seconds:.1f} CPU seconds of {timed}"
    )
    return lines


def scored_words(confusion: Confusion) -> str:
    """The accuracy of a theory in words."""
    right = confusion.true_positives + confusion.true_negatives
    total = right + confusion.false_positives + confusion.false_negatives
    return (
        f"{percent(confusion.accuracy)} right ({right} of {total}; "
        f"{confusion.false_negatives} missed, {confusion.false_positives} wrongly covered)"
    )


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
