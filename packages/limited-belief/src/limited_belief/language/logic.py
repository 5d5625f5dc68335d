"""The language: sorted names, variables and terms, formulas, and their text forms.

Schwering 2017 (IJCAI), section 2. A predicate is a function of the sort *truth*: ``p(t)`` says
that the term ``p(t)`` has the name ``T``. ``parser`` reads the text forms back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, TypeGuard

from msgspec import Struct

Level = int | None  #: a number of splits; None is the unlimited level

TRUTH = "truth"  #: the sort of predicates


class Node(Struct, frozen=True, cache_hash=True):
    """A part of the language: immutable, compared by value.

    Grounding creates and looks up nodes by the thousand. Structs of msgspec are faster at both than
    dataclasses, and their classes are faster to create at startup.
    """


class Name(Node, frozen=True):
    """A standard name, different from any other name."""

    text: str
    sort: str

    def __str__(self) -> str:
        return self.text


class Variable(Node, frozen=True):
    """A variable, which stands for the names of its sort."""

    text: str
    sort: str

    def __str__(self) -> str:
        return self.text


class Function(Node, frozen=True):
    """A function symbol: the sort of its values and those of its arguments.

    Applying a ``rigid`` function to different arguments gives different names, as for actions:
    ``pickup(box)`` is ``pickup(x)`` only if x is ``box``, and never ``drop``.
    """

    text: str
    sort: str
    arguments: tuple[str, ...] = ()
    rigid: bool = False


class Term(Node, frozen=True):
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


class Constant(Node, frozen=True):
    """``true`` or ``false``."""

    value: bool

    def __str__(self) -> str:
        return "true" if self.value else "false"


class Equal(Node, frozen=True):
    """``left = right``; with ``T`` on the right, a predicate, which is written without it."""

    left: Expression
    right: Expression

    def __str__(self) -> str:
        return str(self.left) if self.right == T else f"{self.left} = {self.right}"


class Not(Node, frozen=True):
    """A negation."""

    part: Formula

    def __str__(self) -> str:
        if isinstance(self.part, Equal) and self.part.right != T:
            return f"{self.part.left} != {self.part.right}"
        return f"not {_tight(self.part)}"


# Connectives, quantifiers and beliefs come in pairs that differ in one word, but each has its own
# class, because patterns match formulas by class.


class _Junction(Node, frozen=True):
    """Two or more parts with a word between them."""

    word: ClassVar[str]
    parts: tuple[Formula, ...]

    def __str__(self) -> str:
        return f" {self.word} ".join(map(_tight, self.parts))


class And(_Junction, frozen=True):
    """A conjunction of two or more parts."""

    word = "and"


class Or(_Junction, frozen=True):
    """A disjunction of two or more parts."""

    word = "or"


class _Arrow(Node, frozen=True):
    """Two parts with an arrow between them."""

    arrow: ClassVar[str]
    left: Formula
    right: Formula

    def __str__(self) -> str:
        return f"{_tight(self.left)} {self.arrow} {_tight(self.right)}"


class Implies(_Arrow, frozen=True):
    """The left part is a condition, the right one its consequence."""

    arrow = "->"


class Iff(_Arrow, frozen=True):
    """Both parts hold, or neither."""

    arrow = "<->"


class _Quantifier(Node, frozen=True):
    """A word, the variable it binds, and the part it ranges over."""

    word: ClassVar[str]
    variable: Variable
    part: Formula

    def __str__(self) -> str:
        return f"{self.word} {self.variable} {_tight(self.part)}"


class Exists(_Quantifier, frozen=True):
    """Some name of the variable's sort makes the part true."""

    word = "exists"


class ForAll(_Quantifier, frozen=True):
    """Every name of the variable's sort makes the part true."""

    word = "forall"


class _Belief(Node, frozen=True):
    """A letter, a level, and the part that is believed or possible."""

    letter: ClassVar[str]
    level: Level
    part: Formula

    def __str__(self) -> str:
        return f"{self.letter}<{written(self.level)}> {_tight(self.part)}"


class Known(_Belief, frozen=True):
    """``K<k>``: the part is believed at level k."""

    letter = "K"


class Possible(_Belief, frozen=True):
    """``M<k>``: the part is considered possible at level k."""

    letter = "M"


