"""A learner with ``fit``, ``predict`` and ``score``, as researchers know them from scikit-learn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mio.background.background import Background
from mio.errors import InputError
from mio.language.program import Clause
from mio.learning.coverage import Example
from mio.learning.learn import Learned, learn
from mio.learning.modes import Declarations
from mio.learning.settings import LearningSettings
from mio.learning.theory import Examples, holds


@dataclass
class Learner:
    """Learns a theory from labelled rows, and predicts the labels of others.

    - ``background``, ``declared``: what rules may use, as for ``learn``;
    - ``settings``: how to search, for how long, and the random seed;
    - ``auto``: whether the examples decide how to treat noise, and which learners are tried;
    - ``report``: called with the positives left, all positives, and the clauses so far;
    - ``interrupted``: polled all the time; true ends learning at once.

    >>> from mio import Background, Learner, parse_declarations
    >>> family = Background("parent(ann,bob). parent(bob,dan). parent(ann,cid). parent(cid,eve).")
    >>> modes = parse_declarations("grandparent(+person,+person)", "parent(+person,-person)")
    >>> rows = [("ann", "dan"), ("ann", "eve"), ("ann", "bob"), ("bob", "dan")]
    >>> learner = Learner(family, modes).fit(rows, [True, True, False, False])
    >>> print(*learner.theory)
    grandparent(A,B) :- parent(A,C), parent(C,B).
    >>> learner.predict([("bob", "eve"), ("ann", "eve")])
    [False, True]
    """

    background: Background
    declared: Declarations
    settings: LearningSettings = field(default_factory=LearningSettings)
    auto: bool = True
    report: Callable[[int, int, int], None] = lambda left, total, clauses: None
    interrupted: Callable[[], bool] = lambda: False
    learned: Learned | None = field(default=None, init=False)

    def fit(self, rows: Sequence[Example], labels: Sequence[bool]) -> Learner:
        """Learn from rows of arguments of the target, and return this learner.

        Raises ``InputError`` unless there is a label for each row, and as ``learn`` does.
        """
        if len(rows) != len(labels):
            raise InputError(f"expected a label for each of {len(rows)} rows, found {len(labels)}")
        kinds = [
            tuple(tuple(row) for row, label in zip(rows, labels, strict=True) if label == kind)
            for kind in (True, False)
        ]
        examples = Examples(*kinds, target=self.declared.head.name)
        self.learned = learn(
            self.background,
            self.declared,
            examples,
            self.settings,
            auto=self.auto,
            interrupted=self.interrupted,
            report=self.report,
        )
        return self

    @property
    def theory(self) -> tuple[Clause, ...]:
        """The clauses learned. Raises ``InputError`` before ``fit``."""
        if self.learned is None:
            raise InputError("call fit before the theory is used")
        return self.learned.theory

    def predict(self, rows: Sequence[Example]) -> list[bool]:
        """Return whether the theory covers each row. Raises ``InputError`` before ``fit``."""
        theory, given = self.theory, [tuple(row) for row in rows]
        return holds(self.background, theory, given) if theory else [False] * len(given)

    def score(self, rows: Sequence[Example], labels: Sequence[bool]) -> float:
        """Return the share of rows whose label is predicted. Raises ``InputError`` unless there is
        a label for each row, and before ``fit``."""
        if len(rows) != len(labels) or not rows:
            raise InputError(f"expected a label for each of {len(rows)} rows, found {len(labels)}")
        found = self.predict(rows)
        return sum(map(bool.__eq__, found, map(bool, labels))) / len(rows)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the arguments that this learner was made with, as scikit-learn's tools ask."""
        names = ("background", "declared", "settings", "auto", "report", "interrupted")
        return {name: getattr(self, name) for name in names}

    def set_params(self, **given: Any) -> Learner:
        """Change arguments by name, and return this learner. Raises ``InputError`` for a name that
        is not one of them."""
        known: Mapping[str, Any] = self.get_params()
        for name, value in given.items():
            if name not in known:
                raise InputError(f"unknown argument {name}: expected {', '.join(known)}")
            setattr(self, name, value)
        return self
