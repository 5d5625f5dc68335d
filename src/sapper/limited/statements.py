"""Files of limited belief: their statements, and the text forms of these."""

from __future__ import annotations

from dataclasses import dataclass, field

from sapper.limited.actions import Axiom
from sapper.limited.language import (
    TRUTH,
    Formula,
    Function,
    Guarantee,
    Level,
    Name,
    Variable,
    written,
)


@dataclass(frozen=True)
class Sorts:
    """``sort a, b``; the functions of a ``rigid`` sort, such as actions, are names."""

    sorts: tuple[str, ...]
    rigid: bool = False

    def __str__(self) -> str:
        return f"{'rigid ' if self.rigid else ''}sort {', '.join(self.sorts)}"


@dataclass(frozen=True)
class Names:
    """``name a, b : sort``, one or more names of one sort; ``1..9`` stands for nine names."""

    names: tuple[Name, ...]

    def __str__(self) -> str:
        return f"name {', '.join(map(str, self.names))} : {self.names[0].sort}"


@dataclass(frozen=True)
class Variables:
    """``variable x, y : sort``, one or more variables of one sort."""

    variables: tuple[Variable, ...]

    def __str__(self) -> str:
        return f"variable {', '.join(map(str, self.variables))} : {self.variables[0].sort}"


@dataclass(frozen=True)
class Functions:
    """``function f, g(sort) : sort`` or ``predicate p(sort)``: functions to one sort."""

    functions: tuple[Function, ...]

    def __str__(self) -> str:
        symbols = ", ".join(map(_symbol, self.functions))
        sort = self.functions[0].sort
        return f"predicate {symbols}" if sort == TRUTH else f"function {symbols} : {sort}"


def _symbol(function: Function) -> str:
    arguments = f"({', '.join(function.arguments)})" if function.arguments else ""
    return function.text + arguments


@dataclass(frozen=True)
class Know:
    """``know formula``: the formula is true. Free variables stand for all names of their sort."""

    formula: Formula
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"know {self.formula}"


@dataclass(frozen=True)
class Believe:
    """``believe <k, l> condition => consequence``: a conditional belief.

    Free variables stand for all names of their sort: each instance is a separate belief.
    """

    condition: Formula
    consequence: Formula
    level: Level = 1
    possible: Level = 1
    line: int = field(default=0, compare=False)
    guarantee: bool = False  #: whether the condition is judged as ``G`` does

    def __str__(self) -> str:
        levels = f"<{written(self.level)}, {written(self.possible)}> "
        if (self.level, self.possible) == (1, 1):
            levels = ""
        condition = Guarantee(self.condition) if self.guarantee else self.condition
        return f"believe {levels}{condition} => {self.consequence}"


@dataclass(frozen=True)
class Ask:
    """``ask formula at 1 is yes``: a question, optionally with a level and an expected answer."""

    formula: Formula
    level: Level = None
    at: bool = False  #: whether ``level`` is given: None is the unlimited level
    expected: bool | None = None
    line: int = field(default=0, compare=False)
    real: bool = False  #: whether it is about the real world where it is not about belief

    def __str__(self) -> str:
        real = "real " if self.real else ""
        at = f" at {written(self.level)}" if self.at else ""
        answer = {None: "", True: " is yes", False: " is no"}[self.expected]
        return f"ask {real}{self.formula}{at}{answer}"


@dataclass(frozen=True)
class Real:
    """``real formula``: the formula is true, but perhaps not known."""

    formula: Formula
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"real {self.formula}"


@dataclass(frozen=True)
class Define:
    """``always [action] term = value <-> formula``: a dynamic axiom."""

    axiom: Axiom
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return str(self.axiom)


@dataclass(frozen=True)
class Sensors:
    """``sensor s(action) : sort``: functions whose values are known after an action."""

    functions: tuple[Function, ...]

    def __str__(self) -> str:
        symbols = ", ".join(map(_symbol, self.functions))
        return f"sensor {symbols} : {self.functions[0].sort}"


Statement = Sorts | Names | Variables | Functions | Sensors | Know | Real | Define | Believe | Ask


@dataclass(frozen=True)
class File:
    """All statements of a file. The text form has one line for each."""

    statements: tuple[Statement, ...]

    def __str__(self) -> str:
        return "".join(f"{statement}\n" for statement in self.statements)
