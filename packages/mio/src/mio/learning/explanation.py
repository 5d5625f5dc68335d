"""Explains why each clause of a theory was chosen: its coverage, its value and the runner-up; and
shows the most specific clause, below which a search looks for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mio.background.background import Background
from mio.language.program import Clause
from mio.learning.coverage import Coverage, Example, clause_from_ids, cover
from mio.learning.modes import Declarations
from mio.learning.saturation import Depth, Saturation, bits
from mio.learning.seeds import CandidateClause, SearchResult
from mio.learning.settings import compression
from mio.learning.theory import Examples, holds, is_recursive


@dataclass(frozen=True)
class ClauseReason:
    """Why a clause is in a theory.

    ``positives`` and ``negatives`` are the examples that it covers, ``new`` the number of positives
    among them that no earlier clause covers, ``alone`` that of positives that no other clause
    covers. ``value`` is ``new``, minus the negatives that no earlier clause covers, minus the
    literals. ``runner_up`` is the clause found by the searches but not in the theory that would
    have the greatest value in its place, ``runner_up_value``; None if no such clause covers a
    positive that the earlier clauses leave.

    A clause of a recursive program covers nothing by itself: ``positives`` and ``negatives`` are
    then those that the program covers only with it, and there is no runner-up.
    """

    clause: Clause
    positives: tuple[Example, ...]
    negatives: tuple[Example, ...]
    new: int
    alone: int
    value: float
    runner_up: Clause | None = None
    runner_up_value: float | None = None


@dataclass(frozen=True)
class Explanation:
    """The reasons for the clauses of a theory, in order, and its errors: positives that it misses
    and negatives that it covers."""

    reasons: tuple[ClauseReason, ...]
    missed: tuple[Example, ...]
    wrong: tuple[Example, ...]
    recursive: bool


def explain(
    background: Background,
    clauses: Sequence[Clause],
    examples: Examples,
    searches: Iterable[SearchResult] = (),
) -> Explanation:
    """Explain a theory by its examples and the searches on them that found it.

    Raises the errors of ``holds``.
    """
    positive = holds(background, clauses, examples.positives) if clauses else []
    negative = holds(background, clauses, examples.negatives) if clauses else []
    covers = positive or [False] * len(examples.positives)
    missed = tuple(row for row, held in zip(examples.positives, covers, strict=True) if not held)
    wrong = _held(examples.negatives, negative)
    recursive = any(map(is_recursive, clauses))
    if recursive:
        reasons = _needed(background, clauses, _held(examples.positives, positive), wrong)
    else:
        reasons = _covering(background, clauses, examples, searches)
    return Explanation(reasons, missed, wrong, recursive)


def _held(rows: Sequence[Example], held: Sequence[bool]) -> tuple[Example, ...]:
    return tuple(row for row, true in zip(rows, held, strict=False) if true)


def _needed(
    background: Background,
    clauses: Sequence[Clause],
    positives: tuple[Example, ...],
    negatives: tuple[Example, ...],
) -> tuple[ClauseReason, ...]:
    """Return, for each clause of a program, the covered examples that depend on it."""

    def lost(rest: Sequence[Clause], rows: tuple[Example, ...]) -> tuple[Example, ...]:
        if not rest:
            return rows
        held = holds(background, rest, rows)
        return tuple(row for row, true in zip(rows, held, strict=True) if not true)

    reasons = []
    for clause in clauses:
        rest = [other for other in clauses if other is not clause]
        p, n = lost(rest, positives), lost(rest, negatives)
        value = compression(len(p), len(n), len(clause.body))
        reasons.append(ClauseReason(clause, p, n, len(p), len(p), value))
    return tuple(reasons)


def _covering(
    background: Background,
    clauses: Sequence[Clause],
    examples: Examples,
    searches: Iterable[SearchResult],
) -> tuple[ClauseReason, ...]:
    rows = (*examples.positives, *examples.negatives)
    coverage = Coverage(background, examples.positives, examples.negatives)
    chosen = [cover(clause, coverage, background) for clause in clauses]
    pure = not any(c & coverage.negative for c in chosen)
    others: dict[str, CandidateClause] = {}
    taken = set(map(str, clauses))
    for candidate in {id(c): c for one in searches for c in one.found}.values():
        if pure and candidate.cover & coverage.negative:
            continue
        others.setdefault(str(candidate.clause), candidate)
    candidates = [c for text, c in others.items() if text not in taken]
    reasons: list[ClauseReason] = []
    known = 0

    def value(covers: int, size: int) -> float:
        return compression(*coverage.sets.counts(covers & ~known), size)

    for place, (clause, own) in enumerate(zip(clauses, chosen, strict=True)):
        rest = 0
        for other, covers in enumerate(chosen):
            rest |= covers if other != place else 0
        p, n = own & coverage.positive, own & coverage.negative
        fresh = coverage.positive & ~known
        useful = [c for c in candidates if c.cover & fresh]
        second = max(useful, key=lambda c: value(c.cover, c.size), default=None)
        reasons.append(
            ClauseReason(
                clause,
                tuple(rows[i] for i in bits(p)),
                tuple(rows[i] for i in bits(n)),
                (p & ~known).bit_count(),
                (p & ~rest).bit_count(),
                value(own, CandidateClause(clause, own).size),
                None if second is None else second.clause,
                None if second is None else value(second.cover, second.size),
            )
        )
        known |= own
    return tuple(reasons)


def most_specific_clause(
    background: Background, declared: Declarations, example: Example, depth: Depth
) -> Clause:
    """Return the most specific clause of an example: all literals that are true of it, within the
    declarations and the depth. Searches from the example look for clauses that are parts of it
    (Muggleton 1995, §4; Peña Castillo & Wrobel 2003, §3.2)."""
    coverage = Coverage(background, (example,), ())
    bottom = Saturation(background, declared, coverage.example(0), depth).run()
    name = declared.head.name
    return clause_from_ids(name, bottom.head, bottom.goals, background.symbols)
