"""Parses formulas and files; errors name the line, the column and what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from limited_belief.errors import plural, quoted
from limited_belief.language import logic
from limited_belief.language.grammar import parse
from limited_belief.language.statements import (
    Ask,
    Believe,
    Define,
    Do,
    File,
    Functions,
    Know,
    Names,
    Real,
    Sensors,
    Sorts,
    Statement,
    Variables,
    Vocabulary,
    describe_meaning,
)
from limited_belief.language.syntax import SyntaxTree, Token, declare_at, fault

MAX_LEVEL = 99  #: more nested splits are out of reach
MAX_RANGE = 1000


def parse_file(source: str, vocabulary: Vocabulary | None = None) -> File:
    """Parse the statements of a text, and add its declarations to ``vocabulary`` if given.

    Raises ``NotationError`` naming line and column, and then leaves the vocabulary unchanged.
    """
    tree = parse(source)
    words = Vocabulary() if vocabulary is None else vocabulary.copy()
    reader = _Reader(words)
    file = File(tuple(reader.statement(child) for child in tree.trees))
    if vocabulary is not None:
        vocabulary.sorts, vocabulary.words = words.sorts, words.words
        vocabulary.rigid = words.rigid
    return file


def parse_formula(source: str, vocabulary: Vocabulary) -> logic.Formula:
    """Parse a formula in the words of a vocabulary. Raises ``NotationError``."""
    tree = parse(source, formula=True)
    return _Reader(vocabulary).formula(tree)


class _Reader:
    """Turns parse trees into values, with the words of a vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def statement(self, tree: SyntaxTree) -> Statement:
        words, parts = tree.tokens, tree.trees
        match tree.rule:
            case "sorts" | "rigid_sorts":
                rigid = tree.rule == "rigid_sorts"
                for word in words:
                    declare_at(word, self._vocabulary.sort, str(word), rigid)
                return Sorts(tuple(map(str, words)), rigid)
            case "names":
                *declared, sort = words
                texts = [(word, text) for word in declared for text in _range(word)]
                declare = self._vocabulary.name
                return Names(tuple(declare_at(w, declare, text, str(sort)) for w, text in texts))
            case "variables":
                *declared, sort = words
                name = self._vocabulary.variable
                return Variables(tuple(declare_at(w, name, str(w), str(sort)) for w in declared))
            case "functions" | "predicates":
                sort_text = str(words[0]) if tree.rule == "functions" else logic.TRUTH
                return Functions(tuple(self._symbol(child, sort_text) for child in parts))
            case "sensors":
                return Sensors(tuple(self._sensor(child, str(words[0])) for child in parts))
            case "know":
                return Know(self._objective(parts[0], "knowledge"), line=tree.line)
            case "real":
                return Real(self._objective(parts[0], "what is real"), line=tree.line)
            case "always":
                return Define(self._axiom(tree), line=tree.line)
            case "do":
                return Do(self._expression(parts[0]), line=tree.line)
            case "believe":
                return self._believe(tree)
        return self._ask(tree)

    def _sensor(self, tree: SyntaxTree, sort: str) -> logic.Function:
        sensor = self._symbol(tree, sort)
        if len(sensor.arguments) != 1:
            raise fault(tree, f"'{sensor.text}' is a sensor: expected one argument, an action")
        return sensor

    def _axiom(self, tree: SyntaxTree) -> logic.Axiom:
        words, (left, right) = tree.tokens, tree.trees
        action = self._variable(words[0]) if words else None
        literal, formula = self.formula(left), self.formula(right)
        if not isinstance(literal, logic.Equal) or not logic.changing(literal.left):
            raise fault(left, "expected a predicate, or a term and '=' and its value")
        if isinstance(literal.right, logic.Term):
            raise fault(left, f"{literal.right} is a term: expected a name or a variable")
        return logic.Axiom(action, literal.left, literal.right, formula)

    def _symbol(self, tree: SyntaxTree, sort: str) -> logic.Function:
        word, *arguments = tree.tokens
        texts = tuple(map(str, arguments))
        declare = self._vocabulary.function
        return declare_at(word, declare, str(word), sort, texts)

    def _believe(self, tree: SyntaxTree) -> Believe:
        condition, consequence = tree.trees
        level, possible = map(_level, tree.tokens) if tree.tokens else (1, 1)
        guarantee = condition.rule == "guarantee"
        if guarantee:
            (condition,) = condition.trees
        both = [self._objective(part, "a conditional belief") for part in (condition, consequence)]
        return Believe(both[0], both[1], level, possible, guarantee, line=tree.line)

    def _ask(self, tree: SyntaxTree) -> Ask:
        formula = self.formula(tree.trees[0])
        at, level, expected = False, None, None
        for token in tree.tokens:
            if token in ("yes", "no"):
                expected = token == "yes"
            else:
                at, level = True, _level(token)
        return Ask(formula, level, at, expected, tree.rule == "ask_real", line=tree.line)

    def _objective(self, tree: SyntaxTree, what: str) -> logic.Formula:
        formula = self.formula(tree)
        if not logic.objective(formula):
            raise fault(tree, f"{what} cannot be about belief: remove K, M, G and B")
        if any(isinstance(part, logic.After) for part in logic.walk(formula)):
            raise fault(tree, f"{what} cannot be about later situations: remove the action")
        return formula

    def formula(self, tree: SyntaxTree) -> logic.Formula:
        match tree.rule:
            case "equal" | "unequal":
                left, right = (self._expression(child) for child in tree.trees)
                if logic.TRUTH in (left.sort, right.sort):
                    raise fault(
                        tree, "a predicate stands alone: remove '=' or '!=' and what follows"
                    )
                if left.sort != right.sort:
                    sorts = f"{left} is of sort {left.sort}, {right} of sort {right.sort}"
                    raise fault(tree, f"{sorts}: only equal sorts can be compared")
                return (
                    logic.Equal(left, right)
                    if tree.rule == "equal"
                    else logic.Not(logic.Equal(left, right))
                )
            case "atom":
                term = self._expression(tree.trees[0])
                if term.sort != logic.TRUTH:
                    raise fault(tree, f"{term} is of sort {term.sort}: expected '=' or '!='")
                return logic.Equal(term, logic.T)
            case "truth" | "falsity":
                return logic.Constant(tree.rule == "truth")
            case "exists" | "forall":
                return self._quantified(tree)
            case "after":
                action, part = tree.trees
                return logic.After(self._expression(action), self.formula(part))
        return connected(tree, [self.formula(child) for child in tree.trees], _level)

    def _quantified(self, tree: SyntaxTree) -> logic.Formula:
        formula = self.formula(tree.trees[0])
        for token in reversed(tree.tokens):
            formula = (logic.Exists if tree.rule == "exists" else logic.ForAll)(
                self._variable(token), formula
            )
        return formula

    def _variable(self, word: Token) -> logic.Variable:
        meaning = self._meaning(word)
        if not isinstance(meaning, logic.Variable):
            raise fault(word, f"'{word}' is {describe_meaning(meaning)}: expected a variable")
        return meaning

    def _expression(self, tree: SyntaxTree) -> logic.Expression:
        (word,) = tree.tokens
        arguments = tree.trees
        meaning = self._meaning(word)
        if not isinstance(meaning, logic.Function):
            if arguments:
                raise fault(word, f"'{word}' is {describe_meaning(meaning)}: it takes no arguments")
            return meaning
        expected = meaning.arguments
        if len(arguments) != len(expected):
            words = f"'{word}' takes {plural(len(expected), 'argument')}, not {len(arguments)}"
            raise fault(word, words)
        terms = tuple(self._expression(argument) for argument in arguments)
        for child, argument, sort in zip(arguments, terms, expected, strict=True):
            if argument.sort != sort:
                words = f"{argument} is of sort {argument.sort}, but '{word}' takes the sort {sort}"
                raise fault(child, words)
        return logic.Term(meaning, terms)

    def _meaning(self, word: Token) -> logic.Name | logic.Variable | logic.Function:
        meaning = self._vocabulary.words.get(str(word))
        if meaning is None:
            words = f"{quoted(word)} is not declared by variable, name, function or predicate"
            raise fault(word, words)
        return meaning


