"""Bias files in Popper's format (Cropper & Morel 2021, "Learning programs by learning from
failures").

A bias is a logic program: ``head_pred``, ``body_pred``, ``type``, ``direction`` and limits may be
facts or follow from rules. Answer-set constraints address another kind of learner: all but the
restriction of a type to a single variable are ignored, with a notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sapper.errors import BudgetError, InputError, NotationError, plural
from sapper.mio.background.background import Background
from sapper.mio.background.interpreter import Interpreter, QueryLimits
from sapper.mio.folders.types import inferred, refused, typed
from sapper.mio.language.program import Program, Signature
from sapper.mio.language.reader import Statement, Token, read, tokens
from sapper.mio.language.terms import Struct, Term, Variable, conjuncts, written
from sapper.mio.learning.modes import Declarations, Mode, Place
from sapper.mio.learning.thresholds import measured_types

_SINGLE = re.compile(
    r":-\s*(?:clause\s*\(\s*\w+\s*\)\s*,\s*)?#count\s*\{\s*(\w+)\s*:[^}]*?"
    r"var_type\s*\(\s*\w+\s*,\s*\1\s*,\s*([a-z]\w*)\s*\)[^}]*\}\s*(?:!=|>)\s*1\s*"
    r"(?:,\s*clause\s*\(\s*\w+\s*\)\s*)?\.\s*\Z"
)
_LOOKED_AT = 200  #: number of facts that supply example terms
#: Popper's settings that have no equivalent here.
_IGNORED = ("max_clauses", "max_vars", "enable_pi", "allow_singletons")
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
_STOP = re.compile(r"\.(?=\s|\Z)")
_RULES = QueryLimits(steps=20_000)  #: limits of a query to the rules of a bias
_GENERATED = 12  #: maximum number of answers of a predicate called with no argument bound


@dataclass(frozen=True)
class Bias:
    """The contents of a bias file: the target, the body predicates, types and directions by
    predicate, types restricted to one variable, the maximum number of body literals, whether bodies
    may call the target, types whose numbers are compared with constants, and notices."""

    head: Signature
    body: tuple[Signature, ...]
    types: Mapping[Signature, tuple[str, ...]]
    directions: Mapping[Signature, tuple[str, ...]]
    single: frozenset[str] = frozenset()
    length: int | None = None
    recursive: bool = False
    compared: tuple[str, ...] = ()
    notices: tuple[str, ...] = field(default=())


def bias(text: str, where: str = "bias.pl") -> Bias:
    """Parse a bias in Popper's format.

    Raises ``NotationError``, and ``InputError`` if the head or the body predicates are missing or
    do not match the types and directions.
    """
    statements: list[Statement] = []
    single: set[str] = set()
    notices: list[str] = []
    unread: list[str] = []
    for kind, source, line, column in _statements(text, where, unread):
        if kind == "clause":
            statements.extend(read("\n" * (line - 1) + " " * (column - 1) + source, where, unread))
        elif (found := _SINGLE.search(source)) is not None:
            single.add(found.group(2))
        else:
            notices.append(f"{where}, line {line}: {_STATEMENTS[kind]}")
    program = Program.read(statements)
    for name, arity in program.predicates:
        if name in _IGNORED:
            notices.append(f"{where}: {name}/{arity} is ignored")
    notices += [*unread, *program.notices]
    heads = _signatures(program, "head_pred", where, notices)
    body = _signatures(program, "body_pred", where, notices)
    if unread and not (heads and body):
        raise NotationError(unread[0].removesuffix("; the clause is left out"))
    if len(heads) != 1:
        raise InputError(f"{where}: expected one head_pred, found {len(heads)}")
    if not body:
        raise InputError(f"{where}: expected at least one body_pred")
    types = _tuples(program, "type", {heads[0], *body}, where, notices)
    directions = _tuples(program, "direction", {heads[0], *body}, where, notices)
    return Bias(
        heads[0],
        tuple(about for about in body if about != heads[0]),
        types,
        directions,
        frozenset(single),
        _bound(program, "max_body"),
        heads[0] in body or ("enable_recursion", 0) in program.predicates,
        _compared(program, types, where, notices),
        tuple(notices),
    )


def declared(
    found: Bias, background: Background, examples: Sequence[tuple[Term, ...]]
) -> tuple[Declarations, tuple[str, ...]]:
    """Return the declarations of a bias and notices about ignored parts.

    Modes are inferred if directions are missing. Body predicates that the background does not
    define are dropped with a notice. Raises ``InputError`` if none remains.
    """
    known = [about for about in found.body if background.knows(about)]
    notices = [
        f"{name}/{arity} is left out: it is declared, but the background does not define it"
        for name, arity in found.body
        if (name, arity) not in known
    ]
    kinds, seen = typed(background, found.head, known, found.types, examples)
    of_kind = _terms(background, known, kinds, kinds[found.head], examples)
    body: list[Mode] = []
    focused: list[Mode] = []
    cases = found.single | _cases(found.head, known, kinds)
    for about in known:
        own, stated_ways = kinds[about], found.directions.get(about, ())
        inputs = tuple(place for place, word in enumerate(stated_ways) if word == "in")
        terms = [seen.get((about, p)) or of_kind.get(kind, []) for p, kind in enumerate(own)]
        trials = [terms[place] for place in inputs]
        reason = refused(background, about, inputs, trials) if inputs else None
        if reason is not None and len(inputs) < about[1]:
            direction = f"the direction ({', '.join(stated_ways)})"
            notices.append(f"{background.named(about)}: {direction} is replaced: {reason}")
        elif reason is not None:
            notices.append(f"{background.named(about)} is left out: {reason}")
            continue
        if inputs and reason is None:
            body.append(_mode(about[0], stated_ways, own))
            focused.append(body[-1])
        else:
            of_head = kinds[found.head]
            body += inferred(background, about, own, of_head, found.single, terms)
            focused += inferred(background, about, own, of_head, cases, terms)
    if not body and notices:
        raise InputError("; ".join(["no predicate is left for the body", *notices]))
    for mode in body:
        background.allow(mode.about, mode.inputs)
    words = found.directions.get(found.head) or ("in",) * found.head[1]
    head = _mode(found.head[0], words, kinds[found.head])
    generators = [
        Mode(about[0], tuple(Place("-", kind) for kind in kinds[about]))
        for about in known
        if "in" not in found.directions.get(about, ()) and _generates(background, about)
    ]
    stated = Declarations(head, tuple(body), found.recursive, tuple(generators))
    kinds_compared = [*found.compared, *measured_types(background, stated, examples)]
    compared = [mode for kind in dict.fromkeys(kinds_compared) for mode in Mode.thresholds(kind)]
    full, first = (*body, *compared), (*focused, *compared)
    stated = replace(stated, body=full, focused=first if set(first) != set(full) else ())
    return stated, tuple(notices)


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


def _generates(background: Background, about: Signature) -> bool:
    """Return whether a unary predicate has only a few answers when called unbound."""
    if about[1] != 1 or background.ways(about):
        return False
    try:
        return 0 < len(background.listed(about)) <= _GENERATED
    except (InputError, BudgetError):
        return False


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
            seen = background.terms(about, place, _LOOKED_AT)
            terms.setdefault(kind, {}).update(dict.fromkeys(seen))
    return {kind: list(found) for kind, found in terms.items()}


def _statements(text: str, where: str, unread: list[str]) -> Iterator[tuple[str, str, int, int]]:
    """Yield the kind and the text of each statement, and the line and column where it begins.

    What does not consist of tokens is left out up to the next full stop, and reported in
    ``unread``.
    """
    start = 0
    while True:
        statement: list[Token] = []
        try:
            for token in tokens(text, where, start):
                start = token.start + len(token.text)
                if token.kind == "eof" and not statement:
                    return
                statement.append(token)
                if token.kind not in ("end", "eof", "fact"):
                    continue
                first = statement[0]
                end = token.start if token.kind == "eof" else start
                line = text.count("\n", 0, first.start) + 1
                column = first.start - text.rfind("\n", 0, first.start)
                yield _kind(statement), text[first.start : end], line, column
                statement = []
            return
        except NotationError as error:
            unread.append(f"{error}; the clause is left out")
            stop = _STOP.search(text, start)
            if stop is None:
                return
            start = stop.end()


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


def _signatures(program: Program, name: str, where: str, notices: list[str]) -> list[Signature]:
    found = []
    for answer in _answers(program, name, where, notices):
        match answer:
            case (str(predicate), int(arity)) if arity > 0:
                found.append((predicate, arity))
            case (predicate, arity):
                shown = f"{name}({written(predicate)},{written(arity)})"
                notices.append(f"{where}: {shown} is left out: expected a name and an arity")
    return list(dict.fromkeys(found))


def _tuples(
    program: Program, name: str, abouts: set[Signature], where: str, notices: list[str]
) -> dict[Signature, tuple[str, ...]]:
    """Return ``type`` or ``direction`` by predicate, choosing by arity where a name has several."""
    words = {"in", "out"} if name == "direction" else None
    arities: dict[str, set[int]] = {}
    for about in abouts:
        arities.setdefault(about[0], set()).add(about[1])
    found: dict[Signature, tuple[str, ...]] = {}
    for predicate, listed in _answers(program, name, where, notices):
        kinds = tuple(conjuncts(listed))
        if not isinstance(predicate, str) or predicate not in arities:
            continue
        if len(kinds) not in arities[predicate]:
            (wanted, *_) = sorted(arities[predicate])
            places = plural(len(kinds), "place")
            notices.append(
                f"{where}: the {name} of {predicate} has {places}, but the predicate has {wanted}, "
                "so it is left out"
            )
            continue
        wrong = [k for k in kinds if not isinstance(k, str) or (words and k not in words)]
        if wrong:
            shown = written(wrong[0])
            notices.append(f"{where}: unknown {name} {shown} of {predicate}, so it is left out")
            continue
        stated = tuple(map(str, kinds))
        if found.setdefault((predicate, len(kinds)), stated) != stated:
            notices.append(f"{where}: the second {name} of {predicate} is left out")
    return found


def _answers(
    program: Program, name: str, where: str, notices: list[str]
) -> Iterator[tuple[Term, Term]]:
    """Yield all answers of a predicate of two arguments, up to an error, which is reported."""
    if (name, 2) not in program.predicates:
        return
    goal = Struct(name, (Variable("A"), Variable("B")))
    try:
        for answer in Interpreter(program, _RULES).ask(goal):
            yield answer["A"], answer["B"]
    except (InputError, BudgetError, RecursionError) as error:
        notices.append(f"{where}: some answers of {name}/2 are left out: {error}")


def _compared(
    program: Program,
    types: Mapping[Signature, tuple[str, ...]],
    where: str,
    notices: list[str],
) -> tuple[str, ...]:
    """Return the types in facts ``threshold(Type)``."""
    stated = program.predicates.get(("threshold", 1))
    found = []
    for kind in (written(rule.head[0]) for rule in stated.rules) if stated else ():
        if any(kind in known for known in types.values()):
            found.append(kind)
        else:
            notices.append(
                f"{where}: threshold({kind}) is left out: no predicate has an argument of the type"
            )
    return tuple(found)


def _bound(program: Program, name: str) -> int | None:
    for rule in program.predicates[name, 1].rules if (name, 1) in program.predicates else ():
        if isinstance(rule.head[0], int) and rule.head[0] > 0:
            return rule.head[0]
    return None
