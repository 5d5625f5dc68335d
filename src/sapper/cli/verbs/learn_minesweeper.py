"""``sapper learn minesweeper``: which cells are safe, which are mines, and the proofs."""

from __future__ import annotations

import json
from dataclasses import replace

import click

from sapper.cli.interruption import interruption
from sapper.cli.views.learn import learning, proof_json, proof_lines, sentences
from sapper.mio import save
from sapper.mio.learning.settings import SearchName
from sapper.players.mio.task import scored
from sapper.study.lesson.learned import learned_json
from sapper.study.lesson.lesson import LessonEvent, RuleChoice, SearchProgress, lesson

TIMED = "searching, without drawing examples, proofs and scoring"


def learn_minesweeper(
    search: SearchName,
    seconds: float,
    seed: int,
    workers: int,
    rules: RuleChoice,
    file: str | None,
    as_json: bool,
) -> bool:
    """Learn the rules, print them with their proofs, and return whether Ctrl-C ended it.

    The arguments are the values of the options of ``sapper learn``; ``file`` is that of ``--save``.
    """
    with interruption() as interrupted, learning() as show:

        def tell(event: LessonEvent) -> None:
            if isinstance(event, SearchProgress):
                show(event.left, event.positives, event.clauses)

        taught = lesson(
            tell,
            search=search,
            seed=seed,
            seconds=seconds,
            rules=rules,
            workers=workers,
            interrupted=lambda: bool(interrupted),
        )
        test = scored(taught.theory, seed=seed)
    learned = replace(taught.learned, theory=taught.theory)
    if file is not None:
        save(learned.theory, file)
    if as_json:
        output = learned_json(learned, test, ())
        output["proofs"] = [proof_json(one) for one in taught.judged]
        click.echo(json.dumps(output, ensure_ascii=False))
    else:
        click.echo("\n".join([*sentences(learned, test, (), TIMED), *proof_lines(taught)]))
    return bool(interrupted)