def connected(
    tree: SyntaxTree, parts: Sequence[logic.Formula], level: Callable[[Token], logic.Level]
) -> logic.Formula:
    """Return the parts of a tree joined by its connective or belief, or its only part; ``level``
    reads the levels of beliefs."""
    match tree.rule:
        case "known":
            return logic.Known(level(tree.tokens[0]), parts[0])
        case "possible":
            return logic.Possible(level(tree.tokens[0]), parts[0])
        case "believed":
            return logic.Believed(*map(level, tree.tokens), *parts)  # type: ignore[arg-type]
        case "negation":
            return logic.Not(parts[0])
        case "conjunction":
            return logic.And(tuple(parts))
        case "disjunction":
            return logic.Or(tuple(parts))
        case "implies":
            return logic.Implies(*parts)
        case "iff":
            return logic.Iff(*parts)
        case "guarantee":
            return logic.Guarantee(parts[0])
    return parts[0]


def _level(token: Token) -> logic.Level:
    if token in ("inf", "∞"):
        return None
    if len(token) > 2 or int(token) > MAX_LEVEL:
        raise fault(token, f"level {token[:20]} is above {MAX_LEVEL}: write inf for no limit")
    return int(token)


def _range(token: Token) -> list[str]:
    """Return a word, or all words of a range such as ``p1..p4``."""
    match = re.fullmatch(r"(\D*)(\d+)\.\.(\D*)(\d+)", str(token))
    if match is None:
        return [str(token)]
    prefix, first, again, last = match.groups()
    if again not in ("", prefix) or len(last) > 6 or not 0 <= int(last) - int(first) < MAX_RANGE:
        raise fault(token, f"{quoted(token)}: expected a range such as 1..9 or p1..p4")
    return [f"{prefix}{number}" for number in range(int(first), int(last) + 1)]