class Guarantee(Node, frozen=True):
    """``G``: the part, given the guarantee that the knowledge base is consistent."""

    part: Formula

    def __str__(self) -> str:
        return f"G {_tight(self.part)}"


class Believed(Node, frozen=True):
    """``B<k, l> (condition => consequence)``: in the most plausible circumstances that make the
    condition possible (at level l), the consequence follows from it (at level k)."""

    level: Level
    possible: Level
    condition: Formula
    consequence: Formula

    def __str__(self) -> str:
        levels = f"{written(self.level)}, {written(self.possible)}"
        return f"B<{levels}> ({self.condition} => {self.consequence})"


class After(Node, frozen=True):
    """``[action]``: the part holds after the action."""

    action: Expression
    part: Formula

    def __str__(self) -> str:
        return f"[{self.action}] {_tight(self.part)}"


Modal = Known | Possible | Guarantee | Believed
Formula = Constant | Equal | Not | And | Or | Implies | Iff | Exists | ForAll | After | Modal


class Axiom(Struct, frozen=True):
    """``always [action] term = value <-> formula``, or the same without an action.

    With an action, which is a variable, the formula is about the situation before it; without one,
    about the same situation. Variables stand for all names.
    """

    action: Variable | None
    term: Term
    value: Expression
    formula: Formula

    def __str__(self) -> str:
        action = f"[{self.action}] " if self.action else ""
        return f"always {action}{Equal(self.term, self.value)} <-> {self.formula}"


def changing(expression: Expression) -> TypeGuard[Term]:
    """Return whether the expression is a term whose value its arguments do not determine."""
    return isinstance(expression, Term) and not expression.function.rigid


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
        part = waiting.pop()
        yield part
        waiting += reversed(parts(part))


def objective(formula: Formula) -> bool:
    """Return whether the formula is not about belief."""
    return not any(isinstance(part, Modal) for part in walk(formula))


def subjective(formula: Formula) -> bool:
    """Return whether the formula says nothing about the world outside beliefs, except ``x = n``."""
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
        expression = waiting.pop()
        yield expression
        if isinstance(expression, Term):
            waiting += expression.arguments


def free(formula: Formula) -> list[Variable]:
    """Return the variables that no quantifier binds, in order of appearance."""
    match formula:
        case Equal():
            variables = [e for e in subexpressions(formula) if isinstance(e, Variable)]
        case Exists(variable, part) | ForAll(variable, part):
            variables = [v for v in free(part) if v != variable]
        case After(action, part):
            variables = [e for e in within(action) if isinstance(e, Variable)] + free(part)
        case _:
            variables = [v for part in parts(formula) for v in free(part)]
    return list(dict.fromkeys(variables))


def substitute(formula: Formula, names: dict[Variable, Expression]) -> Formula:
    """Return the formula with expressions in place of its free variables.

    No variable of the expressions may become bound.
    """
    match formula:
        case Equal(left, right):
            return Equal(replace(left, names), replace(right, names))
        case Exists(variable, part) | ForAll(variable, part):
            inner = {v: e for v, e in names.items() if v != variable}
            return type(formula)(variable, substitute(part, inner))
        case After(action, part):
            return After(replace(action, names), substitute(part, names))
        case _:
            return rebuilt(formula, lambda part: substitute(part, names))


def rebuilt(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """Return a formula with its direct parts changed."""
    match formula:
        case Constant() | Equal():
            return formula
        case And(found) | Or(found):
            return type(formula)(tuple(map(change, found)))
        case Implies(a, b) | Iff(a, b):
            return type(formula)(change(a), change(b))
        case Believed(level, possible, condition, consequence):
            return Believed(level, possible, change(condition), change(consequence))
        case Known(label, part) | Possible(label, part) | Exists(label, part):
            return type(formula)(label, change(part))  # type: ignore[arg-type]
        case ForAll(label, part) | After(label, part):
            return type(formula)(label, change(part))  # type: ignore[arg-type]
        case Not(part) | Guarantee(part):
            return type(formula)(change(part))


def replace(expression: Expression, names: dict[Variable, Expression]) -> Expression:
    """Return the expression with others in place of its variables."""
    if isinstance(expression, Variable):
        return names.get(expression, expression)
    if isinstance(expression, Term):
        arguments = tuple(replace(argument, names) for argument in expression.arguments)
        return Term(expression.function, arguments)
    return expression
