"""Formulas as English sentences, made from the words of the author: ``rich(frank)`` becomes *frank
is rich*, and ``father(sue) = george`` becomes *the father of sue is george*."""

from __future__ import annotations

from limited_belief.errors import listed
from limited_belief.language.logic import (
    And,
    Believed,
    Constant,
    Equal,
    Exists,
    Expression,
    ForAll,
    Formula,
    Guarantee,
    Iff,
    Implies,
    Known,
    Level,
    Not,
    Or,
    Possible,
    T,
    Term,
)

NOUNS = frozenset({"bird", "mine", "penguin"})  #: predicates of the examples that need an article
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def in_words(formula: Formula) -> str:
    """Return a formula as a clause of English.

    >>> from limited_belief import Session, in_words
    >>> session = Session()
    >>> rain = session.read("predicate rain ask K<1> (rain or not rain)").statements[-1].formula
    >>> in_words(rain)
    'it is known with one split that rain or not rain'
    """
    match formula:
        case Constant(value):
            return "something true" if value else "something false"
        case Equal():
            return _atom(formula)
        case Not(Equal() as part):
            return _atom(part, " not")
        case Not(Known() | Possible() as part):
            return in_words(part).replace("it is", "it is not", 1)
        case Not(part):
            return f"it is not true that {in_words(part)}"
        case And(parts):
            return listed(map(in_words, parts))
        case Or(parts):
            simple = all(isinstance(part, Equal | Not) for part in parts)
            return ("" if simple else "either ") + listed(map(in_words, parts), "or")
        case Implies(left, right):
            return f"if {in_words(left)}, then {in_words(right)}"
        case Iff(left, right):
            return f"{in_words(left)} exactly if {in_words(right)}"
        case Exists(variable, part):
            return f"there is a {variable.sort} {variable} such that {in_words(part)}"
        case ForAll(variable, part):
            return f"for every {variable.sort} {variable}, {in_words(part)}"
        case Known(level, part):
            return f"it is known {_with(level, 'split')} that {in_words(part)}"
        case Possible(level, part):
            return f"it is possible {_with(level, 'fix')} that {in_words(part)}"
        case Guarantee(part):
            return f"as the knowledge is consistent, {in_words(part)}"
        case Believed(level, possible, condition, consequence):
            effort = f"{_with(level, 'split')} and {_with(possible, 'fix')}"
            certain = condition == Constant(True)
            said = in_words(consequence if certain else Implies(condition, consequence))
            return f"it is believed {effort} that {said}"
        case _:
            return f"after {formula.action}, {in_words(formula.part)}"


def _with(level: Level, what: str) -> str:
    several = what + ("es" if what.endswith("x") else "s")
    if level is None:
        return f"with any number of {several}"
    number = NUMBERS[level] if level < len(NUMBERS) else str(level)
    return f"with {number} {what if level == 1 else several}"


def _atom(equation: Equal, negation: str = "") -> str:
    left, right = equation.left, equation.right
    if right != T:
        return f"{_phrase(left)} is{negation} {_phrase(right)}"
    assert isinstance(left, Term)
    word, arguments = left.function.text.replace("_", " "), left.arguments
    if len(arguments) == 1:
        subject = _phrase(arguments[0])
        if word.endswith("s") and not word.endswith("ss"):  # a verb: *alice drives*
            return f"it is not true that {subject} {word}" if negation else f"{subject} {word}"
        return f"{subject} is{negation} {'a ' * (word in NOUNS)}{word}"
    said = word if not arguments else str(left)
    return f"not {said}" if negation else said


def _phrase(expression: Expression) -> str:
    if not isinstance(expression, Term) or expression.function.rigid:
        return str(expression)
    word, arguments = expression.function.text.replace("_", " "), expression.arguments
    if len(arguments) > 1:
        return str(expression)
    return f"the {word} of {_phrase(arguments[0])}" if arguments else f"the {word}"
