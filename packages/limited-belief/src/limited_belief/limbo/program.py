"""Runs programs of limbo statement by statement, with the Battleship of its examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count

from msgspec import Struct

from limited_belief.errors import InputError, quoted
from limited_belief.language import Ask, Believe, Define, Know, Real, Sensors, Statement, logic
from limited_belief.language.syntax import SyntaxTree, Token, fault
from limited_belief.limbo.grammar import parse
from limited_belief.limbo.vocabulary import Words
from limited_belief.session.session import Result, Session

MAX_ROUNDS = 1000  #: of one loop


class Program(Struct, frozen=True):
    """A parsed file, which a session can run."""

    tree: SyntaxTree

    def run(self, session: Session) -> Iterator[Result]:
        """Run all statements and yield the results of the questions.

        Raises ``NotationError`` for undeclared words, and the ``InputError`` of ``Session.do``,
        both prefixed with the line.
        """
        yield from _Run(session).block(self.tree)


def parse_program(source: str) -> Program:
    """Parse a limbo file. Raises ``NotationError`` naming line and column."""
    return Program(parse(source))


class _Run:
    """One run: the words declared so far, and the names in the knowledge."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._words = Words()
        self._names: dict[logic.Name, None] = {}
        self._battleship: Battleship | None = None

    def block(self, tree: SyntaxTree) -> Iterator[Result]:
        for child in tree.trees:
            try:
                yield from self._statement(child)
            except InputError as error:
                if str(error).startswith("line "):
                    raise
                raise type(error)(f"line {child.line}: {error}") from None

    def _statement(self, tree: SyntaxTree) -> Iterator[Result]:
        match tree.rule:
            case "question":
                yield self._question(tree)
            case "choice":
                yield from self._choice(tree)
            case "repeat":
                yield from self._repeat(tree)
            case "each":
                yield from self._each(tree)
            case "call":
                self._call(tree)
            case "let":
                self._words.formulas[str(tree.tokens[0])] = self._words.formula(tree.trees[0])
            case "know":
                self._know(self._words.formula(tree.trees[0]), tree.line)
            case "real":
                equation = self._words.formula(tree.trees[0])
                self._do(Real(equation, line=tree.line), equation)
            case "dynamic":
                self._dynamic(tree)
            case _:
                self._declare(tree)

    # ---- declarations and knowledge

    def _declare(self, tree: SyntaxTree) -> None:
        words, declared = tree.tokens, self._words
        if tree.rule in ("sorts", "rigid_sorts"):
            rigid = tree.rule == "rigid_sorts"
            for word in words:
                declared.declare_sort(word, rigid=rigid)
            return
        *functions, last = words
        sort = declared.sort(last)
        if tree.rule in ("variables", "names"):
            meaning = logic.Variable if tree.rule == "variables" else logic.Name
            for word in functions:
                declared.declare(word, meaning(str(word), sort))
        for part in tree.trees:
            word, argument = part.tokens
            if tree.rule == "functions":
                declared.declare_function(word, int(argument[:9]), sort)
            else:
                action = declared.sort(argument)
                declared.declare_function(word, 1, sort)
                self._session.do(Sensors((declared.function(str(word), (action,)),)))

    def _do(self, statement: Statement, *about: logic.Formula) -> None:
        self._session.do(statement)
        for formula in about:
            expressions = logic.subexpressions(formula)
            self._names |= dict.fromkeys(e for e in expressions if isinstance(e, logic.Name))

    def _know(self, formula: logic.Formula, line: int) -> None:
        guarantee = isinstance(formula, logic.Guarantee)
        if isinstance(formula, logic.Guarantee):
            formula = formula.part
        if isinstance(formula, logic.Believed):
            condition, consequence = formula.condition, formula.consequence
            conditional = Believe(
                condition, consequence, formula.level, formula.possible, guarantee, line=line
            )
            self._do(conditional, logic.Implies(condition, consequence))
        else:
            known = formula.part if isinstance(formula, logic.Known) else formula
            self._do(Know(known, line=line), known)

    def _dynamic(self, tree: SyntaxTree) -> None:
        words, (left, right) = tree.tokens, tree.trees
        action = self._words.variable(words[0]) if words else None
        if left.rule != "equal":
            raise fault(left, "a dynamic axiom defines a term: expected '=', not '/='")
        literal, formula = self._words.equation(left), self._words.formula(right)
        if not logic.changing(literal.left) or isinstance(literal.right, logic.Term):
            raise fault(left, "expected a term, '=', and its value: a name or a variable")
        self._do(Define(logic.Axiom(action, literal.left, literal.right, formula), line=tree.line))

    # ---- questions and control

    def _question(self, tree: SyntaxTree) -> Result:
        asked = {"assert": True, "refute": False}
        words = tree.tokens
        expected = asked.get(words[0].lower()) if words else None
        return self._ask(tree.trees[0], expected)

    def _ask(self, tree: SyntaxTree, expected: bool | None = None) -> Result:
        formula = self._words.formula(tree)
        asked = Ask(formula, expected=expected, line=tree.line, real=True)
        result = self._session.do(asked)
        assert result is not None
        return result

    def _holds(self, tree: SyntaxTree) -> bool:
        """Return whether a condition holds. Raises ``InputError`` if this is undecided."""
        result = self._ask(tree)
        if result.answer is None:
            raise InputError(result.words)
        return result.answer.holds

    def _parts(
        self, tree: SyntaxTree
    ) -> tuple[SyntaxTree, SyntaxTree, SyntaxTree, SyntaxTree | None]:
        """Return the binding, which may have no words, the condition, the block, and the block
        after ``else``."""
        binding, condition, block, *otherwise = tree.trees
        return binding, condition, block, otherwise[0] if otherwise else None

    def _range(self, binding: SyntaxTree) -> tuple[str, list[logic.Expression]]:
        """Return the word bound by a loop, and its value in each iteration."""
        word, last = binding.tokens
        sort = self._words.sort(last)
        listed = list(map(self._words.expression, binding.trees))
        for one in listed:
            if one.sort != sort:
                raise fault(binding, f"{one} is of sort {one.sort}, not {sort}")
        mentioned: list[logic.Expression] = sorted(
            (name for name in self._names if name.sort == sort), key=self._declaration_order
        )
        return str(word), listed or mentioned

    def _declaration_order(self, name: logic.Expression) -> int:
        return list(self._words.terms).index(str(name))

    @contextmanager
    def _bound(self, binding: SyntaxTree, condition: SyntaxTree) -> Iterator[bool]:
        """Bind a word to the first value that makes the condition true; yield whether there is
        one."""
        if not binding.tokens:
            yield self._holds(condition)
            return
        word, domain = self._range(binding)
        before = dict(self._words.bound)
        try:
            for name in domain:
                self._words.bound[word] = name
                if self._holds(condition):
                    yield True
                    return
            self._words.bound = dict(before)
            yield False
        finally:
            self._words.bound = before

    def _choice(self, tree: SyntaxTree) -> Iterator[Result]:
        binding, condition, block, otherwise = self._parts(tree)
        with self._bound(binding, condition) as holds:
            if holds:
                yield from self.block(block)
        if not holds and otherwise is not None:
            yield from self.block(otherwise)

    def _repeat(self, tree: SyntaxTree) -> Iterator[Result]:
        binding, condition, block, otherwise = self._parts(tree)
        for number in range(MAX_ROUNDS):
            with self._bound(binding, condition) as holds:
                if holds:
                    yield from self.block(block)
            if not holds:
                if number == 0 and otherwise is not None:
                    yield from self.block(otherwise)
                return
        raise InputError(f"this loop did not end after {MAX_ROUNDS:,} rounds")

    def _each(self, tree: SyntaxTree) -> Iterator[Result]:
        binding, condition, block, otherwise = self._parts(tree)
        word, domain = self._range(binding)
        before = dict(self._words.bound)
        once = False
        for name in domain:
            self._words.bound[word] = name
            try:
                if self._holds(condition):
                    once = True
                    yield from self.block(block)
            finally:
                self._words.bound = dict(before)
        if not once and otherwise is not None:
            yield from self.block(otherwise)

    # ---- procedures

    def _call(self, tree: SyntaxTree) -> None:
        """Run a procedure of limbo, ignoring those that only print."""
        word = tree.tokens[0]
        arguments = [self._words.expression(part) for part in tree.trees]
        procedures: dict[str, Callable[[], None]] = {
            "enable_distribute": lambda: self._session.knowledge.distribute_conjunctions(True),
            "disable_distribute": lambda: self._session.knowledge.distribute_conjunctions(False),
            "bs_init": lambda: self._start_battleship(word, arguments),
            "bs_fire": lambda: self._fire(word, arguments),
        }
        silent = (
            *("print", "bs_print", "su_init", "su_print", "print_kb"),
            *("enable_query_logging", "disable_query_logging"),
        )
        if str(word) in procedures:
            procedures[str(word)]()
        elif str(word) not in silent:
            known = ", ".join((*procedures, *silent))
            raise fault(word, f"there is no procedure {quoted(word)}: expected one of {known}")

    def _start_battleship(self, word: Token, fields: list[logic.Expression]) -> None:
        if self._battleship is None:
            if len(fields) not in (4, 16):
                raise fault(word, f"bs_init takes 4 or 16 fields, not {len(fields)}")
            self._battleship = Battleship(fields)

    def _fire(self, word: Token, fields: list[logic.Expression]) -> None:
        game = self._battleship
        if game is None or len(fields) != 1 or fields[0] not in game.fields:
            raise fault(word, "bs_fire takes one of the fields that bs_init was called with")
        sorts = (fields[0].sort,)
        for text in ("water", "fired"):
            if self._words.functions.get(text, (0, ""))[0] != 1 or "T" not in self._words.terms:
                raise fault(word, "bs_fire needs functions water/1 and fired/1, and a name T")
        true = self._words.terms["T"]
        water, fired = (
            logic.Equal(logic.Term(self._words.function(text, sorts), (fields[0],)), true)
            for text in ("water", "fired")
        )
        line = word.line or 0
        self._know(logic.Not(water) if game.hit(fields[0]) else water, line)
        self._know(fired, line)


