"""The grammar of files and formulas. Words and symbols are synonyms, such as ``and`` and ``∧``.

In these rules, ``…`` repeats the preceding item, separated by commas::

    statement  = "sort" WORD … | "rigid" "sort" WORD …
               | "name" (WORD | RANGE) … ":" WORD | "variable" WORD … ":" WORD
               | "function" symbol … ":" WORD | "predicate" symbol … | "sensor" symbol … ":" WORD
               | "know" formula | "real" formula
               | "always" ["[" WORD "]"] expression ["=" expression] "<->" formula
               | "believe" [levels] formula "=>" formula
               | "do" expression
               | "ask" formula ["at" LEVEL] ["is" ("yes" | "no")]
               | "ask" "real" formula ["is" ("yes" | "no")]
    symbol     = WORD ["(" WORD … ")"]
    formula    = implied ["<->" implied]
    implied    = either ["->" implied]
    either     = both {"or" both}
    both       = unary {"and" unary}
    unary      = "not" unary | ("exists" | "forall") WORD … unary | ("K" | "M") "<" LEVEL ">" unary
               | "G" unary | "[" expression "]" unary | "B" levels "(" formula "=>" formula ")"
               | "(" formula ")" | "true" | "false" | expression [("=" | "!=") expression]
    expression = WORD ["(" expression … ")"]
    levels     = "<" LEVEL "," LEVEL ">"
"""

from __future__ import annotations

import re

from limited_belief.language.syntax import FormulaParser, SyntaxTree, Token

_TOKEN = re.compile(
    r"(?P<skip>\s+|#[^\n]*)|[^\W\d]*[0-9]+\.\.[^\W\d]*[0-9]+|\w[\w']*|<->|->|=>|!=|(?s:.)"
)
_WORD = re.compile(r"\w[\w']*")
_NAMED = re.compile(r"\w[\w']*|[^\W\d]*[0-9]+\.\.[^\W\d]*[0-9]+")
_LEVEL = re.compile(r"[0-9]+|inf|∞")
_OPERATORS = {
    **dict.fromkeys(("not", "¬"), "negation"),
    **dict.fromkeys(("exists", "∃"), "exists"),
    **dict.fromkeys(("forall", "∀"), "forall"),
    "K": "known",
    "M": "possible",
    "B": "believed",
    "G": "guarantee",
    "[": "after",
    "(": "parentheses",
}
_STATEMENT = (
    "a statement (sort, rigid sort, name, variable, function, predicate, sensor, know, real, "
    "always, believe, do, ask)"
)


def parse(source: str, *, formula: bool = False) -> SyntaxTree:
    """Return the tree of a file or of a formula. Raises ``NotationError``."""
    parser = _Parser(source, _TOKEN)
    tree = parser.formula() if formula else parser.file()
    if parser.token:
        parser.note("the end")
        parser.fail()
    return tree


class _Parser(FormulaParser):
    names, operators = _WORD, _OPERATORS
    conjunction, disjunction = ("and", "∧"), ("or", "∨")
    nesting = "formulas", "terms"

    def file(self) -> SyntaxTree:
        start, statements = self.token, []
        while self.token:
            statements.append(self._statement())
        return SyntaxTree("file", start, [], statements)

    def _statement(self) -> SyntaxTree:
        rule = self.token
        match str(rule):
            case "sort":
                self.take()
                return SyntaxTree("sorts", rule, self.words(), [])
            case "rigid":
                self.take()
                self.need("sort")
                return SyntaxTree("rigid_sorts", rule, self.words(), [])
            case "name":
                self.take()
                names = self.several(lambda: self.match(_NAMED, "a word or a range"), ",")
                return SyntaxTree("names", rule, [*names, self._sort()], [])
            case "variable":
                self.take()
                return SyntaxTree("variables", rule, [*self.words(), self._sort()], [])
            case "function" | "sensor":
                self.take()
                symbols = self.several(self._symbol, ",")
                return SyntaxTree(f"{rule}s", rule, [self._sort()], symbols)
            case "predicate":
                self.take()
                return SyntaxTree("predicates", rule, [], self.several(self._symbol, ","))
            case "know" | "real":
                self.take()
                return SyntaxTree(rule, rule, [], [self.formula()])
            case "do":
                self.take()
                return SyntaxTree("do", rule, [], [self.term()])
            case "always":
                return self._always()
            case "believe":
                self.take()
                levels = self.levels(",") if self.next_is("<", "⟨") else []
                return SyntaxTree("believe", rule, levels, self._implied_belief())
            case "ask":
                return self._ask()
        self.note(_STATEMENT)
        self.fail()
        raise AssertionError

    def _sort(self) -> Token:
        self.need(":")
        return self.word()

    def _symbol(self) -> SyntaxTree:
        word = self.word()
        arguments = []
        if self.skip("("):
            arguments = self.words()
            self.need(")")
        return SyntaxTree("symbol", word, [word, *arguments], [])

    def _always(self) -> SyntaxTree:
        start, action = self.take(), self.action()
        left = self.term()
        if self.skip("="):
            left = SyntaxTree("equal", left, [], [left, self.term()])
        else:
            left = SyntaxTree("atom", left, [], [left])
        self.need("<->", "↔")
        return SyntaxTree("always", start, action, [left, self.formula()])

    def _ask(self) -> SyntaxTree:
        start = self.take()
        real = self.skip("real")
        formula = self.formula()
        words = []
        if not real and self.skip("at"):
            words.append(self.level())
        if self.skip("is"):
            words.append(self.need("yes") if self.next_is("yes") else self.need("no"))
        return SyntaxTree("ask_real" if real else "ask", start, words, [formula])

    def _implied_belief(self) -> list[SyntaxTree]:
        condition = self.formula()
        self.need("=>", "⇒")
        return [condition, self.formula()]

    # ---- formulas

    def level(self) -> Token:
        return self.match(_LEVEL, "a level")

    def conditional(self) -> list[SyntaxTree]:
        self.need("(")
        both = self._implied_belief()
        self.need(")")
        return both

    def operator(self) -> str:
        """Without a level, K, M and B are words like others."""
        levelled = self.token not in ("K", "M", "B") or self.second in ("<", "⟨")
        return super().operator() if levelled else ""

    def plain(self) -> SyntaxTree:
        start = self.token
        if start in ("true", "false"):
            return SyntaxTree("truth" if start == "true" else "falsity", self.take(), [], [])
        if not _WORD.fullmatch(start):
            self.note("a formula")
            self.fail()
        left = self.term()
        if self.skip("="):
            return SyntaxTree("equal", left, [], [left, self.term()])
        if self.skip("!=", "≠"):
            return SyntaxTree("unequal", left, [], [left, self.term()])
        return SyntaxTree("atom", left, [], [left])
