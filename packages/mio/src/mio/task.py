"""Learns a task from its files; the result as text, as a table, and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from mio.errors import InputError, percent, plural, unknown
from mio.folders.files import BACKGROUND, BIAS, EXAMPLES, TEST
from mio.folders.folder import LearnedTask, learn_folder, read_folder, read_task
from mio.language.terms import Term, written
from mio.learning.explanation import ClauseReason, Explanation, explain
from mio.learning.settings import SEARCHES, LearningSettings, SearchName
from mio.learning.theory import Confusion

MAX_LISTED_EXAMPLES = 5  #: examples that are listed; of the others only the number
TASK_FILES = (BACKGROUND, EXAMPLES, BIAS, TEST)
MAX_CHARACTERS = 900_000  #: limit on all files of a task together


def learn_task(
    task: str | Path,
    search: SearchName | Literal["auto"] = "auto",
    *,
    seconds: float = 60.0,
    seed: int = 0,
    workers: int = 1,
) -> LearnedTask:
    """Learn the rules of a folder with bk.pl, exs.pl, bias.pl and perhaps exs_test.pl.

    - ``task``: the folder.
    - ``search``: the search for clauses; ``auto`` chooses one.
    - ``seconds``: a time limit for the search.
    - ``seed``: determines the order of examples.
    - ``workers``: the number of processes.

    Raises ``InputError`` for a missing file or an unknown search, and ``NotationError`` with line
    and column for text that cannot be parsed.
    """
    auto = search == "auto"
    if not auto and search not in SEARCHES:
        raise InputError(unknown("search", str(search), ["auto", *SEARCHES]))
    chosen = LearningSettings() if search == "auto" else SEARCHES[search]
    chosen = replace(chosen, seconds=seconds, seed=seed, workers=workers, facts=auto)
    return learn_folder(read_folder(task, chosen), auto=auto)


def learn_texts(
    texts: Mapping[str, str],
    seconds: float,
    seed: int = 0,
    *,
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> dict[str, Any]:
    """Learn a task from the texts of its files by name, and return the result as JSON.

    - ``texts``: ``bk.pl``, ``exs.pl``, ``bias.pl`` and optionally ``exs_test.pl``; directives in
      them are not executed;
    - ``seconds``: time limit of learning, in CPU time;
    - ``interrupted`` and ``report``: as for ``learn``.

    The keys are those of ``mio --json --why``. Raises ``InputError`` for other files, for
    too many characters and as ``folder`` does.
    """
    for name in texts:
        if name not in TASK_FILES:
            raise InputError(f"a task has no file {name}: expected {', '.join(TASK_FILES)}")
    size = sum(map(len, texts.values()))
    if size > MAX_CHARACTERS:
        raise InputError(f"the files have {size:,} characters, but at most {MAX_CHARACTERS:,} fit")
    settings = LearningSettings(seconds=seconds, seed=seed)
    task = read_task(texts.get, settings)
    result = learn_folder(task, interrupted=interrupted, report=report)
    why = explain(task.background, result.theory, task.examples, result.learned.searches)
    return {**result.to_json(), "why": why_json(why)}


def why_json(why: Explanation) -> dict[str, Any]:
    """Return an explanation as JSON; the first ``MAX_LISTED_EXAMPLES`` examples are named."""
    return {
        "clauses": [
            {
                "clause": str(reason.clause),
                "literals": len(reason.clause.body),
                "positives": len(reason.positives),
                "negatives": len(reason.negatives),
                "new": reason.new,
                "alone": reason.alone,
                "value": reason.value,
                "runner_up": None if reason.runner_up is None else str(reason.runner_up),
                "runner_up_value": reason.runner_up_value,
                "covers": _example_texts(reason.positives),
                "wrong": _example_texts(reason.negatives),
            }
            for reason in why.reasons
        ],
        "missed": {"count": len(why.missed), "examples": _example_texts(why.missed)},
        "wrong": {"count": len(why.wrong), "examples": _example_texts(why.wrong)},
        "recursive": why.recursive,
    }


def why_lines(why: Explanation) -> list[str]:
    """Return an explanation in sentences."""
    lines = []
    for number, reason in enumerate(why.reasons, 1):
        lines.append(f"clause {number}: {reason.clause}")
        lines += [f"  {line}" for line in _reasons(reason, why.recursive)]
    if why.missed:
        lines.append(f"{plural(len(why.missed), 'positive')} missed: {_examples_text(why.missed)}")
    if why.wrong:
        lines.append(f"{plural(len(why.wrong), 'negative')} covered: {_examples_text(why.wrong)}")
    return lines


def _reasons(reason: ClauseReason, recursive: bool) -> list[str]:
    """Return a clause's cover, its value beside the runner-up's, and its errors."""
    covered = _examples_text(reason.positives)
    count, literals = len(reason.positives), len(reason.clause.body)
    if recursive:
        verb = "needs" if count == 1 else "need"
        lines = [f"{plural(count, 'positive')} {verb} it: {covered}"]
        if not count:
            lines = ["no positive needs it"]
    else:
        wrong = reason.new - reason.value - literals
        lines = [
            f"covers {plural(count, 'positive')}, {reason.new} not covered above, {reason.alone} by"
            f" no other clause: {covered}",
            f"its value is {reason.value:g}: {plural(reason.new, 'positive')}"
            f" - {wrong:g} negative{'' if wrong == 1 else 's'} - {plural(literals, 'literal')}",
        ]
        if reason.runner_up is not None:
            lines.append(f"the next best clause has {reason.runner_up_value:g}: {reason.runner_up}")
    if reason.negatives:
        wrongly = _examples_text(reason.negatives)
        lines.append(f"covers {plural(len(reason.negatives), 'negative')}: {wrongly}")
    return lines


def _examples_text(rows: Sequence[tuple[Term, ...]]) -> str:
    return "; ".join(_example_texts(rows)) + (" …" if len(rows) > MAX_LISTED_EXAMPLES else "")


def _example_texts(rows: Sequence[tuple[Term, ...]]) -> list[str]:
    return [", ".join(map(written, row)) for row in rows[:MAX_LISTED_EXAMPLES]]


def report_lines(
    result: LearnedTask,
    timed: str = "learning",
    why: Explanation | None = None,
    interrupted: bool = False,
) -> list[str]:
    """Return the result of learning as text: the clauses, and Prolog comments. ``timed`` names the
    work that took the seconds; ``why`` explains the clauses. If ``interrupted``, what is missing is
    said."""
    learned, test = result.learned, result.test
    lines = [f"% {notice}" for notice in result.notices]
    if interrupted:
        lines.append("% interrupted: these are the clauses found until then")
    lines += [str(clause) for clause in learned.theory] or ["% no clause was found"]
    lines += [f"% {note}" for note in learned.notes]
    if why is not None:
        lines += [f"% {line}" for line in why_lines(why)]
    if learned.train != Confusion(0, 0, 0, 0):
        lines.append(f"% training examples: {scored_words(learned.train)}")
        lines.append(f"% the larger class alone: {percent(learned.train.majority)} of them right")
    if test is not None:
        lines.append(f"% test examples: {scored_words(test)}")
    if learned.end and (learned.train.accuracy < 1 or not learned.finished):
        lines.append(f"% learning ended: {learned.end}")
    lines.append(
        f"% {learned.explored:,} clauses explored, searches: {len(learned.searches)}"
        f" ({learned.cut} cut), {learned.seconds:.1f} CPU seconds of {timed}"
    )
    return lines


def scored_words(confusion: Confusion) -> str:
    """Return the accuracy of a theory in words."""
    right = confusion.true_positives + confusion.true_negatives
    total = right + confusion.false_positives + confusion.false_negatives
    return (
        f"{percent(confusion.accuracy)} right ({right} of {total}; "
        f"{confusion.false_negatives} missed, {confusion.false_positives} wrongly covered)"
    )
