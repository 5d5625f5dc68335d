"""Infers the types and the modes that a bias does not declare.

Places whose values overlap in the data are of one type. Two places without a common value can never
share a variable, so separate types lose nothing. They give modes fewer inputs to choose from, and a
type that holds only numbers can be compared with constants.

The values of a computed predicate are those of sample calls. These use terms of the examples and
facts, and then the values that other calls returned, so that predicates which only process such
values, such as the elements of lists, are observed as well.

A set of places can serve as input if the facts give few answers per input on average; of nested
sets, the smallest is used. A computed predicate is called with terms of the right types instead; a
set with which it misses answers that it gives with another is not used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from mio.background.background import Background
from mio.background.builtins import is_number
from mio.background.interpreter import Interpreter, QueryLimits
from mio.background.relation import Places
from mio.chance import Chance
from mio.errors import BudgetError, InputError
from mio.language.program import Signature
from mio.language.terms import Term, written
from mio.language.unify import UnboundError
from mio.learning.modes import Mode, Place

#: A place of a predicate.
At = tuple[Signature, int]

_SAMPLE_ROUNDS = 3
_TERMS_PER_GROUP = 24  #: terms of each group that calls are tried with
_MAX_CALLS = 300  #: calls of a predicate with the same places bound
_CALL_STEPS = 1000  #: steps of a call
_MAX_ANSWERS = 50  #: answers of a call that count
_MAX_OVERRUNS = 5  #: calls with the same places bound that may take too many steps


def observe_values(
    background: Background, abouts: Sequence[Signature], groups: Iterable[Sequence[Term]]
) -> dict[At, dict[Term, None]]:
    """Return the values at each place of computed predicates in the answers to sample calls.

    ``groups`` are terms to call the predicates with; all groups have equal shares. As few places
    as possible are bound. A place remains without values if no call has an answer.
    """
    engine = background.engine.within(QueryLimits(steps=_CALL_STEPS))
    found: dict[At, dict[Term, None]] = {
        (about, place): {} for about in abouts for place in range(about[1])
    }
    chance, pools = Chance(0), [_spread(group) for group in groups]
    for _ in range(_SAMPLE_ROUNDS):
        known = sum(map(len, found.values()))
        new = (_spread(list(values)) for values in found.values())
        terms = list(dict.fromkeys(term for pool in (*pools, *new) for term in pool))
        for about in abouts:
            for count in range(1, about[1] + 1):
                for inputs in combinations(range(about[1]), count):
                    rows: list[tuple[Term, ...]] = [(term,) for term in terms]
                    if count > 1:
                        rows = [
                            tuple(chance.choice(terms) for _ in inputs) for _ in range(_MAX_CALLS)
                        ]
                    for answer in _answers(engine, about, inputs, rows):
                        for place, term in enumerate(answer):
                            found[about, place][term] = None
                if found[about, 0]:
                    break
        if sum(map(len, found.values())) == known:
            break
    return found


def _answers(
    engine: Interpreter, about: Signature, inputs: Places, rows: Sequence[tuple[Term, ...]]
) -> Iterator[tuple[Term, ...]]:
    """Yield the answers to some calls, but to none after several that take too many steps."""
    overruns = 0
    for row in rows:
        try:
            yield from engine.rows(about, list(zip(inputs, row, strict=True)))[:_MAX_ANSWERS]
        except BudgetError:
            overruns += 1
            if overruns == _MAX_OVERRUNS:
                return
        except InputError:
            continue


def _spread(terms: Sequence[Term]) -> Sequence[Term]:
    """Return an evenly spread sample of terms."""
    return terms[:: max(1, len(terms) // _TERMS_PER_GROUP)][:_TERMS_PER_GROUP]


_UNTYPED = "term"  #: the type shared by all places of a task if none can be distinguished
_MIN_COMMON_SHARE = (
    0.2  #: minimum share of common values for two places of numbers to have one type
)

Kinds = dict[Signature, tuple[str, ...]]


def infer_types(
    background: Background,
    target: Signature,
    known: Sequence[Signature],
    stated: Mapping[Signature, tuple[str, ...]],
    examples: Sequence[tuple[Term, ...]],
) -> tuple[Kinds, dict[At, list[Term]]]:
    """Return the types of the target and of the known predicates, declared or inferred, and the
    observed values of computed predicates without declared types.

    If no value is observed at a place, all places without a declared type share one.
    """
    abouts = dict.fromkeys((target, *known))
    untyped = [about for about in abouts if about not in stated]
    values = {
        (about, place): _values(background, about, place, target, examples)
        for about in abouts
        for place in range(about[1])
        if about == target or background.is_table(about)
    }
    computed = [about for about in untyped if (about, 0) not in values]
    seen: dict[At, list[Term]] = {}
    if computed:
        groups = [_union(group, values) for group in _groups(list(values), values)]
        answers = observe_values(background, computed, [sorted(g, key=written) for g in groups])
        seen = {at: list(found) for at, found in answers.items() if found}
        if not all(answers.values()):
            return {about: stated.get(about) or (_UNTYPED,) * about[1] for about in abouts}, seen
        values |= {at: set(found) for at, found in answers.items()}
    names: dict[At, str] = {
        (about, place): kind
        for about, kinds in stated.items()
        if about in abouts
        for place, kind in enumerate(kinds)
    }
    known_names = {at: kind for at, kind in names.items() if at in values}
    for group in _groups([(about, p) for about in untyped for p in range(about[1])], values):
        kind = _type_of(group, values, known_names, seen.keys() >= set(group))
        names.update(dict.fromkeys(group, kind))
    return {about: tuple(names[about, p] for p in range(about[1])) for about in abouts}, seen


def _type_of(
    group: Sequence[At], values: Mapping[At, set[Term]], names: Mapping[At, str], observed: bool
) -> str:
    """Return the type of a group of places: the declared type, among the ``names`` of places, with
    the most values in common, or a new one."""
    own = _union(group, values)
    shared = Counter[str]()
    for at, kind in names.items():
        if _overlap(own, values[at]):
            shared[kind] += len(own & values[at])
    if len(shared) > 1 and observed and not all(map(is_number, own)):
        return _UNTYPED  # the predicate answers for terms of any type, so it is of none
    (name, _), place = group[0]
    return max(shared, key=lambda kind: shared[kind]) if shared else f"{name}_{place + 1}"


def _union(group: Sequence[At], values: Mapping[At, set[Term]]) -> set[Term]:
    return set[Term]().union(*(values[at] for at in group))


def _groups(places: Sequence[At], values: Mapping[At, set[Term]]) -> list[list[At]]:
    """Group the places by overlapping values."""
    groups: list[list[At]] = []
    for at in places:
        joined = [
            group for group in groups if any(_overlap(values[at], values[one]) for one in group)
        ]
        groups = [group for group in groups if group not in joined]
        groups.append([one for group in joined for one in group] + [at])
    return groups


def _overlap(one: set[Term], other: set[Term]) -> bool:
    """Return whether two places have values in common; for numbers, which may coincide, a share of
    them."""
    common = one & other
    if not common:
        return False
    if all(map(is_number, common)):
        return len(common) >= _MIN_COMMON_SHARE * min(len(one), len(other))
    return True


def _values(
    background: Background,
    about: Signature,
    place: int,
    target: Signature,
    examples: Sequence[tuple[Term, ...]],
) -> set[Term]:
    if about == target:
        return {row[place] for row in examples}
    return set(background.terms(about, place))


_MAX_FAN = 12.0  #: maximum mean number of answers to one input
_MAX_HEAD_FAN = 60.0  #: the same for inputs of a type in the head, where clauses begin
_MAX_TRIALS = 12  #: trial inputs of a computed predicate
_TRIAL_STEPS = 20_000  #: steps of a trial that decides whether a mode suits
_REFUSAL_STEPS = 1000  #: steps of a trial that only decides whether a predicate fails


def infer_modes(
    background: Background,
    about: Signature,
    types: Sequence[str],
    head: Sequence[str],
    single: frozenset[str],
    terms: Sequence[Sequence[Term]],
) -> list[Mode]:
    """Return the modes of a predicate with undeclared directions.

    ``head`` are the types of the target's places. ``single`` are the types with only one variable:
    their places are always inputs. ``terms`` are example terms for each place.
    """
    places = range(about[1])
    always = tuple(p for p in places if types[p] in single)
    found: list[Places] = []
    silent: list[Places] = []  #: ways that have no answer in any trial
    rows: list[tuple[Term, ...]] = []  #: answers of the other ways

    def suits(inputs: Places) -> bool:
        if background.is_table(about):
            most = _MAX_HEAD_FAN if any(types[p] in head for p in inputs) else _MAX_FAN
            return len(inputs) == about[1] or background.relation(about).fan(inputs) <= most
        if background.ways(about):
            return inputs in background.ways(about)
        answers = _moderate_answers(background, about, inputs, [terms[p] for p in inputs])
        if answers == []:
            silent.append(inputs)
        rows.extend(answers or ())
        return bool(answers)

    for count in range(max(1, len(always)), about[1] + 1):
        for inputs in combinations(places, count):
            if not set(always) <= set(inputs) or any(set(way) <= set(inputs) for way in found):
                continue
            if suits(inputs):
                found.append(inputs)
    kept = [way for way in silent if not _fails(background, about, way, rows)]
    found = [way for way in found if not any(set(one) < set(way) for one in kept)]
    found = sorted([*found, *kept], key=lambda way: (len(way), way))
    return [
        Mode(about[0], tuple(Place("+" if p in way else "-", types[p]) for p in places))
        for way in found
    ]


_MAX_GENERATED = 12  #: maximum number of answers of a predicate called with no argument bound


def generates(background: Background, about: Signature) -> bool:
    """Return whether a unary predicate has only a few answers when called unbound."""
    if about[1] != 1 or background.ways(about):
        return False
    try:
        return 0 < len(background.list_answers(about)) <= _MAX_GENERATED
    except (InputError, BudgetError):
        return False


def refusal(
    background: Background, about: Signature, inputs: Places, terms: Sequence[Sequence[Term]]
) -> str | None:
    """Return the reason why a computed predicate fails on every trial input, or None if one
    succeeds."""
    if background.is_table(about) or background.ways(about):
        return None
    engine = background.engine.within(QueryLimits(steps=_REFUSAL_STEPS))
    reason = None
    for trial in _sample([list(column) for column in terms]):
        try:
            engine.rows(about, list(zip(inputs, trial, strict=True)))
        except BudgetError:
            return None
        except InputError as error:
            reason = str(error).removeprefix(f"{about[0]}/{about[1]}: ")
        else:
            return None
    return reason


def _moderate_answers(
    background: Background, about: Signature, inputs: Places, terms: Sequence[Sequence[Term]]
) -> list[tuple[Term, ...]] | None:
    """Return the answers of a predicate to some trials, or None if they are too many.

    Inputs of the wrong kind, such as names where it computes with numbers, have no answer; at least
    one trial has to succeed.
    """
    engine = background.engine.within(QueryLimits(steps=_TRIAL_STEPS))
    trials = _sample([list(column) for column in terms])
    answers, answered = list[tuple[Term, ...]](), 0
    for trial in trials:
        try:
            answers += engine.rows(about, list(zip(inputs, trial, strict=True)))
            answered += 1
        except (UnboundError, BudgetError):
            return None
        except InputError:
            continue
    return answers if answered > 0 and len(answers) <= _MAX_FAN * answered else None


def _fails(
    background: Background, about: Signature, inputs: Places, rows: Sequence[tuple[Term, ...]]
) -> bool:
    """Return whether a predicate fails, with these places bound, to find one of its answers.

    It may test whether a place is bound, as ``nonvar`` and inequality do.
    """
    engine = background.engine.within(QueryLimits(steps=_TRIAL_STEPS))
    for row in rows[:: max(1, len(rows) // _MAX_TRIALS)]:
        try:
            if row not in engine.rows(about, [(place, row[place]) for place in inputs]):
                return True
        except (InputError, BudgetError):
            return True
    return False


def _sample(columns: list[list[Term]]) -> list[tuple[Term, ...]]:
    """Return an evenly spread sample of the combinations."""
    rows = list(product(*(column[:_MAX_TRIALS] for column in columns)))
    return rows[:: max(1, len(rows) // _MAX_TRIALS)]
