"""Applies learned rules about ``safe`` and ``mine`` by operations on sets.

The learner tries a rule on one tile after another. Here the order is reversed: clues are joined
first, each with those whose cells overlap its own, which yields the tiles of which the rule is
true. Sets of cells are bits of an integer. The conclusions are the same (Peña Castillo & Wrobel
2003, "Learning Minesweeper with multirelational learning", Table 1, has the predicates).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import partial

from mio import Clause, Mode, Struct, Variable, arguments, signature, written
from sapper.errors import InputError
from sapper.lazy import cached_property
from sapper_agents.mio.view import TARGETS, Mines, RuleView, difference, members, modes

#: The predicates about the whole board.
WHOLE = {"totalMinesLeft", "allMinesInFringe", "allCoveredHasXMines", "disjointSetsHaveXMines"}

ZERO = "zero"  #: the number 0 as a predicate, in tasks for learners without constants

Join = Callable[[RuleView, "_Matching", int], None]
#: A step of a join, which calls the rest of the join for each way to satisfy a literal.
Step = Callable[[Join, RuleView, "_Matching", int], None]


@dataclass(frozen=True)
class Firing:
    """A rule that is true of a tile.

    ``values`` has the values of its variables, ``clues`` the clues that it rests on, and ``known``
    the mines known before, as bits.
    """

    rule: Rule
    tile: int
    values: tuple[tuple[str, int | Mines], ...]
    clues: tuple[int, ...]
    known: int


@dataclass
class _Matching:
    """A search for the tiles of a rule: the values and clues so far, and the tiles still wanted."""

    values: dict[str, int | Mines]
    clues: list[int]
    wanted: int
    firings: dict[int, Firing]


@dataclass(frozen=True)
class Literal:
    """A literal of a rule with its mode."""

    struct: Struct
    mode: Mode

    @property
    def name(self) -> str:
        """The predicate."""
        return self.struct.name

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the variables by place, empty for numbers."""
        return tuple(arg.name if isinstance(arg, Variable) else "" for arg in self.struct.args)

    @property
    def number(self) -> int | None:
        """The last argument if it is a number."""
        last = self.struct.args[-1]
        return last if isinstance(last, int) else None

    def __str__(self) -> str:
        return written(self.struct)


class Rule:
    """A clause about ``safe(Tile, Board)`` or ``mine(Tile, Board)``, ready to be evaluated.

    ``target`` is the predicate, ``literals`` are the body, and ``clue_names`` the variables for
    clues. Raises
    ``InputError`` for a clause about another predicate, a literal outside the modes, or an unbound
    input.
    """

    def __init__(self, name: str, clause: Clause) -> None:
        self.name, self.clause = name, clause
        head = clause.head
        if not (
            isinstance(head, Struct)
            and head.name in TARGETS
            and len(head.args) == 2
            and len(set(head.args)) == 2
            and all(isinstance(arg, Variable) for arg in head.args)
        ):
            raise InputError(f"the rule {clause} is not about safe(Tile,Board) or mine(Tile,Board)")
        self.target = head.name
        self.tile, self.board = (arg.name for arg in head.args if isinstance(arg, Variable))
        self.literals = checked(clause)
        heads = {"tu": self.tile, "board": self.board}
        for literal in self.literals:
            for name, place in zip(literal.names, literal.mode.places, strict=True):
                if heads.get(place.type, name) != name:
                    raise InputError(f"{literal}: {name} is not the head's {place.type}")
        clues = [literal.names[0] for literal in self.literals if literal.name == "setHasXMines"]
        self.clues = len(clues)
        self.clue_names = frozenset(clues)
        self.whole = any(literal.name in WHOLE for literal in self.literals)
        self._join = _planned(self)

    @cached_property
    def text(self) -> str:
        """The clause as text."""
        return str(self.clause)

    def __reduce__(self) -> tuple[type[Rule], tuple[str, Clause]]:
        """Pickle the clause; another process makes its own plan."""
        return Rule, (self.name, self.clause)

    def firings(self, view: RuleView, wanted: int | None = None) -> dict[int, Firing]:
        """Return the covered cells of which the rule is true, each with one instance of it. With
        ``wanted``, only cells among these bits are considered."""
        tiles = view.covered if wanted is None else view.covered & wanted
        state = _Matching({}, [], tiles, {})
        self._join(view, state, tiles)
        return state.firings


