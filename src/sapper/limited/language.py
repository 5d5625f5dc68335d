"""The language: sorted names, variables and terms, formulas, and their text forms.

Schwering 2017 (IJCAI), section 2. A predicate is a function of the sort *truth*: ``p(t)`` says
that the term ``p(t)`` has the name ``T``. ``parser`` reads the text forms back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

Level = int | None  #: a number of splits; None is the unlimited level

TRUTH = "truth"  #: the sort of predicates


@dataclass(frozen=True, slots=True)
class Name:
    """A standard name, different from any other name."""

    text: str
    sort: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, which stands for the names of its sort."""

    text: str
    sort: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Function:
    """A function symbol: the sort of its values and those of its arguments.

    A ``rigid`` function makes a name of its own of every choice of arguments, as actions are named:
    ``pickup(box)`` is ``pickup(x)`` only if x is ``box``, and never ``drop``.
    """

    text: str
    sort: str
    arguments: tuple[str, ...] = ()
    rigid: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A function applied to names, variables and other terms."""

    function: Function
    arguments: tuple[Expression, ...] = ()

    @property
    def sort(self) -> str:
        """The sort of the values."""
        return self.function.sort

    def __str__(self) -> str:
        if not self.arguments:
            return self.function.text
        return f"{self.function.text}({', '.join(map(str, self.arguments))})"


Expression = Name | Variable | Term

T = Name("T", TRUTH)  #: the value of a predicate that holds


@dataclass(frozen=True, slots=True)
class Constant:
    """``true`` or ``false``."""

    value: bool

    def __str__(self) -> str:
        return "true" if self.value else "false"


@dataclass(frozen=True, slots=True)
class Equal:
    """``left = right``; with ``T`` on the right, a predicate that is written without it."""

    left: Expression
    right: Expression

    def __str__(self) -> str:
        return str(self.left) if self.right == T else f"{self.left} = {self.right}"


@dataclass(frozen=True, slots=True)
class Not:
    """A negation."""

    part: Formula

    def __str__(self) -> str:
        if isinstance(self.part, Equal) and self.part.right != T:
            return f"{self.part.left} != {self.part.right}"
        return f"not {_tight(self.part)}"


# The connectives, quantifiers and beliefs come in pairs that differ in a word. Each is a class of
# its own, because patterns match formulas by class.


@dataclass(frozen=True, slots=True)
class _Junction:
    """Two or more parts with a word between them."""

    word: ClassVar[str]
    parts: tuple[Formula, ...]

    def __str__(self) -> str:
        return f" {self.word} ".join(map(_tight, self.parts))


class And(_Junction):
    """A conjunction of two or more parts."""

    __slots__ = ()
    word = "and"


class Or(_Junction):
    """A disjunction of two or more parts."""

    __slots__ = ()
    word = "or"


@dataclass(frozen=True, slots=True)
class _Arrow:
    """Two parts with an arrow between them."""

    arrow: ClassVar[str]
    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"{_tight(self.left)} {self.arrow} {_tight(self.right)}"


class Implies(_Arrow):
    """The left part is a condition, the right one its consequence."""

    __slots__ = ()
    arrow = "->"


class Iff(_Arrow):
    """Both parts hold, or neither."""

    __slots__ = ()
    arrow = "<->"


@dataclass(frozen=True, slots=True)
class _Quantifier:
    """A word, the variable it binds, and the part it ranges over."""

    word: ClassVar[str]
    variable: Variable
    part: Formula

    def __str__(self) -> str:
        return f"{self.word} {self.variable} {_tight(self.part)}"


class Exists(_Quantifier):
    """Some name of the variable's sort makes the part true."""

    __slots__ = ()
    word = "exists"


class ForAll(_Quantifier):
    """Every name of the variable's sort makes the part true."""

    __slots__ = ()
    word = "forall"


@dataclass(frozen=True, slots=True)
class _Belief:
    """A letter, a level, and the part that is believed or possible."""

    letter: ClassVar[str]
    level: Level
    part: Formula

    def __str__(self) -> str:
        return f"{self.letter}<{written(self.level)}> {_tight(self.part)}"


class Known(_Belief):
    """``K<k>``: the part is believed at level k."""

    __slots__ = ()
    letter = "K"


class Possible(_Belief):
    """``M<k>``: the part is considered possible at level k."""

    __slots__ = ()
    letter = "M"


@dataclass(frozen=True, slots=True)
class Guarantee:
    """``G``: the part, given the guarantee that the knowledge base is consistent."""

    part: Formula

    def __str__(self) -> str:
        return f"G {_tight(self.part)}"


