"""Bias files in Popper's format (Cropper & Morel 2021, "Learning programs by learning from
failures").

A bias is a logic program: ``head_pred``, ``body_pred``, ``type``, ``direction`` and limits may be
facts or follow from rules. Answer-set constraints address another kind of learner: all but the
restriction of a type to a single variable are ignored, with a notice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mio.background.background import Background
from mio.background.interpreter import Interpreter, QueryLimits
from mio.background.library import called
from mio.errors import BudgetError, InputError, NotationError, meaningless, nearest, plural
from mio.folders.files import blank
from mio.folders.types import generates, infer_modes, infer_types, refusal
from mio.language.program import Program, Signature
from mio.language.reader import Source, Token, few, read, statements
from mio.language.terms import (
    Struct,
    Term,
    Variable,
    conjuncts,
    is_ground,
    shortened,
    written,
)
from mio.learning.modes import Declarations, Mode, Place
from mio.learning.thresholds import measured_types

#: The constraint that a clause has at most one variable of a type, without white space.
_SINGLE = re.compile(r":-(?:clause\(\w+\),)?#count\{(\w+):([^}]*)\}(?:!=|>)1(?:,clause\(\w+\))?\.")
_TYPED = re.compile(r"var_type\(\w+,(\w+),([a-z]\w*)\)")
_MAX_REASONS = 5  #: predicates left out that an error names
_SAMPLED_FACTS = 200  #: number of facts that supply example terms
#: The predicates of a bias that are read.
_READ_PREDICATES = {
    *(("head_pred", 2), ("body_pred", 2), ("type", 2), ("direction", 2), ("constant", 2)),
    *(("max_body", 1), ("enable_recursion", 0), ("threshold", 1)),
}
#: Settings of Popper that have no counterpart.
_SWITCHES = {
    *(("max_vars", 1), ("max_clauses", 1), ("max_rules", 1), ("only_once", 1)),
    *(("enable_pi", 0), ("non_datalog", 0), ("allow_singletons", 0)),
}
#: The beginning of a statement in Aleph's form: a directive, or a fact about modes.
_ALEPH = re.compile(
    r":- (?:mode[hb]?|determination|set|aleph_set) ?\(|(?:mode[hb]|determination) ?\("
)
_PROLOG = re.compile(
    r":- (?:dynamic|discontiguous|table|style_check|use_module|ensure_loaded|set_prolog_flag)\b"
)
#: What is said about statements that are not read, by kind.
_STATEMENTS = {
    "constraint": "the answer-set constraint is ignored",
    "rule": "the answer-set rule is ignored",
    "directive": "the directive is ignored",
    "aleph": "the statement in Aleph's form is ignored: with head_pred, the form is Popper's",
}
_RULE_LIMITS = QueryLimits(steps=20_000)  #: limits of a query to the rules of a bias


@dataclass(frozen=True)
class Bias:
    """The contents of a bias file: the target, the body predicates, types and directions by
    predicate, types restricted to one variable, the maximum number of body literals, whether bodies
    may call the target, types whose numbers are compared with constants, the constants of types,
    and notices."""

    head: Signature
    body: tuple[Signature, ...]
    types: Mapping[Signature, tuple[str, ...]]
    directions: Mapping[Signature, tuple[str, ...]]
    single: frozenset[str] = frozenset()
    length: int | None = None
    recursive: bool = False
    compared: tuple[str, ...] = ()
    constants: Mapping[str, frozenset[Term]] = field(default_factory=dict)
    notices: tuple[str, ...] = field(default=())


def parse_bias(text: str, where: str = "bias.pl") -> Bias:
    """Parse a bias in Popper's format.

    Raises ``NotationError``, and ``InputError`` if the head or the body predicates are missing or
    do not match the types and directions.
    """
    clauses, single, notices = _clauses(Source(text, where))
    unread: list[str] = []
    program = Program.read(read(clauses, where, unread))
    facts = _BiasFacts(program, where, notices)
    unknown = facts.unknown()
    notices += [*unknown, *unread, *program.notices]
    heads, body = facts.signatures("head_pred"), facts.signatures("body_pred")
    if unread and not (heads and body):
        raise NotationError(unread[0].removesuffix("; the clause is left out"))
    if len(heads) != 1:
        meant = next((f"; {one}" for one in unknown if "head_pred" in one and not heads), "")
        raise InputError(f"{where}: expected one head_pred, found {len(heads)}{meant}")
    if not body:
        meant = next((f"; {one}" for one in unknown if "body_pred" in one), "")
        raise InputError(f"{where}: expected at least one body_pred{meant}")
    types = facts.words("type", {heads[0], *body})
    bounds = (n for n in facts.arguments("max_body") if isinstance(n, int) and n > 0)
    return Bias(
        heads[0],
        tuple(about for about in body if about != heads[0]),
        types,
        facts.words("direction", {heads[0], *body}),
        frozenset(single),
        next(bounds, None),
        heads[0] in body or ("enable_recursion", 0) in program.predicates,
        facts.thresholds(types),
        facts.constants(body, types),
        tuple(notices),
    )


def _clauses(source: Source) -> tuple[str, set[str], list[str]]:
    """Return the text with only its clauses, all else blank; the types that constraints restrict to
    one variable; and notices about the other statements."""
    single, notices = set[str](), list[str]()
    pieces, done = list[str](), 0
    for tokens, start, end in statements(source):
        kind = _kind(tokens)
        if kind == "clause":
            continue
        pieces += [source.text[done:start], blank(source.text[start:end])]
        done = end
        only = _single("".join(token.text for token in tokens))
        if only is not None:
            single.add(only)
        else:
            notices.append(f"{source.where}, line {source.line(start)}: {_STATEMENTS[kind]}")
    return "".join([*pieces, source.text[done:]]), single, notices


def _single(statement: str) -> str | None:
    """Return the type of which a constraint allows one variable, if it is of that form."""
    found = _SINGLE.fullmatch(statement)
    if found is None:
        return None
    counted, conditions = found.groups()
    types = (kind for variable, kind in _TYPED.findall(conditions) if variable == counted)
    return next(types, None)


def declare_modes(
    found: Bias, background: Background, examples: Sequence[tuple[Term, ...]]
) -> tuple[Declarations, tuple[str, ...]]:
    """Return the declarations of a bias and notices about ignored parts.

    Modes are inferred if directions are missing. Body predicates that the background does not
    define are dropped with a notice. Raises ``InputError`` if none remains.
    """
    known = [about for about in found.body if background.knows(about)]
    defined = set(known)
    notices = [
        f"{name}/{arity} is left out: it is declared, but the background does not define it"
        for name, arity in found.body
        if (name, arity) not in defined
    ]
    kinds, seen = infer_types(background, found.head, known, found.types, examples)
    of_kind = _terms(background, known, kinds, kinds[found.head], examples)
    cases = found.single | _cases(found.head, known, kinds)
    body: list[Mode] = []
    focused: list[Mode] = []
    for about in known:
        terms = [
            seen.get((about, p)) or of_kind.get(kind, []) for p, kind in enumerate(kinds[about])
        ]
        modes = _choose_modes(
            found, background, about, (kinds[about], kinds[found.head]), cases, terms
        )
        body += modes[0]
        focused += modes[1]
        notices += modes[2]
    if not body and notices:
        more = [f"{len(notices) - _MAX_REASONS} more"] if len(notices) > _MAX_REASONS else []
        raise InputError(
            "; ".join(["no predicate is left for the body", *notices[:_MAX_REASONS], *more])
        )
    body += _with_constants(body, found.constants, background)
    focused += _with_constants(focused, found.constants, background)
    for mode in body:
        background.allow(mode.about, mode.inputs)
    words = found.directions.get(found.head) or ("in",) * found.head[1]
    head = _mode(found.head[0], words, kinds[found.head])
    generators = [
        Mode(about[0], tuple(Place("-", kind) for kind in kinds[about]))
        for about in known
        if "in" not in found.directions.get(about, ()) and generates(background, about)
    ]
    constants = tuple(found.constants.items())
    stated = Declarations(
        head, tuple(body), found.recursive, tuple(generators), constants=constants
    )
    sources = tuple(mode for mode in generators if found.directions.get(mode.about) == ("out",))
    kinds_compared = [*found.compared, *measured_types(background, stated, examples)]
    compared = [mode for kind in dict.fromkeys(kinds_compared) for mode in Mode.thresholds(kind)]
    full, first = (*body, *compared), (*focused, *compared)
    focused_modes = first if set(first) != set(full) else ()
    stated = replace(stated, body=full, focused=focused_modes, sources=sources)
    return stated, tuple(notices)


def _choose_modes(
    found: Bias,
    background: Background,
    about: Signature,
    types: tuple[Sequence[str], Sequence[str]],
    cases: frozenset[str],
    terms: Sequence[Sequence[Term]],
) -> tuple[list[Mode], list[Mode], list[str]]:
    """Return the modes of a body predicate, stated or inferred, its focused modes, and notices.

    ``types`` are its own and those of the head, ``cases`` the types that focused modes take only as
    inputs, and ``terms`` are example terms for each place.
    """
    (own, of_head), words = types, found.directions.get(about, ())
    inputs = tuple(place for place, word in enumerate(words) if word == "in")
    reason = refusal(background, about, inputs, [terms[p] for p in inputs]) if inputs else None
    if inputs and reason is None:
        stated = [_mode(about[0], words, own)]
        return stated, stated, []
    notices = []
    if reason is not None:
        if len(inputs) == about[1]:
            return [], [], [f"{background.label(about)} is left out: {reason}"]
        direction = f"the direction ({', '.join(words)})"
        notices.append(f"{background.label(about)}: {direction} is replaced: {reason}")
    modes = infer_modes(background, about, own, of_head, found.single, terms)
    focused = infer_modes(background, about, own, of_head, cases, terms)
    if not modes:
        reason = (
            background.lacking(about)
            or refusal(background, about, tuple(range(about[1])), terms)
            or "no choice of inputs gives a moderate number of answers"
        )
        notices.append(f"{background.label(about)} is left out: {reason}")
    return modes, focused, notices


def _with_constants(
    modes: Sequence[Mode], constants: Mapping[str, frozenset[Term]], background: Background
) -> list[Mode]:
    """Return the modes with a constant in each place of a type that has some, as an output; facts
    may be asked for constants in place of inputs, too."""
    found = []
    for mode in modes:
        table = background.is_table(mode.about)
        places = tuple(
            Place("#", place.type)
            if place.type in constants and (table or place.sign == "-")
            else place
            for place in mode.places
        )
        if places != mode.places and any(place.sign == "+" for place in places):
            found.append(Mode(mode.name, places))
    return found


def _cases(
    head: Signature, known: Sequence[Signature], kinds: Mapping[Signature, tuple[str, ...]]
) -> frozenset[str]:
    """Return the types that identify the cases of a task, such as boards or molecules.

    The head and at least two body predicates have one argument of such a type, and no predicate
    relates one case to another.
    """
    return frozenset(
        kind
        for kind in kinds[head]
        if kind != "term"
        and kinds[head].count(kind) == 1
        and sum(kind in kinds[about] for about in known) > 1
        and all(kinds[about].count(kind) < 2 for about in known)
    )


def _mode(name: str, words: Sequence[str], types: Sequence[str]) -> Mode:
    pairs = zip(words, types, strict=True)
    return Mode(name, tuple(Place("+" if word == "in" else "-", kind) for word, kind in pairs))


def _terms(
    background: Background,
    known: Sequence[Signature],
    kinds: Mapping[Signature, tuple[str, ...]],
    head: Sequence[str],
    examples: Sequence[tuple[Term, ...]],
) -> dict[str, list[Term]]:
    """Return example terms of each type, from the examples and the facts."""
    terms: dict[str, dict[Term, None]] = {}
    for example in examples:
        for kind, term in zip(head, example, strict=True):
            terms.setdefault(kind, {})[term] = None
    for about in filter(background.is_table, known):
        for place, kind in enumerate(kinds[about]):
            seen = background.terms(about, place, _SAMPLED_FACTS)
            terms.setdefault(kind, {}).update(dict.fromkeys(seen))
    return {kind: list(found) for kind, found in terms.items()}


def _kind(statement: Sequence[Token]) -> str:
    beginning = " ".join(token.text for token in statement[:3])
    if _ALEPH.match(beginning):
        return "aleph"
    if _PROLOG.match(beginning):
        return "directive"
    if statement[0].text == ":-":
        return "constraint"
    words = {token.text for token in statement if token.kind in ("symbol", "atom", "mark")}
    return "rule" if words & {"#", "{", "..", "!=", "not"} else "clause"


@dataclass(frozen=True)
class _BiasFacts:
    """What the program of a bias states; what cannot be used is left out with a notice."""

    program: Program
    where: str
    notices: list[str]

    def signatures(self, name: str) -> list[Signature]:
        """Return ``head_pred`` or ``body_pred``."""
        found = []
        for answer in self._answers(name):
            match answer:
                case (str(predicate), int(arity)) if arity > 0:
                    found.append((predicate, arity))
                case (predicate, arity):
                    shown = f"{name}({shortened(predicate)},{shortened(arity)})"
                    self._note(f"{shown} is left out: expected a name and an arity")
        return list(dict.fromkeys(found))

    def words(self, name: str, abouts: set[Signature]) -> dict[Signature, tuple[str, ...]]:
        """Return ``type`` or ``direction`` by predicate, choosing by arity where a name has
        several."""
        words = {"in", "out"} if name == "direction" else None
        arities: dict[str, set[int]] = {}
        for about in abouts:
            arities.setdefault(about[0], set()).add(about[1])
        found: dict[Signature, tuple[str, ...]] = {}
        for predicate, listed in self._answers(name):
            kinds = tuple(conjuncts(listed))
            if not isinstance(predicate, str) or predicate not in arities:
                continue
            wrong = [k for k in kinds if not isinstance(k, str) or (words and k not in words)]
            stated = tuple(map(str, kinds))
            if len(kinds) not in arities[predicate]:
                places, wanted = plural(len(kinds), "place"), min(arities[predicate])
                self._note(
                    f"the {name} of {predicate} has {places}, but the predicate has {wanted}, "
                    "so it is left out"
                )
            elif wrong:
                shown = shortened(wrong[0])
                self._note(f"unknown {name} {shown} of {predicate}, so it is left out")
            elif found.setdefault((predicate, len(kinds)), stated) != stated:
                self._note(f"the second {name} of {predicate} is left out")
        return found

    def thresholds(self, types: Mapping[Signature, tuple[str, ...]]) -> tuple[str, ...]:
        """Return the types in facts ``threshold(Type)``."""
        stated = list(map(written, self.arguments("threshold")))
        return tuple(kind for kind in stated if self._is_type(kind, types, f"threshold({kind})"))

    def constants(
        self, body: Collection[Signature], types: Mapping[Signature, tuple[str, ...]]
    ) -> dict[str, frozenset[Term]]:
        """Return the constants of each type in facts ``constant(Value,Type)``, except those that a
        body predicate of their name stands for."""
        found: dict[str, set[Term]] = {}
        for value, kind in self._answers("constant"):
            shown = f"constant({shortened(value)},{shortened(kind)})"
            usable = is_ground(value) and (value, 1) not in body
            if self._is_type(kind, types, shown) and isinstance(kind, str) and usable:
                found.setdefault(kind, set()).add(value)
        return {kind: frozenset(values) for kind, values in found.items()}

    def arguments(self, name: str) -> list[Term]:
        """Return the arguments of the facts about a unary predicate."""
        stated = self.program.predicates.get((name, 1))
        return [rule.head[0] for rule in stated.rules] if stated else []

    def unknown(self) -> list[str]:
        """Return sentences about the predicates that are not read, and that no rule of the bias
        calls either."""
        rules = (rule for one in self.program.predicates.values() for rule in one.rules)
        used = {about for rule in rules for about in called(rule.body)}
        unread = [
            about for about in self.program.predicates if about not in _READ_PREDICATES | used
        ]
        if switches := [name for name, arity in unread if (name, arity) in _SWITCHES]:
            self.notices.append(meaningless(switches, "Popper", self.where))
        found = []
        for name, arity in unread:
            if (name, arity) in _SWITCHES:
                continue
            place = self.program.places.get((name, arity), self.where)
            near = nearest(name, {one for one, _ in _READ_PREDICATES})
            meant = f": did you mean {near}?" if near is not None and near != name else ""
            found.append(f"{place}: {name}/{arity} is ignored{meant}")
        return few(found, len(found), "predicate ignored", self.where)

    def _answers(self, name: str) -> Iterator[tuple[Term, Term]]:
        """Yield all answers of a predicate of two arguments, up to an error, which is reported."""
        if (name, 2) not in self.program.predicates:
            return
        goal = Struct(name, (Variable("A"), Variable("B")))
        try:
            for answer in Interpreter(self.program, _RULE_LIMITS).ask(goal):
                yield answer["A"], answer["B"]
        except (InputError, BudgetError, RecursionError) as error:
            self._note(f"some answers of {name}/2 are left out: {error}")

    def _is_type(self, kind: Term, types: Mapping[Signature, tuple[str, ...]], stated: str) -> bool:
        known = any(kind in kinds for kinds in types.values())
        if not known:
            self._note(f"{stated} is left out: no predicate has an argument of the type")
        return known

    def _note(self, sentence: str) -> None:
        self.notices.append(f"{self.where}: {sentence}")