def ruled(clauses: Sequence[Clause]) -> tuple[Rule, ...]:
    """Return the rules of a theory, simplest first.

    Rules about the whole board come last; the others are ordered by the number of clues, then by
    the number of literals, and named in this order: ``S-1``, …, ``M-1``, ….
    """
    found: list[Rule] = []
    for target in TARGETS:
        rules = [Rule("", clause) for clause in clauses if target_of(clause) == target]
        rules.sort(key=lambda rule: (rule.whole, rule.clues, rule.clause.size))
        found += [
            Rule(f"{target[0].upper()}-{number}", rule.clause)
            for number, rule in enumerate(rules, 1)
        ]
    if len(found) < len(clauses):
        for clause in clauses:
            Rule("", clause)  # raises the error that names the fault
    return tuple(found)


def with_numbers(clause: Clause) -> Clause:
    """Return a clause with the number 0 in place of each variable that ``zero`` is about."""
    tests = {goal for goal in clause.body if signature(goal) == (ZERO, 1)}
    zeros = {arg for goal in tests for arg in arguments(goal) if isinstance(arg, Variable)}
    body = (
        Struct(goal.name, [0 if arg in zeros else arg for arg in goal.args])
        if isinstance(goal, Struct)
        else goal
        for goal in clause.body
        if goal not in tests
    )
    return Clause(clause.head, tuple(body)) if zeros else clause


def target_of(clause: Clause) -> str:
    """Return the predicate of the head of a clause."""
    found = signature(clause.head)
    return found[0] if found else ""


def checked(clause: Clause) -> tuple[Literal, ...]:
    """Return the body of a rule. Raises ``InputError`` for a literal that no mode allows."""
    allowed, body = modes(), []
    for literal in clause.body:
        mode = (
            allowed.get((literal.name, len(literal.args))) if isinstance(literal, Struct) else None
        )
        if not isinstance(literal, Struct) or mode is None:
            raise InputError(f"unknown predicate in a rule: {written(literal)}")
        for arg, place in zip(literal.args, mode.places, strict=True):
            number = isinstance(arg, int) and place.sign == "-#"
            if not number and not isinstance(arg, Variable):
                raise InputError(f"{written(literal)}: {written(arg)} cannot stand for {place}")
        body.append(Literal(literal, mode))
    return tuple(body)


def all_firings(rules: Sequence[Rule], view: RuleView) -> Iterator[Firing]:
    """Yield the conclusions of rules: each cell once, by the first rule true of it."""
    wanted = view.covered
    for rule in rules:
        firings = rule.firings(view, wanted)
        for tile in firings:
            wanted &= ~(1 << tile)
        yield from firings.values()


# ---- plans: literals in an order in which each finds its inputs; every step calls the next one


def _planned(rule: Rule) -> Join:
    """Return the steps of a rule. Raises ``InputError`` if nothing binds an input of a literal."""
    bases = _bases(rule)
    links = {
        frozenset((bases[literal.names[0]], bases[literal.names[1]]))
        for literal in rule.literals
        if literal.name == "diffSetHasXMines"
    }
    holding = {bases[literal.names[1]] for literal in rule.literals if literal.name == "inSet"}
    order = _ordered(rule, links, holding)
    wide = {literal.names[2] for literal in rule.literals if literal.name == "wideZone"}
    if any(x.name == "zoneOfInterest" and x.names[2] in wide for x in rule.literals):
        raise InputError(f"the rule {rule.clause} has one name for two zones")
    bound: set[str] = set()
    steps: list[Step] = []
    for literal in order:
        names = literal.names
        if literal.name == "setHasXMines":
            linked = [other for other in bound if frozenset((names[3], other)) in links]
            own = names[3] in holding
            steps.append(_clue_step(literal, bound, linked, own, wide=names[2] in wide))
        else:
            steps.append(_step(literal, bound))
        bound.update(names)
    join: Join = partial(_collect, rule)
    for step in reversed(steps):
        join = partial(step, join)
    return join


def _ordered(rule: Rule, links: Set[frozenset[str]], holding: Set[str]) -> list[Literal]:
    """Return the literals in an order in which the inputs of each are bound.

    Tests and derived sets come as early as possible, before the next clue. Clues that share cells
    with earlier ones come first, in particular the tile's own.

    - ``links``: the pairs of clues' sets that share cells.
    - ``holding``: the clues' sets that contain the tile.
    """
    bound = {rule.tile, rule.board}
    waiting, order = list(rule.literals), []

    def rank(literal: Literal) -> tuple[int, ...]:
        if literal.name != "setHasXMines":
            return (0,)
        own = literal.names[3]
        linked = any(own in pair and bound.intersection(pair - {own}) for pair in links)
        return (1, not linked, own not in holding)

    while waiting:
        ready = [x for x in waiting if all(x.names[i] in bound for i in x.mode.inputs)]
        if not ready:
            words = ", ".join(map(str, waiting))
            raise InputError(f"the rule {rule.clause} binds no input of {words}")
        chosen = min(ready, key=rank)
        waiting.remove(chosen)
        order.append(chosen)
        bound.update(chosen.names)
    return order


