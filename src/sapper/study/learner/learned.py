"""Learns tasks from folders, and rules from the positions that a theory misses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Literal

from sapper.arguments import checked, text
from sapper.errors import InputError, plural, unknown
from sapper.estimate import percent
from sapper.game import Deal, Level, Position, Referee, Rules
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.inference.analysis import analyse
from sapper.kernel.chance import Chance
from sapper.mio import (
    Clause,
    ClauseReason,
    Confusion,
    Declarations,
    Explanation,
    Learned,
    LearningSettings,
    Sampler,
    active,
    explained,
    folder,
    learn_folder,
    task_of,
)
from sapper.mio.folders.files import BACKGROUND, BIAS, EXAMPLES, TEST
from sapper.mio.language.terms import Term, written
from sapper.mio.learning.settings import SEARCHES, SearchName
from sapper.players.mio.mio import seen
from sapper.players.mio.rules import Rule, ruled
from sapper.players.mio.task import (
    ACCURACY,
    FIRST,
    LEVEL,
    CellExample,
    JudgedRule,
    judged,
    settings,
)
from sapper.players.mio.view import background, declared_total, declared_wide

SHOWN = 5  #: examples that are listed; of the others only the number


@dataclass(frozen=True)
class LearnedTask:
    """The result of learning from a folder of examples.

    ``test`` is the score on the test examples, if the folder has any, and ``notices`` are remarks
    about the folder. ``str(task)`` is the theory, with one clause per line.
    """

    learned: Learned
    test: Confusion | None
    notices: tuple[str, ...]

    @property
    def theory(self) -> tuple[Clause, ...]:
        """The clauses learned."""
        return self.learned.theory

    def __str__(self) -> str:
        return "\n".join(map(str, self.theory))

    def __repr__(self) -> str:
        accuracy = f"{percent(self.learned.train.accuracy)} of the training examples"
        if self.test is not None:
            accuracy += f", {percent(self.test.accuracy)} of the test examples"
        return f"<LearnedTask: {plural(len(self.theory), 'clause')}, right about {accuracy}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return the clauses as the rows of a table: ``clause`` and its number of ``literals``."""
        return [{"clause": str(clause), "literals": len(clause.body)} for clause in self.theory]

    def to_json(self) -> dict[str, Any]:
        """Return plain values, as ``sapper learn --json`` prints them."""
        learned, test = self.learned, self.test
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
            "notices": list(self.notices),
        }


@checked
def learn(
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
    auto = text("search", search) == "auto"
    if not auto and search not in SEARCHES:
        raise InputError(unknown("search", str(search), ["auto", *SEARCHES]))
    chosen = LearningSettings() if search == "auto" else SEARCHES[search]
    chosen = replace(chosen, seconds=seconds, seed=seed, workers=workers, facts=auto)
    read = folder(task, chosen)
    return LearnedTask(*learn_folder(read, auto=auto), tuple(read.notices))


def why_json(why: Explanation) -> dict[str, Any]:
    """Return an explanation as JSON; the first ``SHOWN`` examples are named."""
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
                "covers": _names(reason.positives),
                "wrong": _names(reason.negatives),
            }
            for reason in why.reasons
        ],
        "missed": {"count": len(why.missed), "examples": _names(why.missed)},
        "wrong": {"count": len(why.wrong), "examples": _names(why.wrong)},
        "recursive": why.recursive,
    }


def why_lines(why: Explanation) -> list[str]:
    """Return an explanation in sentences."""
    lines = []
    for number, reason in enumerate(why.reasons, 1):
        lines.append(f"clause {number}: {reason.clause}")
        lines += [f"  {line}" for line in _reasons(reason, why.recursive)]
    if why.missed:
        lines.append(f"{plural(len(why.missed), 'positive')} missed: {_named(why.missed)}")
    if why.wrong:
        lines.append(f"{plural(len(why.wrong), 'negative')} covered: {_named(why.wrong)}")
    return lines


def _reasons(reason: ClauseReason, recursive: bool) -> list[str]:
    """Return a clause's cover, its value beside the runner-up's, and its errors."""
    if recursive:
        lines = [f"{plural(len(reason.positives), 'positive')} need it: {_named(reason.positives)}"]
        if len(reason.positives) == 1:
            lines = [f"1 positive needs it: {_named(reason.positives)}"]
        if not reason.positives:
            lines = ["no positive needs it"]
    else:
        covered, literals = plural(len(reason.positives), "positive"), len(reason.clause.body)
        wrong = reason.new - reason.value - literals
        lines = [
            f"covers {covered}, {reason.new} not covered above, {reason.alone} by no other clause:"
            f" {_named(reason.positives)}",
            f"its value is {reason.value:g}: {plural(reason.new, 'positive')}"
            f" - {wrong:g} negative{'' if wrong == 1 else 's'} - {plural(literals, 'literal')}",
        ]
        if reason.runner_up is not None:
            lines.append(f"the next best clause has {reason.runner_up_value:g}: {reason.runner_up}")
    if reason.negatives:
        lines.append(
            f"covers {plural(len(reason.negatives), 'negative')}: {_named(reason.negatives)}"
        )
    return lines


def _named(rows: Sequence[tuple[Term, ...]]) -> str:
    return "; ".join(_names(rows)) + (" …" if len(rows) > SHOWN else "")


def _names(rows: Sequence[tuple[Term, ...]]) -> list[str]:
    return [", ".join(map(written, row)) for row in rows[:SHOWN]]