@dataclass(frozen=True, slots=True)
class Believed:
    """``B<k, l> (condition => consequence)``: in the most plausible circumstances that make the
    condition possible (at level l), the consequence follows from it (at level k)."""

    level: Level
    possible: Level
    condition: Formula
    consequence: Formula

    def __str__(self) -> str:
        levels = f"{written(self.level)}, {written(self.possible)}"
        return f"B<{levels}> ({self.condition} => {self.consequence})"


@dataclass(frozen=True, slots=True)
class After:
    """``[action]``: the part holds after the action."""

    action: Expression
    part: Formula

    def __str__(self) -> str:
        return f"[{self.action}] {_tight(self.part)}"


Modal = Known | Possible | Guarantee | Believed
Formula = Constant | Equal | Not | And | Or | Implies | Iff | Exists | ForAll | After | Modal


def written(level: Level) -> str:
    """Return the text of a level."""
    return "inf" if level is None else str(level)


def _tight(part: Formula) -> str:
    """Return the text of a part, in parentheses if it is a compound."""
    loose = isinstance(part, And | Or | Implies | Iff)
    return f"({part})" if loose else str(part)


def parts(formula: Formula) -> tuple[Formula, ...]:
    """Return the direct parts of a formula."""
    match formula:
        case And(found) | Or(found):
            return found
        case Implies(a, b) | Iff(a, b):
            return (a, b)
        case Believed():
            return (formula.condition, formula.consequence)
        case Constant() | Equal():
            return ()
        case _:
            return (formula.part,)


def walk(formula: Formula) -> Iterator[Formula]:
    """Yield the formula and all its parts, direct or not."""
    waiting = [formula]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += reversed(parts(found))


def objective(formula: Formula) -> bool:
    """Whether the formula is not about belief."""
    return not any(isinstance(part, Modal) for part in walk(formula))


def subjective(formula: Formula) -> bool:
    """Whether nothing outside a belief is about the world; ``x = n`` is allowed."""
    match formula:
        case Known() | Possible() | Believed() | Constant():
            return True
        case Equal(left, right):
            return not isinstance(left, Term) and not isinstance(right, Term)
        case _:
            return all(map(subjective, parts(formula)))


def subexpressions(formula: Formula) -> Iterator[Expression]:
    """Yield every name, variable and term of a formula, nested ones included."""
    for part in walk(formula):
        if isinstance(part, Equal):
            yield from within(part.left, part.right)
        elif isinstance(part, After):
            yield from within(part.action)


def within(*expressions: Expression) -> Iterator[Expression]:
    """Yield the expressions and all their arguments, direct or not."""
    waiting = list(expressions)
    while waiting:
        found = waiting.pop()
        yield found
        if isinstance(found, Term):
            waiting += found.arguments


def free(formula: Formula) -> list[Variable]:
    """Return the variables that no quantifier binds, in order of appearance."""
    match formula:
        case Equal():
            found = [e for e in subexpressions(formula) if isinstance(e, Variable)]
        case Exists(variable, part) | ForAll(variable, part):
            found = [v for v in free(part) if v != variable]
        case After(action, part):
            found = [e for e in within(action) if isinstance(e, Variable)] + free(part)
        case _:
            found = [v for part in parts(formula) for v in free(part)]
    return list(dict.fromkeys(found))


def substitute(formula: Formula, names: dict[Variable, Expression]) -> Formula:
    """Return the formula with expressions in place of its free variables.

    No variable of the expressions may be bound where it is put.
    """
    match formula:
        case Constant():
            return formula
        case Equal(left, right):
            return Equal(replace(left, names), replace(right, names))
        case And(found) | Or(found):
            return type(formula)(tuple(substitute(part, names) for part in found))
        case Implies(a, b) | Iff(a, b):
            return type(formula)(substitute(a, names), substitute(b, names))
        case Exists(variable, part) | ForAll(variable, part):
            inner = {v: e for v, e in names.items() if v != variable}
            return type(formula)(variable, substitute(part, inner))
        case Known(level, part) | Possible(level, part):
            return type(formula)(level, substitute(part, names))
        case Not(part) | Guarantee(part):
            return type(formula)(substitute(part, names))
        case After(action, part):
            return After(replace(action, names), substitute(part, names))
        case Believed(level, possible, condition, consequence):
            both = substitute(condition, names), substitute(consequence, names)
            return Believed(level, possible, *both)


def replace(expression: Expression, names: dict[Variable, Expression]) -> Expression:
    """Return the expression with others in place of its variables."""
    if isinstance(expression, Variable):
        return names.get(expression, expression)
    if isinstance(expression, Term):
        arguments = tuple(replace(argument, names) for argument in expression.arguments)
        return Term(expression.function, arguments)
    return expression