_LENGTHS = {4: (1, 4, (3,)), 16: (4, 4, (2, 3))}  # width, height, ships
_MODULUS = 2**31 - 1


class Battleship:
    """A board of 1 × 4 fields with a ship of three, or of 4 × 4 with ships of two and three.

    ``fields`` name the places column by column. Ships are vertical and do not touch.
    """

    def __init__(self, fields: Sequence[logic.Expression]) -> None:
        self.fields = tuple(fields)
        self._width, self._height, lengths = _LENGTHS[len(fields)]
        self._state = len(fields)
        self._ships: set[int] = set()
        for length in lengths:
            self._place(length)

    def hit(self, field: logic.Expression) -> bool:
        """Return whether there is a ship on a field."""
        return self.fields.index(field) in self._ships

    def _place(self, length: int) -> None:
        for _ in count():
            first = self._draw(len(self.fields))
            ship = range(first, first + length)
            if first % self._height + length <= self._height and not self._touches(ship):
                self._ships.update(ship)
                return

    def _touches(self, ship: range) -> bool:
        height = self._height
        return any(
            abs(a // height - b // height) <= 1 and abs(a % height - b % height) <= 1
            for a in ship
            for b in self._ships
        )

    def _draw(self, below: int) -> int:
        scale = (_MODULUS - 2) // below
        while True:
            self._state = self._state * 16807 % _MODULUS
            if self._state - 1 < below * scale:
                return (self._state - 1) // scale
