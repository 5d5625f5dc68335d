"""``sapper learn minesweeper``: which cells are safe, which are mines, and the proofs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.interruption import interruption
from sapper.cli.views.learn import counts, learned_json, learning, sentences
from sapper.errors import plural
from sapper.mio import Active, Clause, Confusion, Learned, save
from sapper.players.mio.examples import TARGETS
from sapper.players.mio.proof import Verdict
from sapper.players.mio.task import SETTINGS, cells, learn_target, paper_name, proved, scored
from sapper.works.mio.missed import learn_missed

LEVEL = "beginner8"
COMPARED = 2000  #: cells on which a rule is compared with those of the paper
SCORED = 2000  #: cells that score the rules of a target
TIMED = "searching, without drawing examples, proofs and scoring"


@dataclass(frozen=True)
class Asked:
    """The values of the options."""

    search: str
    seconds: float
    seed: int
    workers: int
    rules: str
    file: str | None
    as_json: bool


def learn_minesweeper(asked: Asked) -> None:
    """Learn both targets in half the time each, prove their rules, and print them together."""
    settings = replace(SETTINGS, seconds=asked.seconds / len(TARGETS), workers=asked.workers)
    if asked.search in ("ida", "ida-macros"):
        settings = replace(settings, search="ida", macros=asked.search == "ida-macros")
    parts: list[Active] = []
    verdicts: list[tuple[Clause, Verdict]] = []
    with interruption() as interrupted, learning() as show:
        for target in TARGETS:
            found = learn_target(
                target,
                seed=asked.seed,
                settings=settings,
                interrupted=lambda: bool(interrupted),
                report=lambda now: show(
                    len(now.learned.left), now.positives, len(now.learned.theory)
                ),
            )
            kept, judged = proved(found.theory)
            if asked.rules == "paper":
                kept = _papers(kept, target)
            verdicts += judged
            parts.append(replace(found, theory=kept))
        if asked.rules == "larger" and not interrupted:
            more, judged = learn_missed([x for part in parts for x in part.theory], asked.seed)
            parts[0] = replace(parts[0], theory=(*parts[0].theory, *more))
            verdicts += judged
        tests = [
            scored(target, part.theory, level=LEVEL, seed=asked.seed, count=SCORED)
            for target, part in zip(TARGETS, parts, strict=True)
        ]
    learned, test = _together(parts, tests)
    if asked.file is not None:
        save(learned.theory, asked.file)
    if asked.as_json:
        output = learned_json(learned, test, ())
        output["proofs"] = [_verdict_json(*pair) for pair in verdicts]
        click.echo(json.dumps(output, ensure_ascii=False))
    else:
        lines = sentences(learned, test, (), TIMED)
        click.echo("\n".join([*lines, *_proofs(verdicts, learned.theory)]))
    if interrupted:
        raise Exit(INTERRUPTED)


def _papers(clauses: Sequence[Clause], target: str) -> tuple[Clause, ...]:
    """For each rule of the paper, the first clause that covers the same cells."""
    examples = cells(target, level=LEVEL, seed=0, count=COMPARED)
    found: dict[str, Clause] = {}
    for clause in clauses:
        name = paper_name(clause, examples)
        if name is not None:
            found.setdefault(name, clause)
    return tuple(found[name] for name in sorted(found))


def _proofs(verdicts: Sequence[tuple[Clause, Verdict]], kept: Sequence[Clause]) -> Iterator[str]:
    """The results of the proofs as comments: for the rules kept, then for those dropped."""
    found = dict(verdicts)
    for number, clause in enumerate(kept, 1):
        how = found[clause].note or plural(found[clause].placings, "placing")
        yield f"% rule {number}: true on all boards: {how}"
    for clause, verdict in verdicts:
        if verdict.sound is None:
            yield f"% not decided and dropped: {clause} ({verdict.note})"
        if verdict.counterexample is not None:
            one = verdict.counterexample
            cell = list(one.position.grid.cell(one.tile))
            value = "a mine" if one.tile in one.layout else "safe"
            yield f"% refuted and dropped: {clause}"
            yield f"%   here {cell} may be {value}:"
            yield from (f"%   {line}" for line in str(one.position).splitlines())


def _verdict_json(clause: Clause, verdict: Verdict) -> dict[str, Any]:
    one = verdict.counterexample
    return {
        "rule": str(clause),
        "sound": verdict.sound,
        "placings": verdict.placings,
        "note": verdict.note,
        "counterexample": None
        if one is None
        else {"position": str(one.position), "cell": list(one.position.grid.cell(one.tile))},
    }


def _together(parts: Sequence[Active], tests: Sequence[Confusion]) -> tuple[Learned, Confusion]:
    """The theories of several targets as one."""
    rounds = [part.rounds[-1].learned for part in parts if part.rounds]
    learned = Learned(
        tuple(clause for part in parts for clause in part.theory),
        _sum([one.train for one in rounds]),
        0,
        tuple(row for one in rounds for row in one.left),
        tuple(search for part in parts for now in part.rounds for search in now.learned.searches),
        sum(now.learned.seconds for part in parts for now in part.rounds),
        all(part.end != "stopped" for part in parts),
        tuple(
            f"{part.end} after {plural(len(part.rounds), 'iteration')}, {part.drawn[0]} positives "
            f"and {part.drawn[1]} negatives drawn, {len(part.examples)} learned from"
            for part in parts
        ),
    )
    return learned, _sum(tests)


def _sum(several: Sequence[Confusion]) -> Confusion:
    rows = [counts(one).values() for one in several]
    return Confusion(*map(sum, zip(*rows, strict=True))) if rows else Confusion(0, 0, 0, 0)
