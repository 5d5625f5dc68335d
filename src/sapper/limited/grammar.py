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

from sapper.limited.syntax import Parser, SyntaxTree, Token, implication

_TOKEN = re.compile(
    r"(?P<skip>\s+|#[^\n]*)|[^\W\d]*[0-9]+\.\.[^\W\d]*[0-9]+|\w[\w']*|<->|->|=>|!=|(?s:.)"
)
_WORD = re.compile(r"\w[\w']*")
_NAMED = re.compile(r"\w[\w']*|[^\W\d]*[0-9]+\.\.[^\W\d]*[0-9]+")
_LEVEL = re.compile(r"[0-9]+|inf|∞")
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


class _Parser(Parser):
    """One method for each rule."""

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
                return SyntaxTree("sorts", rule, self._words(), [])
            case "rigid":
                self.take()
                self.need("sort")
                return SyntaxTree("rigid_sorts", rule, self._words(), [])
            case "name":
                self.take()
                names = self.several(lambda: self.match(_NAMED, "a word or a range"), ",")
                return SyntaxTree("names", rule, [*names, self._sort()], [])
            case "variable":
                self.take()
                return SyntaxTree("variables", rule, [*self._words(), self._sort()], [])
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
                return SyntaxTree("do", rule, [], [self._expression()])
            case "always":
                return self._always()
            case "believe":
                self.take()
                levels = [self._levels()] if self.next_is("<", "⟨") else []
                return SyntaxTree("believe", rule, [], [*levels, *self._conditional()])
            case "ask":
                return self._ask()
        self.note(_STATEMENT)
        self.fail()
        raise AssertionError

    def _word(self) -> Token:
        return self.match(_WORD, "a word")

    def _words(self) -> list[Token]:
        return self.several(self._word, ",")

    def _sort(self) -> Token:
        self.need(":")
        return self._word()

    def _symbol(self) -> SyntaxTree:
        word = self._word()
        arguments = []
        if self.skip("("):
            arguments = self._words()
            self.need(")")
        return SyntaxTree("symbol", word, [word, *arguments], [])

    def _always(self) -> SyntaxTree:
        start = self.take()
        action = []
        if self.skip("["):
            action = [self._word()]
            self.need("]")
        left = self._expression()
        if self.skip("="):
            left = SyntaxTree("equal", left, [], [left, self._expression()])
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
            words.append(self._level())
        if self.skip("is"):
            words.append(self.need("yes") if self.next_is("yes") else self.need("no"))
        return SyntaxTree("ask_real" if real else "ask", start, words, [formula])

    def _level(self) -> Token:
        return self.match(_LEVEL, "a level")

    def _levels(self) -> SyntaxTree:
        start = self.need("<", "⟨")
        first = self._level()
        self.need(",")
        second = self._level()
        self.need(">", "⟩")
        return SyntaxTree("levels", start, [first, second], [])

    def _conditional(self) -> list[SyntaxTree]:
        condition = self.formula()
        self.need("=>", "⇒")
        return [condition, self.formula()]

    # ---- formulas

    def formula(self) -> SyntaxTree:
        left = self._implied()
        if self.skip("<->", "↔"):
            return SyntaxTree("iff", left, [], [left, self._implied()])
        return left

    def _implied(self) -> SyntaxTree:
        parts = self.several(self._either, "->", "→")
        with self.nested("formulas", len(parts) - 1, parts[0]):
            return implication(parts)

    def _either(self) -> SyntaxTree:
        parts = self.several(self._both, "or", "∨")
        return parts[0] if len(parts) == 1 else SyntaxTree("disjunction", parts[0], [], parts)

    def _both(self) -> SyntaxTree:
        parts = self.several(self._unary, "and", "∧")
        return parts[0] if len(parts) == 1 else SyntaxTree("conjunction", parts[0], [], parts)

    def _unary(self) -> SyntaxTree:
        with self.nested("formulas"):
            return self._primary()

    def _primary(self) -> SyntaxTree:
        start = self.token
        match str(start):
            case "not" | "¬":
                self.take()
                return SyntaxTree("negation", start, [], [self._unary()])
            case "exists" | "∃" | "forall" | "∀":
                self.take()
                rule = "exists" if start in ("exists", "∃") else "forall"
                return SyntaxTree(rule, start, self._words(), [self._unary()])
            case "K" | "M" if self.second in ("<", "⟨"):
                self.take()
                self.take()
                level = self._level()
                self.need(">", "⟩")
                rule = "known" if start == "K" else "possible"
                return SyntaxTree(rule, start, [level], [self._unary()])
            case "B" if self.second in ("<", "⟨"):
                self.take()
                levels = self._levels()
                self.need("(")
                both = self._conditional()
                self.need(")")
                return SyntaxTree("believed", start, [], [levels, *both])
            case "G":
                self.take()
                return SyntaxTree("guarantee", start, [], [self._unary()])
            case "[":
                self.take()
                action = self._expression()
                self.need("]")
                return SyntaxTree("after", start, [], [action, self._unary()])
            case "(":
                self.take()
                inner = self.formula()
                self.need(")")
                return inner
            case "true" | "false":
                self.take()
                return SyntaxTree("truth" if start == "true" else "falsity", start, [], [])
        if not _WORD.fullmatch(start):
            self.note("a formula")
            self.fail()
        left = self._expression()
        if self.skip("="):
            return SyntaxTree("equal", left, [], [left, self._expression()])
        if self.skip("!=", "≠"):
            return SyntaxTree("unequal", left, [], [left, self._expression()])
        return SyntaxTree("atom", left, [], [left])

    def _expression(self) -> SyntaxTree:
        word = self._word()
        arguments = []
        if self.skip("("):
            with self.nested("terms"):
                arguments = self.several(self._expression, ",")
            self.need(")")
        return SyntaxTree("expression", word, [word], arguments)
