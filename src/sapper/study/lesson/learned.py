"""What the rule learner found, and why: as JSON for programs and as sentences for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sapper.errors import plural
from sapper.mio import ClauseReason, Confusion, Explanation, Learned
from sapper.mio.language.terms import Term
from sapper.mio.language.writer import written

SHOWN = 5  #: the examples that are named; the others are counted


def learned_json(
    learned: Learned, test: Confusion | None, notices: Sequence[str]
) -> dict[str, Any]:
    """What was learned, as JSON."""
    return {
        "theory": [str(clause) for clause in learned.theory],
        "train_accuracy": learned.train.accuracy,
        "test_accuracy": None if test is None else test.accuracy,
        "clauses_explored": learned.explored,
        "seconds": learned.seconds,
        "searches": len(learned.searches),
        "searches_cut": learned.cut,
        "facts": learned.facts,
        "finished": learned.finished,
        "train": asdict(learned.train),
        "test": None if test is None else asdict(test),
        "notes": list(learned.notes),
        "notices": list(notices),
    }


def why_json(why: Explanation) -> dict[str, Any]:
    """An explanation as JSON; of examples, the first ``SHOWN`` are named."""
    return {
        "clauses": [
            {
                "clause": str(one.clause),
                "literals": len(one.clause.body),
                "positives": len(one.positives),
                "negatives": len(one.negatives),
                "new": one.new,
                "alone": one.alone,
                "value": one.value,
                "runner_up": None if one.runner_up is None else str(one.runner_up),
                "runner_up_value": one.runner_up_value,
                "covers": _names(one.positives),
                "wrong": _names(one.negatives),
            }
            for one in why.reasons
        ],
        "missed": {"count": len(why.missed), "examples": _names(why.missed)},
        "wrong": {"count": len(why.wrong), "examples": _names(why.wrong)},
        "recursive": why.recursive,
    }


def why_lines(why: Explanation) -> list[str]:
    """An explanation in sentences."""
    lines = []
    for number, one in enumerate(why.reasons, 1):
        lines.append(f"clause {number}: {one.clause}")
        lines += [f"  {line}" for line in _reasons(one, why.recursive)]
    if why.missed:
        lines.append(f"{plural(len(why.missed), 'positive')} missed: {_named(why.missed)}")
    if why.wrong:
        lines.append(f"{plural(len(why.wrong), 'negative')} covered: {_named(why.wrong)}")
    return lines


def _reasons(one: ClauseReason, recursive: bool) -> list[str]:
    """What a clause covers, its value beside that of the runner-up, and its errors."""
    if recursive:
        lines = [f"{plural(len(one.positives), 'positive')} need it: {_named(one.positives)}"]
        if len(one.positives) == 1:
            lines = [f"1 positive needs it: {_named(one.positives)}"]
        if not one.positives:
            lines = ["no positive needs it"]
    else:
        covered, literals = plural(len(one.positives), "positive"), len(one.clause.body)
        wrong = one.new - one.value - literals
        lines = [
            f"covers {covered}, {one.new} not covered above, {one.alone} by no other clause:"
            f" {_named(one.positives)}",
            f"its value is {one.value:g}: {one.new} positives - {wrong:g} negatives"
            f" - {plural(literals, 'literal')}",
        ]
        if one.runner_up is not None:
            lines.append(f"the next best would have {one.runner_up_value:g}: {one.runner_up}")
    if one.negatives:
        lines.append(f"covers {plural(len(one.negatives), 'negative')}: {_named(one.negatives)}")
    return lines


def _named(rows: Sequence[tuple[Term, ...]]) -> str:
    return "; ".join(_names(rows)) + (" …" if len(rows) > SHOWN else "")


def _names(rows: Sequence[tuple[Term, ...]]) -> list[str]:
    return [", ".join(map(written, row)) for row in rows[:SHOWN]]
