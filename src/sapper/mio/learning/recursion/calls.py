"""The calls of a recursive program: those of the examples, and those that they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from sapper.errors import BudgetError, InputError
from sapper.mio.background.background import Background
from sapper.mio.background.columns import Ints, Keys
from sapper.mio.background.goals import Goal
from sapper.mio.background.relation import Places
from sapper.mio.language.terms import Struct, Term
from sapper.mio.learning.modes import Declarations
from sapper.mio.learning.recursion.bodies import Body

NESTED = 150  #: the deepest recursion of an example that is followed
_MOST = 5000  #: the most calls


class Calls:
    """The calls of a target, each a row of values of the head's inputs, numbered from 0."""

    def __init__(self, inputs: int) -> None:
        self._keys = Keys(inputs)
        self.columns: list[Ints] = [np.empty(0, dtype=np.int64) for _ in range(inputs)]

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, columns: Sequence[Ints]) -> list[Ints]:
        """Add calls, and return the columns of those that are new."""
        fresh = self._keys.find(columns) < 0
        if not fresh.any():
            return [column[fresh] for column in columns]
        rows = np.unique(np.stack([column[fresh] for column in columns], axis=1), axis=0)
        new = [np.ascontiguousarray(rows[:, i]) for i in range(len(columns))]
        order = np.argsort(self._keys.add(new))
        new = [column[order] for column in new]
        self.columns = [np.concatenate(pair) for pair in zip(self.columns, new, strict=True)]
        return new

    def find(self, columns: Sequence[Ints]) -> Ints:
        """Return the numbers of calls, -1 for those that are not there."""
        return self._keys.find(columns)

    def close(self, background: Background, descents: Sequence[Descent]) -> bool:
        """Add the calls that each descent leads to, step by step, if it ends and there is room.

        Calls with larger terms than those of the examples are left out, so that a recursion that
        makes its arguments grow comes to an end. Returns whether there was room for all.
        """
        roomy = True
        first, symbols = self.columns, background.symbols
        largest = max((size_of(symbols.term(s)) for c in first for s in c.tolist()), default=0)
        sizes: dict[int, bool] = {}

        def small(symbol: int) -> bool:
            if symbol not in sizes:
                sizes[symbol] = size_of(symbols.term(symbol), largest) <= largest
            return sizes[symbol]

        for descent in descents:
            mine = Calls(len(first))
            new = first
            for _ in range(NESTED):
                new = descent.applied(background, new)
                if not new[0].size or len(self) + len(mine) > _MOST:
                    break
                for column in list(new):
                    fits = np.array([small(symbol) for symbol in column.tolist()], dtype=bool)
                    new = [each[fits] for each in new]
                new = mine.add(new)
            roomy &= len(self) + len(mine) <= _MOST
            if not new[0].size:
                self.add(mine.columns)
        return roomy


@dataclass(frozen=True)
class Descent:
    """How a recursive literal gets its inputs: goals, each with its inputs, and the variables."""

    goals: tuple[tuple[Goal, Places], ...]
    args: tuple[int, ...]
    inputs: tuple[int, ...]  #: the head's inputs

    def applied(self, background: Background, columns: Sequence[Ints]) -> list[Ints]:
        """Return the calls that these calls lead to, none if a predicate cannot answer."""
        bound = dict(zip(self.inputs, columns, strict=True))
        for goal, known in self.goals:
            relation = background.relation(goal.about)
            try:
                asked = [bound[goal.args[place]] for place in known]
                runs, answers = relation.answers(known, asked)
            except (InputError, BudgetError):
                return [np.empty(0, dtype=np.int64) for _ in self.args]
            bound = {v: column[runs] for v, column in bound.items()}
            others = [p for p in range(len(goal.args)) if p not in known]
            fit = np.ones(runs.size, dtype=bool)
            for place, column in zip(others, answers, strict=True):
                variable = goal.args[place]
                if variable in bound:
                    fit &= bound[variable] == column
                else:
                    bound[variable] = column
            bound = {v: column[fit] for v, column in bound.items()}
        return [bound[v] for v in self.args]


def size_of(term: Term, most: int = 10**9) -> int:
    """Return the number of subterms of a term, or a number above ``most`` for a larger one."""
    waiting, count = [term], 0
    while waiting and count <= most:
        found = waiting.pop()
        count += 1
        if isinstance(found, Struct):
            waiting.extend(found.args)
    return count


def recursive_args(declared: Declarations, body: Body) -> list[tuple[int, ...]]:
    """Return the inputs that a recursive literal after a body can have.

    At least one of them is new: not an input of the head.
    """
    places = declared.head.places
    given = [i for i, place in enumerate(places) if place.sign == "+"]
    choices = [[v for v in body.columns if body.types[v] == places[place].type] for place in given]
    found = []
    for args in product(*choices):
        new = any(arg not in given for arg in args)
        if new and len(set(args)) == len(args):
            found.append(args)
    return found
