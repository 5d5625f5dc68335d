"""Examples and theories: their files, which examples a theory covers, and its accuracy."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from mio.background.background import Background
from mio.background.interpreter import OutOfTimeError
from mio.errors import BudgetError, InputError, checked_text
from mio.language.program import Clause, Signature, parse_theory, printed
from mio.language.reader import Statement, few, read
from mio.language.terms import (
    Struct,
    Term,
    arguments,
    is_ground,
    literal,
    shortened,
    signature,
    written,
)
from mio.learning.coverage import Coverage, Example, cover
from mio.learning.modes import Declarations

_Read = TypeVar("_Read")
_HASH_COMMENT = re.compile(r"^#", re.MULTILINE)


@dataclass(frozen=True)
class Examples:
    """The positive and negative examples of a target, without duplicates.

    ``target`` is its name in messages. Raises ``InputError`` for an example that is both positive
    and negative.
    """

    positives: tuple[Example, ...]
    negatives: tuple[Example, ...]
    target: str = field(default="target", compare=False, kw_only=True)

    def __post_init__(self) -> None:
        checked_text("target", self.target)
        for name, examples in (("positives", self.positives), ("negatives", self.negatives)):
            try:
                distinct = tuple(dict.fromkeys(examples))
            except TypeError:  # unhashable, or no list at all
                raise InputError(f"{name}: expected examples as tuples of terms") from None
            object.__setattr__(self, name, distinct)
        both = set(self.positives).intersection(self.negatives)
        if both:
            shown = next(example for example in self.positives if example in both)
            words = shortened(literal(self.target, shown)) if shown else self.target
            raise InputError(f"the example {words} is both positive and negative")

    def __len__(self) -> int:
        return len(self.positives) + len(self.negatives)

    def with_more(self, more: Examples) -> Examples:
        """Return these examples followed by more of each kind. Raises the errors of
        ``Examples``."""
        return Examples(
            (*self.positives, *more.positives),
            (*self.negatives, *more.negatives),
            target=self.target,
        )


@dataclass(frozen=True)
class Problem:
    """A learning problem: background, declarations and examples."""

    background: Background
    declared: Declarations
    examples: Examples


def parse_examples(
    text: str, target: Signature, where: str = "exs.pl", notices: list[str] | None = None
) -> Examples:
    """Parse a text of facts ``pos(…)`` and ``neg(…)``; either may be absent.

    A line that begins with ``#`` is a comment, as in some of the published files. A statement that
    is not an example of the target, an example with variables and one that is both positive and
    negative are left out and reported in ``notices``; without this list they raise
    ``NotationError`` or ``InputError``, with the line.
    """
    found: dict[str, list[Example]] = {"pos": [], "neg": []}
    text = _HASH_COMMENT.sub("%", text)
    for sign, example in _read_examples(text, where, notices, lambda one: _labelled(one, target)):
        found[sign].append(example)
    return consistent(tuple(found["pos"]), tuple(found["neg"]), target, where, notices)


def consistent(
    positives: Sequence[Example],
    negatives: Sequence[Example],
    target: Signature,
    where: str,
    notices: list[str] | None,
) -> Examples:
    """Return examples without those that are both positive and negative, which are reported in
    ``notices``; without this list they raise ``InputError``."""
    both = set() if notices is None else set(positives).intersection(negatives)
    words = [
        f"{where}: the example {shortened(literal(target[0], example))} is both positive and"
        " negative; it is left out"
        for example in sorted(both, key=str)
    ]
    if notices is not None:
        notices += few(words, len(words), "example left out", where)
    pos, neg = (tuple(one for one in rows if one not in both) for rows in (positives, negatives))
    return Examples(pos, neg, target=target[0])


def parse_facts(
    text: str, target: Signature, where: str, notices: list[str] | None = None
) -> tuple[Example, ...]:
    """Parse a text of facts about the target, all of which are positive or negative examples, and
    return their arguments. What is not such a fact is treated as by ``examples``."""
    rows = _read_examples(text, where, notices, lambda one: _fact(one, target))
    return tuple(row for row in rows if row is not None)


def _read_examples(
    text: str, where: str, notices: list[str] | None, convert: Callable[[Statement], _Read]
) -> list[_Read]:
    """Parse statements and convert them; those that raise ``InputError`` are left out with a
    notice if there is a list of them."""
    found: list[_Read] = []
    unusable: list[str] = []
    for statement in read(text, where, notices, kind="example"):
        try:
            found.append(convert(statement))
        except InputError as error:
            if notices is None:
                raise
            unusable.append(f"{error}; it is left out")
    if notices is not None:
        notices += few(unusable, len(unusable), "example left out", where)
    return found


def _fact(statement: Statement, target: Signature) -> Example | None:
    """Return the arguments of an example, or None for a directive. Raises ``InputError``."""
    if signature(statement.term) in ((":-", 1), ("?-", 1)):
        return None
    return _example(statement.term, target, statement.where)


def _labelled(statement: Statement, target: Signature) -> tuple[str, Example]:
    """Return the label and the arguments of an example. Raises ``InputError``."""
    match statement.term:
        case Struct(name="pos" | "neg" as sign, args=(example,)):
            pass
        case _:
            shown = shortened(statement.term)
            raise InputError(f"{statement.where}: expected pos(…) or neg(…), found {shown}")
    return sign, _example(example, target, statement.where)


def _example(example: Term, target: Signature, where: str) -> Example:
    """Return the arguments of an example. Raises ``InputError``."""
    if signature(example) != target:
        raise InputError(
            f"{where}: expected an example of {target[0]}/{target[1]}, found {shortened(example)}"
        )
    if not is_ground(example):
        raise InputError(f"{where}: the example {shortened(example)} contains a variable")
    return arguments(example)


def examples_text(target: str, rows: Sequence[Example], sign: str) -> str:
    """Return examples as text, in the form that ``examples`` reads."""
    return "".join(f"{sign}({written(literal(target, row))}).\n" for row in rows)


_MAX_OVERRUNS = 3  #: examples over the limits even with tabling, after which no more are tried


@dataclass(frozen=True)
class Confusion:
    """The confusion matrix of a theory on some examples."""

    true_positives: int
    false_negatives: int
    true_negatives: int
    false_positives: int

    @property
    def accuracy(self) -> float:
        """The share of examples classified correctly, 1 without examples."""
        right = self.true_positives + self.true_negatives
        total = right + self.false_negatives + self.false_positives
        return right / total if total else 1.0

    @property
    def majority(self) -> float:
        """The accuracy of predicting the majority class."""
        positives = self.true_positives + self.false_negatives
        negatives = self.true_negatives + self.false_positives
        return max(positives, negatives) / (positives + negatives or 1)

    def __add__(self, other: Confusion) -> Confusion:
        return Confusion(
            self.true_positives + other.true_positives,
            self.false_negatives + other.false_negatives,
            self.true_negatives + other.true_negatives,
            self.false_positives + other.false_positives,
        )


def holds(
    background: Background, clauses: Sequence[Clause], examples: Sequence[Example]
) -> list[bool]:
    """Return, for each example, whether a theory covers it.

    Raises ``InputError`` for a clause about another target, and for one with an unknown predicate
    or with unbound inputs, and ``OutOfTimeError`` if the time of the background is up.
    """
    if not examples:
        return []
    if any(is_recursive(clause) for clause in clauses):
        return _derive(background, clauses, examples)
    coverage = Coverage(background, examples, ())
    coverage.over = background.over
    covered = 0
    for clause in clauses:
        if len(arguments(clause.head)) != coverage.arity:
            raise InputError(f"the clause {clause} is not about the target of the examples")
        covered |= cover(clause, coverage, background)
    return [bool(covered >> number & 1) for number in range(len(examples))]


def is_recursive(clause: Clause) -> bool:
    """Return whether the body of a clause calls the predicate of its head."""
    about = signature(clause.head)
    return any(signature(goal) == about for goal in clause.body)


def _derive(
    background: Background, clauses: Sequence[Clause], examples: Sequence[Example]
) -> list[bool]:
    """Run a theory as a Prolog program, switching to tabling at the first example that exceeds the
    limits, as on cyclic data. An example that exceeds them even with tabling is not covered."""
    about = signature(clauses[0].head) or ("", 0)
    engine, tabled, found = background.with_clauses(clauses), None, list[bool]()
    overruns = 0
    for example in examples:
        if engine.over():  # short queries do not poll it themselves
            raise OutOfTimeError
        if tabled is None:
            try:
                found.append(next(engine.ask(literal(about[0], example)), None) is not None)
                continue
            except BudgetError:
                tabled = background.tabled(clauses, about)
        try:
            found.append(overruns < _MAX_OVERRUNS and tabled.holds(example))
        except BudgetError:
            overruns += 1
            found.append(False)
    return found


def confusion(background: Background, clauses: Sequence[Clause], examples: Examples) -> Confusion:
    """Score a theory on examples. Raises the errors of ``holds``."""
    positive = holds(background, clauses, examples.positives)
    negative = holds(background, clauses, examples.negatives)
    return Confusion(
        sum(positive), len(positive) - sum(positive), len(negative) - sum(negative), sum(negative)
    )


def save(clauses: Sequence[Clause], file: str | Path) -> None:
    """Write a theory to a file atomically. Raises ``InputError`` if that fails."""
    path = Path(file)
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(printed(clauses), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None


def load(file: str | Path, declared: Declarations | None = None) -> tuple[Clause, ...]:
    """Read a theory from a file.

    Raises ``NotationError``. Raises ``InputError`` for a file that cannot be read and, given
    declarations, for a clause about another target.
    """
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise InputError(f"{path}: cannot be read: {(reason or '').lower()}") from None
    clauses = parse_theory(text, path.name)
    for clause in clauses:
        if declared is not None and signature(clause.head) != declared.head.about:
            raise InputError(f"{path.name}: the clause {clause} is not about {declared.head}")
    return clauses
