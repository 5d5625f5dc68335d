"""A learner with ``fit``, ``predict`` and ``score``, as researchers know them from scikit-learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from importlib import import_module
from typing import Any, ClassVar, TypeAlias

import numpy as np

from mio.background.background import Background
from mio.background.interpreter import never
from mio.errors import InputError, plural, quoted
from mio.errors import listed as listed_words
from mio.language.program import Clause
from mio.language.terms import listed
from mio.learning.coverage import Example
from mio.learning.learn import Learned, learn
from mio.learning.modes import Declarations
from mio.learning.settings import LearningSettings
from mio.learning.theory import Examples, consistent, holds, is_recursive

Array: TypeAlias = "np.ndarray[Any, Any]"


def _silent(left: int, total: int, clauses: int) -> None:
    """Report nothing."""


@dataclass(repr=False, eq=False)
class Learner:
    """Learns a theory from labelled rows, and predicts the labels of others.

    It works with scikit-learn's tools, such as ``cross_val_score`` and ``GridSearchCV``, in which
    ``settings__seed`` names one of the settings.

    - ``background``, ``declared``: what rules may use, as for ``learn``;
    - ``settings``: how to search, for how long, and the random seed;
    - ``auto``: whether the examples decide how to treat noise, and which learners are tried;
    - ``positive``: the label of positive examples;
    - ``report``: called with the positives left, all positives, and the clauses so far; learning
      ends if it returns true;
    - ``interrupted``: polled all the time; true ends learning at once.

    A row has the arguments of the target: names, numbers, terms, and lists. Rows may also be an
    array or a table of pandas, and a row of one argument may be just that. ``classes_`` are the two
    labels, the positive one last.

    >>> from mio import Background, Learner, parse_declarations
    >>> family = Background("parent(ann,bob). parent(bob,dan). parent(ann,cid). parent(cid,eve).")
    >>> modes = parse_declarations("grandparent(+person,+person)", "parent(+person,-person)")
    >>> rows = [("ann", "dan"), ("ann", "eve"), ("ann", "bob"), ("bob", "dan")]
    >>> learner = Learner(family, modes).fit(rows, [True, True, False, False])
    >>> print(*learner.theory)
    grandparent(A,B) :- parent(A,C), parent(C,B).
    >>> learner.predict([("bob", "eve"), ("ann", "eve")])
    array([False,  True])
    >>> learner.predict([("ida", "leo")], facts="parent(ida,kim). parent(kim,leo).")
    array([ True])
    """

    _estimator_type: ClassVar[str] = "classifier"  # for scikit-learn before 1.6

    background: Background
    declared: Declarations
    settings: LearningSettings = field(default_factory=LearningSettings)
    auto: bool = True
    positive: Any = True
    report: Callable[[int, int, int], object] = _silent
    interrupted: Callable[[], bool] = never
    learned: Learned | None = field(default=None, init=False)
    classes_: Array = field(init=False)
    _seen: Examples = field(init=False)

    def fit(self, rows: Any, labels: Any) -> Learner:
        """Learn from rows of arguments of the target, and return this learner.

        Rows that have both labels are left out, with a note in ``learned``. Raises ``InputError``
        unless there is one of two labels for each row, and as ``learn`` does.
        """
        given, right = self._rows(rows), _plain(labels)
        self._check_length(given, right)
        self.classes_ = self._classes(right)
        kinds: tuple[list[Example], list[Example]] = ([], [])
        for row, label in zip(given, right, strict=True):
            kinds[label != self.positive].append(row)
        notices: list[str] = []
        self._seen = consistent(*kinds, self.declared.head.about, "the rows", notices)
        stopped = False

        def report(left: int, total: int, clauses: int) -> None:
            nonlocal stopped
            stopped = bool(self.report(left, total, clauses)) or stopped

        learned = learn(
            self.background,
            self.declared,
            self._seen,
            self.settings,
            auto=self.auto,
            interrupted=lambda: stopped or self.interrupted(),
            report=report,
        )
        self.learned = replace(learned, notes=(*notices, *learned.notes))
        return self

    @property
    def theory(self) -> tuple[Clause, ...]:
        """The clauses learned. Raises ``InputError`` before ``fit``."""
        if self.learned is None:
            raise InputError("call fit before the theory is used")
        return self.learned.theory

    def predict(self, rows: Any, *, facts: str = "") -> Array:
        """Return a label for each row: the positive one if the theory covers it.

        ``facts`` is Prolog text about terms that the background does not know. Raises
        ``InputError`` before ``fit``.
        """
        theory = self.theory
        held = _covered(self._background(facts), theory, self._rows(rows))
        labels: Array = self.classes_[held.astype(int)]
        return labels

    def predict_proba(self, rows: Any, *, facts: str = "") -> Array:
        """Return the probabilities of the ``classes_`` for each row.

        That of the positive label is (p + 1) / (p + n + 2) for p positives and n negatives of the
        training examples: those covered by a clause, the best of those that cover the row, or those
        that no clause covers (Laplace's estimate; Provost & Domingos 2003, "Tree induction for
        probability-based ranking"). The clauses of a recursive program count as one. Raises
        ``InputError`` before ``fit``.
        """
        theory, given, seen = self.theory, self._rows(rows), self._seen
        background = self._background(facts)
        whole = any(map(is_recursive, theory))
        covers = partial(_covered, self.background)
        best, left = np.zeros(len(given)), (len(seen.positives), len(seen.negatives))
        for group in [theory] if whole else [(clause,) for clause in theory]:
            p, n = (covers(group, kind).sum() for kind in (seen.positives, seen.negatives))
            best = np.maximum(best, _covered(background, group, given) * _laplace(p, n))
        p, n = (covers(theory, kind).sum() for kind in (seen.positives, seen.negatives))
        best = np.where(best > 0, best, _laplace(left[0] - p, left[1] - n))
        return np.stack([1 - best, best], axis=1)

    def score(self, rows: Any, labels: Any) -> float:
        """Return the share of rows whose label is predicted. Raises ``InputError`` unless there is
        a label for each row, and before ``fit``."""
        found, right = self.predict(rows), _plain(labels)
        self._check_length(found, right)
        if not right:
            raise InputError("expected at least one row")
        return float(np.mean(found == np.array(right)))

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the arguments that this learner was made with, as scikit-learn's tools ask."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.init}

    def set_params(self, **given: Any) -> Learner:
        """Change arguments by name, and return this learner; ``settings__nodes`` is one of the
        settings. Raises ``InputError`` for an unknown name, and for a value out of range."""
        known = self.get_params()
        for name, value in given.items():
            if name.startswith("settings__"):
                self.settings = self.settings.limited({name.removeprefix("settings__"): value})
            elif name in known:
                setattr(self, name, value)
            else:
                raise InputError(f"unknown argument {name}: expected {', '.join(known)}")
        return self

    def __repr__(self) -> str:
        state = "" if self.learned is None else f", {plural(len(self.theory), 'clause')} learned"
        return f"<Learner: {self.declared.head}{state}>"

    def __sklearn_clone__(self) -> Learner:
        """Return a new learner that shares the background, whose answers are cached."""
        return Learner(**self.get_params())

    def __sklearn_tags__(self) -> Any:
        """Describe this learner to scikit-learn, which alone calls this."""
        utils = import_module("sklearn.utils")
        return utils.Tags(
            estimator_type="classifier",
            target_tags=utils.TargetTags(required=True),
            classifier_tags=utils.ClassifierTags(multi_class=False),
            input_tags=utils.InputTags(string=True, two_d_array=False),
        )

    def _background(self, facts: str) -> Background:
        return self.background.extended(facts) if facts else self.background

    def _rows(self, rows: Any) -> list[Example]:
        """Return rows as examples. Raises ``InputError`` for a wrong number of arguments."""
        head, found = self.declared.head, list[Example]()
        for row in _plain(rows):
            args = _plain(row) if isinstance(row, tuple | list) else [row]
            if len(args) != len(head.places):
                expected = plural(len(head.places), "argument")
                raise InputError(f"expected rows of {expected}, for {head}, found {quoted(row)}")
            found.append(tuple(listed(arg) if isinstance(arg, list) else arg for arg in args))
        return found

    def _classes(self, labels: Sequence[Any]) -> Array:
        """Return the negative and the positive label. Raises ``InputError`` for other labels."""
        others = [label for label in dict.fromkeys(labels) if label != self.positive]
        known = [label for label in labels if label == self.positive][:1] or [self.positive]
        if len(others) > 1:
            shown = listed_words(map(repr, dict.fromkeys(labels)))
            words = f"expected {self.positive!r}, or what positive= names, and one other label"
            raise InputError(f"labels: {words}, found {shown:.80}")
        return np.array([*(others or [type(known[0])()]), *known])

    @staticmethod
    def _check_length(rows: Any, labels: Sequence[Any]) -> None:
        if len(rows) != len(labels):
            raise InputError(f"expected a label for each of {len(rows)} rows, found {len(labels)}")


def _plain(values: Any) -> list[Any]:
    """Return the items of a list, an array or a table of pandas as Python's own values."""
    values = values.to_numpy() if hasattr(values, "to_numpy") else values
    if isinstance(values, np.ndarray):
        plain: list[Any] = values.tolist()
        return plain
    return [one.tolist() if isinstance(one, np.ndarray | np.generic) else one for one in values]


def _covered(background: Background, theory: Sequence[Clause], rows: Sequence[Example]) -> Array:
    return np.array(holds(background, theory, rows) if theory else [False] * len(rows), bool)


def _laplace(positives: int, negatives: int) -> float:
    return (positives + 1) / (positives + negatives + 2)
