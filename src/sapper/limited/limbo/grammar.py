"""The grammar of limbo's problem files. Keywords have long and short forms, capitalised or not.

In these rules, ``…`` repeats the preceding item, separated by commas::

    statement = ["Rigid"] "Sort" WORD … | ("Var" | "Name") WORD … "->" WORD
              | "Fun" (WORD "/" NUMBER) … "->" WORD | "Sensor" "Fun" (WORD "/" WORD) … "->" WORD
              | "Real" ":" literal | "KB" ":" formula
              | "KB" ":" "[]" ["[" WORD "]"] literal "<->" formula
              | "Let" WORD ":=" formula | [("Query" | "Assert" | "Refute") ":"] formula
              | ("If" | "While") [binding] formula block ["Else" block]
              | "For" binding formula block ["Else" block] | "Call" ":" WORD "(" [term …] ")"
    binding   = WORD ["In" term …] "->" WORD
    block     = "{" {statement} "}" | statement
    formula   = implied ["<->" implied]
    implied   = either ["->" implied]
    either    = both {"v" both}
    both      = primary {"^" primary}
    primary   = "~" primary | ("Ex" | "Fa") WORD primary | ("K" | "M") "<" NUMBER ">" primary
              | "B" "<" NUMBER "," NUMBER ">" primary "==>" primary | ("G" | "REG") primary
              | "[" term "]" primary | "(" formula ")" | literal | WORD
    literal   = term ("=" | "/=") term
    term      = WORD ["(" term … ")"]
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sapper.limited.syntax import Parser, SyntaxTree, Token, implication

_TOKEN = re.compile(
    r"(?P<skip>\s+|//[^\n]*)|[A-Za-z_](?:[A-Za-z0-9_']|-(?!>))*|[0-9]+"
    r"|<->|==>|->|:=|==|!=|/=|\|\||&&|\[\]|(?s:.)"
)
_WORD = re.compile(r"[A-Za-z_](?:[A-Za-z0-9_']|-)*")
_NUMBER = re.compile("[0-9]+")


def _spellings(*words: str) -> tuple[str, ...]:
    """Return words capitalised and in lower case."""
    return (*words, *(word[0].lower() + word[1:] for word in words))


_SORT, _RIGID, _REAL = _spellings("Sort"), _spellings("Rigid"), _spellings("Real")
_VAR, _NAME = _spellings("Var", "Variable"), _spellings("Name")
_FUN, _SENSOR = _spellings("Fun", "Function"), _spellings("Sensor")
_KB, _LET, _CALL = ("KB", "Kb", "kb"), _spellings("Let"), _spellings("Call")
_ASKED = _spellings("Query", "Assert", "Refute")
_IF, _ELSE, _IN = _spellings("If"), _spellings("Else"), _spellings("In")
_WHILE, _FOR = _spellings("While"), _spellings("For")
_BEGIN, _END = ("{", "Begin", "begin"), ("}", "End", "end")
_AND, _OR, _NOT = ("^", "&", "&&"), ("v", "|", "||"), ("~", "!")
_EX, _FA = _spellings("Ex"), _spellings("Fa")
_KNOWN, _POSSIBLE = ("K", *_spellings("Know")), ("M", *_spellings("Cons"))
_BELIEVED, _GUARANTEE = ("B", *_spellings("Bel")), ("G", *_spellings("Gua"))
_REGRESS = ("REG", *_spellings("Reg", "Regress"))
_EQUAL, _UNEQUAL = ("=", "=="), ("/=", "!=")
_STATEMENT = (
    "a statement (Sort, Var, Name, Fun, KB, Let, Query, Assert, Refute, If, While, For, Call)"
)


def parse(source: str) -> SyntaxTree:
    """Return the tree of a file. Raises ``NotationError``."""
    parser = _Parser(source, _TOKEN)
    start, statements = parser.token, []
    while parser.token:
        statements.append(parser.statement())
    return SyntaxTree("file", start, [], statements)


class _Parser(Parser):
    """One method for each rule."""

    def statement(self) -> SyntaxTree:
        with self.nested("blocks"):
            return self._declaration() or self._step()

    def _word(self) -> Token:
        return self.match(_WORD, "a word")

    def _number(self) -> Token:
        return self.match(_NUMBER, "a number")

    def _words(self) -> list[Token]:
        return self.several(self._word, ",")

    def _sort(self) -> Token:
        self.need("->")
        return self._word()

    def _declaration(self) -> SyntaxTree | None:
        start = self.token
        if start in _RIGID:
            self.take()
            self.need(*_SORT)
            return SyntaxTree("rigid_sorts", start, self._words(), [])
        if start in _SORT:
            self.take()
            return SyntaxTree("sorts", start, self._words(), [])
        if start in (*_VAR, *_NAME):
            self.take()
            rule = "variables" if start in _VAR else "names"
            return SyntaxTree(rule, start, [*self._words(), self._sort()], [])
        if start in _FUN:
            self.take()
            symbols = self.several(lambda: self._symbol(self._number), ",")
            return SyntaxTree("functions", start, [self._sort()], symbols)
        if start in _SENSOR:
            self.take()
            self.need(*_FUN)
            symbols = self.several(lambda: self._symbol(self._word), ",")
            return SyntaxTree("sensors", start, [self._sort()], symbols)
        return None

    def _symbol(self, argument: Callable[[], Token]) -> SyntaxTree:
        word = self._word()
        self.need("/")
        return SyntaxTree("symbol", word, [word, argument()], [])

    def _step(self) -> SyntaxTree:
        start = self.token
        if start in _REAL:
            self.take()
            self.need(":")
            return SyntaxTree("real", start, [], [self._literal()])
        if start in _KB:
            return self._know()
        if start in _LET:
            self.take()
            word = self._word()
            self.need(":=")
            return SyntaxTree("let", start, [word], [self._formula()])
        if start in _ASKED:
            self.take()
            self.need(":")
            return SyntaxTree("question", start, [start], [self._formula()])
        if start in _IF:
            return self._branching("choice")
        if start in _WHILE:
            return self._branching("repeat")
        if start in _FOR:
            return self._branching("each")
        if start in _CALL:
            return self._call()
        if not _WORD.fullmatch(start) and start not in (*_NOT, "(", "["):
            self.note(_STATEMENT)
            self.fail()
        return SyntaxTree("question", start, [], [self._formula()])

    def _know(self) -> SyntaxTree:
        start = self.take()
        self.need(":")
        if not self.skip("[]"):
            return SyntaxTree("know", start, [], [self._formula()])
        action = []
        if self.skip("["):
            action = [self._word()]
            self.need("]")
        left = self._literal()
        self.need("<->")
        return SyntaxTree("dynamic", start, action, [left, self._formula()])

    def _branching(self, rule: str) -> SyntaxTree:
        """Return a tree with a binding, which may be empty, a condition and blocks."""
        start = self.take()
        binding = SyntaxTree("binding", self.token, [], [])
        if rule == "each" or self.second in ("->", *_IN):
            word, terms = self._word(), []
            if self.skip(*_IN):
                terms = self.several(self._term, ",")
            binding = SyntaxTree("binding", word, [word, self._sort()], terms)
        blocks = [self._formula(), self._block()]
        if self.skip(*_ELSE):
            blocks.append(self._block())
        return SyntaxTree(rule, start, [], [binding, *blocks])

    def _block(self) -> SyntaxTree:
        start, statements = self.token, []
        if not self.skip(*_BEGIN):
            return SyntaxTree("block", start, [], [self.statement()])
        while not self.skip(*_END):
            statements.append(self.statement())
        return SyntaxTree("block", start, [], statements)

    def _call(self) -> SyntaxTree:
        start = self.take()
        self.need(":")
        word, terms = self._word(), []
        self.need("(")
        if not self.next_is(")"):
            terms = self.several(self._term, ",")
        self.need(")")
        return SyntaxTree("call", start, [word], terms)

    # ---- formulas

    def _formula(self) -> SyntaxTree:
        left = self._implied()
        if self.skip("<->"):
            return SyntaxTree("iff", left, [], [left, self._implied()])
        return left

    def _implied(self) -> SyntaxTree:
        parts = self.several(self._either, "->")
        with self.nested("terms and formulas", len(parts) - 1, parts[0]):
            return implication(parts)

    def _either(self) -> SyntaxTree:
        parts = self.several(self._both, *_OR)
        return parts[0] if len(parts) == 1 else SyntaxTree("disjunction", parts[0], [], parts)

    def _both(self) -> SyntaxTree:
        parts = self.several(self._primary, *_AND)
        return parts[0] if len(parts) == 1 else SyntaxTree("conjunction", parts[0], [], parts)

    def _primary(self) -> SyntaxTree:
        with self.nested("terms and formulas"):
            start = self.token
            return self._operator(start) or self._plain(start)

    def _operator(self, start: Token) -> SyntaxTree | None:
        """Return the formula that a unary operator begins, or None."""
        if start in _NOT:
            self.take()
            return SyntaxTree("negation", start, [], [self._primary()])
        if start in (*_EX, *_FA):
            self.take()
            word = self._word()
            return SyntaxTree(
                "exists" if start in _EX else "forall", start, [word], [self._primary()]
            )
        if start in (*_KNOWN, *_POSSIBLE):
            self.take()
            self.need("<")
            level = self._number()
            self.need(">")
            rule = "known" if start in _KNOWN else "possible"
            return SyntaxTree(rule, start, [level], [self._primary()])
        if start in _BELIEVED:
            self.take()
            self.need("<")
            first = self._number()
            self.need(",")
            second = self._number()
            self.need(">")
            condition = self._primary()
            self.need("==>")
            return SyntaxTree("believed", start, [first, second], [condition, self._primary()])
        if start in (*_GUARANTEE, *_REGRESS):
            self.take()
            rule = "guarantee" if start in _GUARANTEE else "regress"
            return SyntaxTree(rule, start, [], [self._primary()])
        if start == "[":
            self.take()
            action = self._term()
            self.need("]")
            return SyntaxTree("after", start, [], [action, self._primary()])
        return None

    def _plain(self, start: Token) -> SyntaxTree:
        if start == "(":
            self.take()
            inner = self._formula()
            self.need(")")
            return inner
        if not _WORD.fullmatch(start):
            self.note("a formula")
            self.fail()
        if self.second in ("(", *_EQUAL, *_UNEQUAL):
            return self._literal()
        return SyntaxTree("abbreviation", start, [self.take()], [])

    def _literal(self) -> SyntaxTree:
        left = self._term()
        if self.skip(*_UNEQUAL):
            return SyntaxTree("unequal", left, [], [left, self._term()])
        self.need(*_EQUAL)
        return SyntaxTree("equal", left, [], [left, self._term()])

    def _term(self) -> SyntaxTree:
        word = self._word()
        arguments = []
        if self.skip("("):
            with self.nested("terms and formulas"):
                arguments = self.several(self._term, ",")
            self.need(")")
        return SyntaxTree("term", word, [word], arguments)