def _bases(rule: Rule) -> dict[str, str]:
    """Return, for each set, the clue's set that contains it, or itself if unknown."""
    bases = {name: name for literal in rule.literals for name in literal.names}
    own = {literal.names[3] for literal in rule.literals if literal.name == "setHasXMines"}
    for _ in rule.literals:
        for literal in rule.literals:
            if literal.name == "diffSetHasXMines":
                one, _other, rest = literal.names
                if rest not in own:
                    bases[rest] = bases[one]
    return bases


def _clue_step(
    literal: Literal, before: set[str], linked: list[str], own: bool, *, wide: bool
) -> Step:
    """Return a step that iterates over the clues whose cells overlap all ``linked`` sets.

    If the clue is the tile's ``own``, its cells must be among the wanted ones. Its cells and mines
    are bound, or compared if already bound.
    """
    clue_name, _, _, name = literal.names
    known_clue, known_set = clue_name in before, name in before

    def step(then: Join, view: RuleView, state: _Matching, tiles: int) -> None:
        values, clues = state.values, state.clues
        near = [values[other].cells for other in linked]  # type: ignore[union-attr]
        old = values.get(name)
        for index, says, reach in view.clues:
            left = tiles & state.wanted & (view.wide[index] if wide else reach)
            if own:
                left &= says.cells
            if not left or (known_clue and values[clue_name] != index):
                continue
            if known_set and old != says:
                continue
            if all(says.cells & cells for cells in near):
                if not known_clue:
                    values[clue_name] = index
                values[name] = says
                clues.append(index)
                then(view, state, left)
                clues.pop()
        if not known_clue:
            values.pop(clue_name, None)
        if not known_set:
            values.pop(name, None)

    return step


def _step(literal: Literal, before: set[str]) -> Step:
    """Return the step of a literal with at most one answer, which it binds or compares."""
    names, fixed = literal.names, literal.number
    if literal.name == "inSet":
        return partial(_inside, names[1])
    if literal.name in ("zoneOfInterest", "wideZone"):
        return _zoned
    if literal.name == "disjointSetsHaveXMines":
        return partial(_united, names[1], names[1] in before)
    answer = _answer(literal)
    name = names[-1]
    known = name in before or literal.name == "lengthSet"

    def step(then: Join, view: RuleView, state: _Matching, tiles: int) -> None:
        value = answer(view, state.values)
        if value is None:
            return
        if known or fixed is not None:
            if value == (state.values[name] if fixed is None else fixed):
                then(view, state, tiles)
            return
        state.values[name] = value
        then(view, state, tiles)
        del state.values[name]

    return step


def _inside(name: str, then: Join, view: RuleView, state: _Matching, tiles: int) -> None:
    left = tiles & state.values[name].cells  # type: ignore[union-attr]
    if left:
        then(view, state, left)


def _zoned(then: Join, view: RuleView, state: _Matching, tiles: int) -> None:
    then(view, state, tiles & view.beside)


def _united(
    name: str, known: bool, then: Join, view: RuleView, state: _Matching, tiles: int
) -> None:
    """Iterate over the unions of disjoint sets of clues."""
    old = state.values.get(name)
    for union, clues in view.unions.items():
        if not tiles & state.wanted:
            return
        if not known or union == old:
            state.values[name] = union
            state.clues += clues
            then(view, state, tiles)
            del state.clues[-len(clues) :]
    if not known:
        state.values.pop(name, None)


def _answer(literal: Literal) -> Callable[[RuleView, dict[str, int | Mines]], int | Mines | None]:
    """Return a function that finds the last argument of a literal from the others."""
    first, second = literal.names[:2]
    match literal.name:
        case "minesInSet":
            return lambda view, values: values[first].mines  # type: ignore[union-attr]
        case "lengthSet":
            return lambda view, values: values[first].cells.bit_count()  # type: ignore[union-attr]
        case "totalMinesLeft":
            return lambda view, values: view.mines_left
        case "allCoveredHasXMines":
            return lambda view, values: view.all_covered
        case "allMinesInFringe":
            return lambda view, values: view.fringe
    return lambda view, values: difference(values[first], values[second])


def _collect(rule: Rule, view: RuleView, state: _Matching, tiles: int) -> None:
    """Collect the remaining tiles: the rule is true of them."""
    for tile in members(tiles & state.wanted):
        values = tuple(state.values.items())
        clues = tuple(dict.fromkeys(state.clues))
        state.firings[tile] = Firing(rule, tile, values, clues, view.known)
    state.wanted &= ~tiles
