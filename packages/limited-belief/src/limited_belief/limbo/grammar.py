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

from limited_belief.language.syntax import FormulaParser, SyntaxTree, Token

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
_OPERATORS = {
    **dict.fromkeys(_NOT, "negation"),
    **dict.fromkeys(_EX, "exists"),
    **dict.fromkeys(_FA, "forall"),
    **dict.fromkeys(_KNOWN, "known"),
    **dict.fromkeys(_POSSIBLE, "possible"),
    **dict.fromkeys(_BELIEVED, "believed"),
    **dict.fromkeys(_GUARANTEE, "guarantee"),
    **dict.fromkeys(_REGRESS, "regress"),
    "[": "after",
    "(": "parentheses",
}
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


class _Parser(FormulaParser):
    names, operators = _WORD, _OPERATORS
    conjunction, disjunction = _AND, _OR
    nesting = "terms and formulas", "terms and formulas"

    def statement(self) -> SyntaxTree:
        with self.nested("blocks"):
            return self._declaration() or self._step()

    def _sort(self) -> Token:
        self.need("->")
        return self.word()

    def _declaration(self) -> SyntaxTree | None:
        start = self.token
        if start in _RIGID:
            self.take()
            self.need(*_SORT)
            return SyntaxTree("rigid_sorts", start, self.words(), [])
        if start in _SORT:
            self.take()
            return SyntaxTree("sorts", start, self.words(), [])
        if start in (*_VAR, *_NAME):
            self.take()
            rule = "variables" if start in _VAR else "names"
            return SyntaxTree(rule, start, [*self.words(), self._sort()], [])
        if start in _FUN:
            self.take()
            symbols = self.several(lambda: self._symbol(self.level), ",")
            return SyntaxTree("functions", start, [self._sort()], symbols)
        if start in _SENSOR:
            self.take()
            self.need(*_FUN)
            symbols = self.several(lambda: self._symbol(self.word), ",")
            return SyntaxTree("sensors", start, [self._sort()], symbols)
        return None

    def _symbol(self, argument: Callable[[], Token]) -> SyntaxTree:
        word = self.word()
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
            word = self.word()
            self.need(":=")
            return SyntaxTree("let", start, [word], [self.formula()])
        if start in _ASKED:
            self.take()
            self.need(":")
            return SyntaxTree("question", start, [start], [self.formula()])
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
        return SyntaxTree("question", start, [], [self.formula()])

    def _know(self) -> SyntaxTree:
        start = self.take()
        self.need(":")
        if not self.skip("[]"):
            return SyntaxTree("know", start, [], [self.formula()])
        action = self.action()
        left = self._literal()
        self.need("<->")
        return SyntaxTree("dynamic", start, action, [left, self.formula()])

    def _branching(self, rule: str) -> SyntaxTree:
        """Return a tree with a binding, which may be empty, a condition and blocks."""
        start = self.take()
        binding = SyntaxTree("binding", self.token, [], [])
        if rule == "each" or self.second in ("->", *_IN):
            word, terms = self.word(), []
            if self.skip(*_IN):
                terms = self.several(self.term, ",")
            binding = SyntaxTree("binding", word, [word, self._sort()], terms)
        blocks = [self.formula(), self._block()]
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
        word, terms = self.word(), []
        self.need("(")
        if not self.next_is(")"):
            terms = self.several(self.term, ",")
        self.need(")")
        return SyntaxTree("call", start, [word], terms)

    # ---- formulas

    def level(self) -> Token:
        return self.match(_NUMBER, "a number")

    def bound(self) -> list[Token]:
        return [self.word()]

    def conditional(self) -> list[SyntaxTree]:
        condition = self.primary()
        self.need("==>")
        return [condition, self.primary()]

    def plain(self) -> SyntaxTree:
        if not _WORD.fullmatch(self.token):
            self.note("a formula")
            self.fail()
        if self.second in ("(", *_EQUAL, *_UNEQUAL):
            return self._literal()
        return SyntaxTree("abbreviation", self.token, [self.take()], [])

    def _literal(self) -> SyntaxTree:
        left = self.term()
        if self.skip(*_UNEQUAL):
            return SyntaxTree("unequal", left, [], [left, self.term()])
        self.need(*_EQUAL)
        return SyntaxTree("equal", left, [], [left, self.term()])