ITERATIONS = 4
SAMPLE = 400  #: examples drawn for a verdict
MOST = 6  #: examples of each kind from a position, at most

#: The predicates of the larger theory beyond those of the paper, added in these steps.
STEPS = (declared_total, declared_wide)


class MissedDrawing:
    """Draws examples from positions of games in which rules miss a certain cell."""

    def __init__(self, rules: tuple[Rule, ...], level: str, seed: int) -> None:
        self._stuck = stuck_positions(rules, level, seed)
        self._waiting: list[tuple[CellExample, bool]] = []

    def __call__(self, chance: Chance) -> tuple[CellExample, bool]:
        """Return a cell as an example, and whether it is certainly safe."""
        while not self._waiting:
            stuck = next(self._stuck)
            cells = bytearray(stuck.position.cells)
            for index in stuck.known:
                cells[index] = FLAGGED
            text = str(replace(stuck.position, cells=bytes(cells)))
            rest = [i for i, code in enumerate(cells) if code == HIDDEN and i not in stuck.safe]
            drawn = [
                ((i, text), certainly)
                for certainly, indices in ((True, stuck.safe), (False, rest))
                for i in chance.shuffled(indices)[:MOST]
            ]
            self._waiting = chance.shuffled(drawn)
        return self._waiting.pop()


def learn_missed(
    theory: Sequence[Clause],
    *,
    seed: int = 0,
    workers: int = 1,
    interrupted: Callable[[], bool] = lambda: False,
    unproved: Callable[[], bool] = lambda: False,
) -> tuple[JudgedRule, ...]:
    """Learn rules for ``safe`` in ``STEPS``, each from the cells that the theory and earlier steps
    miss.

    Returns all learned rules with their proofs. Each step builds on the rules proved before it.
    ``interrupted`` and ``unproved`` are those of ``learn_minesweeper``.
    """
    rules: list[JudgedRule] = []
    for step in STEPS:
        known = (*theory, *(rule.clause for rule in rules if rule.proof.sound))
        more = _learned(known, step("safe"), settings(seed=seed, workers=workers), interrupted)
        rules += (judged(clause, interrupted=unproved) for clause in more)
        if interrupted():
            break
    return tuple(rules)


def _learned(
    theory: tuple[Clause, ...],
    declared: Declarations,
    settings: LearningSettings,
    interrupted: Callable[[], bool],
) -> tuple[Clause, ...]:
    known, seed = background(), settings.seed
    server = Sampler(known, MissedDrawing(ruled(theory), LEVEL, seed), seed, SAMPLE, ACCURACY)
    first = server.examples(*FIRST)
    result = active(
        known, declared, server, first, settings, iterations=ITERATIONS, interrupted=interrupted
    )
    return result.theory


NAMES = (BACKGROUND, EXAMPLES, BIAS, TEST)
CHARACTERS = 900_000  #: limit on all files of a task together


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

    The keys are those of ``sapper learn --json --why``. Raises ``InputError`` for other files, for
    too many characters and as ``folder`` does.
    """
    for name in texts:
        if name not in NAMES:
            raise InputError(f"a task has no file {name}: expected {', '.join(NAMES)}")
    size = sum(map(len, texts.values()))
    if size > CHARACTERS:
        raise InputError(f"the files have {size:,} characters, but at most {CHARACTERS:,} fit")
    settings = LearningSettings(seconds=seconds, seed=seed)
    task = task_of(texts.get, settings)
    learned, test = learn_folder(task, interrupted=interrupted, report=report)
    why = explained(task.background, learned.theory, task.examples, learned.searches)
    found = LearnedTask(learned, test, tuple(task.notices))
    return {**found.to_json(), "why": why_json(why)}


@dataclass(frozen=True)
class Stuck:
    """A position with safe cells that the rules miss; ``known`` are the mines they found."""

    position: Position
    known: frozenset[int]
    safe: tuple[int, ...]


def stuck_positions(rules: Sequence[Rule], level: str, seed: int) -> Iterator[Stuck]:
    """Yield positions in which the rules are stuck, from an endless series of games."""
    for number in count():
        yield from stuck_in_game(rules, Level.parse(level), seed, number, Counter())


def stuck_in_game(
    rules: Sequence[Rule], level: Level, seed: int, number: int, tally: Counter[str]
) -> Iterator[Stuck]:
    """Play game ``number`` of a seed, add what each rule finds to ``found``, and yield the
    positions in which the rules are stuck.

    - ``rules``: the rules to play by.
    - ``level``: the board.
    - ``seed``, ``number``: the deal.
    - ``tally``: counts the cells that each rule finds.
    """
    grid = level.grid
    referee = Referee(Deal.seeded(grid, level.mines, seed, number), Rules(first="safe"))
    referee.open(grid.cell(grid.corner))
    known: frozenset[int] = frozenset()
    while referee.position.outcome == "playing":
        position = referee.position
        safe, mines, _ = seen(rules, position, known)
        known |= {firing.tile for firing in mines}
        for firing in safe:
            after = referee.position
            if after.outcome == "playing" and after.cells[firing.tile] == HIDDEN:
                tally[firing.rule.name] += 1
                referee.open(grid.cell(firing.tile))
        if safe:
            continue
        analysis = analyse(position)
        cells = tuple(map(grid.index, analysis.safe))
        if cells:
            yield Stuck(position, known, cells)
        for cell in cells or (grid.index(analysis.safest[0]),):
            if referee.position.cells[cell] == HIDDEN:
                referee.open(grid.cell(cell))
