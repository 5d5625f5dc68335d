"""Most specific clauses, macros and searches keep their promises."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mio import (
    Acceptance,
    Background,
    Declarations,
    Depth,
    Example,
    Examples,
    LearningSettings,
    MacroBounds,
    learn,
    parse_declarations,
)
from mio.learning import (
    Bottom,
    Coverage,
    Saturation,
    SearchStep,
    SearchTask,
    Space,
    bits,
    fewest_more,
    greedy,
    ida,
    literals,
    macros,
)
from prolog_worlds import GRAPH, tasks

Given = tuple[Background, tuple[Example, ...], tuple[Example, ...]]
#: ``next`` has an output: bodies have to bind it.
CHAIN: Declarations = parse_declarations("target(+n,-n)", "edge(+n,-n)", "red(+n)", "big(+n)")
SMALL = Depth(levels=2, literals=9)


def space(
    given_: Given,
    declared: Declarations = GRAPH,
    depth: Depth = SMALL,
    noise: float = 0.0,
) -> Space:
    background, positives, negatives = given_
    cover = Coverage(background, positives, negatives)
    bottom = Saturation(background, declared, cover.example(0), depth).run()
    how = LearningSettings(nodes=10**9, length=9, acceptance=Acceptance(noise))
    return Space(bottom, SearchTask(cover, cover.sets, how))


def exhaustive(found: Space) -> float:
    """The best evaluation of all consistent clauses, each made on its own."""
    best = float("-inf")
    count = len(found.bottom.goals)
    for size in range(count + 1):
        for chosen in combinations(range(count), size):
            if bindable(found.bottom, chosen):
                node = found.refine(found.root, sum(1 << i for i in chosen))
                assert node is not None
                if found.consistent(node):
                    best = max(best, found.value(node))
    return best


@given(tasks())
def test_the_most_specific_clause_covers_its_example(given_: Given) -> None:
    found = space(given_, depth=Depth(levels=3))
    assert found.task.coverage.body(found.bottom.goals) & 1
    assert found.task.coverage.head(found.bottom.head) & 1


def test_macros_that_differ_only_in_their_variables_leave_room_for_longer_ones() -> None:
    steps = [f"edge(0,{i}). edge({i},{i + 100})." for i in range(1, 60)]
    background = Background(" ".join([*steps, "red(101). red(102)."]))
    declared = parse_declarations("target(+n)", "edge(+n,-n)", "red(+n)")
    bottom = Saturation(background, declared, [background.symbols.number(0)], Depth()).run()
    found = macros(bottom, MacroBounds(macros=80))
    assert len(found) <= 80
    assert sum(step.size == 3 for step in found) == 2  # edge, edge, red


@given(tasks(), st.sampled_from([GRAPH, CHAIN]), st.sampled_from([0.0, 0.3]))
@settings(max_examples=50)
def test_ida_finds_the_best_clause_there_is(
    given_: Given, declared: Declarations, noise: float
) -> None:
    found = space(given_, declared, noise=noise)
    outcome = ida(found, literals(found.bottom))
    assert outcome.end == "done"
    best = max(map(found.value, outcome.found), default=float("-inf"))
    assert best == exhaustive(found)


@given(tasks(), st.sampled_from([GRAPH, CHAIN]))
@settings(max_examples=50)
def test_the_heuristic_never_asks_for_too_much(given_: Given, declared: Declarations) -> None:
    """Fewest more literals to a clause that may be accepted, by trying all that contain it."""
    found = space(given_, declared=declared)
    count = len(found.bottom.goals)
    nodes = {}
    for size in range(min(count, 6) + 1):
        for chosen in combinations(range(count), size):
            if closed(found.bottom, chosen):
                mask = sum(1 << i for i in chosen)
                nodes[mask] = found.refine(found.root, mask)
    good = [mask for mask, node in nodes.items() if node and found.consistent(node)]
    for mask, node in nodes.items():
        assert node is not None
        more = [other.bit_count() - node.size for other in good if other & mask == mask]
        assert fewest_more(found, node) <= min(more, default=10**9)


def bindable(bottom: Bottom, literals: Sequence[int]) -> bool:
    """Whether the literals can be ordered so that each has its inputs bound."""
    bound, left = bottom.bound, list(literals)
    while left:
        ready = [i for i in left if any(need & ~bound == 0 for need in bottom.needs[i])]
        if not ready:
            return False
        for i in ready:
            bound |= bottom.binds[i]
        left = [i for i in left if i not in ready]
    return bottom.outputs & ~bound == 0


def closed(bottom: Bottom, chosen: tuple[int, ...]) -> bool:
    """Whether each literal finds its inputs bound, whatever becomes of the head's outputs."""
    whole = Bottom(bottom.head, bottom.bound, 0, bottom.goals, bottom.needs, bottom.binds)
    return bindable(whole, chosen)


@given(tasks(), st.sampled_from([GRAPH, CHAIN]))
def test_macros_bind_all_their_inputs(given_: Given, declared: Declarations) -> None:
    found = space(given_, declared=declared, depth=Depth(levels=3, literals=40))
    steps = macros(found.bottom, MacroBounds())
    assert len({step.literals for step in steps}) == len(steps)
    for step in steps:
        assert closed(found.bottom, tuple(bits(step.literals)))


@given(tasks())
def test_every_literal_is_in_some_macro(given_: Given) -> None:
    found = space(given_)
    together = 0
    for step in macros(found.bottom, MacroBounds()):
        together |= step.literals
    assert together == (1 << len(found.bottom.goals)) - 1


@pytest.mark.slow
@given(tasks(), st.integers(1, 20))
def test_found_clauses_lie_within_the_most_specific_one_and_are_consistent(
    given_: Given, width: int
) -> None:
    found = space(given_, depth=Depth(levels=3, literals=60))
    steps = macros(found.bottom, MacroBounds())
    for outcome in (greedy(found, steps, width), ida(found, steps[:6])):
        for node in outcome.found:
            body = found.body(node)
            assert set(body) <= set(found.bottom.goals)
            assert bindable(found.bottom, bits(node.literals))
            assert node.n == 0
            cover = found.task.coverage.body(body) & found.task.coverage.head(found.bottom.head)
            assert (cover & found.task.examples.positives).bit_count() == node.p > 0
            assert not cover & found.task.examples.negatives


@given(tasks())
def test_greedy_is_never_better_than_ida(given_: Given) -> None:
    found = space(given_)
    best = max(map(found.value, ida(found, literals(found.bottom)).found), default=float("-inf"))
    wide = greedy(found, macros(found.bottom, MacroBounds()), 50).found
    assert max(map(found.value, wide), default=float("-inf")) <= best


@given(tasks(), st.integers(1, 40))
def test_a_search_stops_at_its_limit(given_: Given, nodes: int) -> None:
    found = space(given_)
    limited = replace(found.task, settings=replace(found.task.settings, nodes=nodes))
    outcome = ida(Space(found.bottom, limited), literals(found.bottom))
    assert outcome.explored <= nodes
    assert outcome.end in ("done", "nodes")


def test_a_search_ends_when_nothing_can_be_better() -> None:
    """One literal separates all examples; the others, alone or in pairs, are never worth a try."""
    marks = "".join(f"mark{i}(+n) " for i in range(12)).split()
    facts = "".join(f"mark{i}({n}). " for i in range(12) for n in range(20) if n % (i + 2))
    background = Background(facts + "".join(f"red({n}). " for n in range(10)))
    declared = parse_declarations("t(+n)", "red(+n)", *marks)
    cover = Coverage(background, [(n,) for n in range(1, 10)], [(n,) for n in range(10, 20)])
    bottom = Saturation(background, declared, cover.example(0), Depth()).run()
    task = SearchTask(cover, cover.sets, LearningSettings(nodes=10**9))
    steps = macros(bottom, MacroBounds())
    for search in (greedy, ida):
        outcome = search(Space(bottom, task), steps)
        assert outcome.end == "done"
        assert outcome.explored <= len(steps) + 1
        assert [goal.about[0] for goal in Space(bottom, task).body(outcome.found[0])] == ["red"]


@given(tasks(), st.integers(2, 20))
def test_what_macros_cover_rules_out_no_clause(given_: Given, width: int) -> None:
    """The same clauses are found if nothing is known of what macros cover."""
    found = space(given_, depth=Depth(levels=3, literals=40))
    steps = macros(found.bottom, MacroBounds())
    blind = Space(found.bottom, found.task)
    refined = blind.refine
    blind.refine = lambda node, literals, fewest=0, within=-1: refined(node, literals, fewest)  # type: ignore[method-assign]
    one, other = greedy(found, steps, width), greedy(blind, steps, width)
    assert one.found == other.found
    assert one.explored == other.explored


def test_look_ahead_finds_a_pair_that_neither_half_announces() -> None:
    """Red or big alone say nothing of the target; a neighbour that is both does."""
    text = "edge(a,p). edge(b,q). edge(b,r). edge(c,q). edge(c,r). red(p). red(q). big(p). big(r)."
    background = Background(text)
    declared = parse_declarations("t(+n)", "edge(+n,-n)", "red(+n)", "big(+n)")
    cover = Coverage(background, (("a",),), (("b",), ("c",)))
    bottom = Saturation(background, declared, cover.example(0), Depth()).run()
    found = Space(bottom, SearchTask(cover, cover.sets, LearningSettings()))
    (node,) = greedy(found, macros(bottom, MacroBounds()), 1).found
    assert [goal.about[0] for goal in found.body(node)] == ["edge", "red", "big"]
    assert isinstance(macros(bottom, MacroBounds())[0], SearchStep)


def test_a_beam_reaches_long_clauses_though_pairs_alone_exceed_its_limit() -> None:
    """A cell with walls on all four sides, among the many other pairs of cells around it."""
    chance, side = random.Random(2), 15
    wall = [chance.random() < 0.7 for _ in range(side * side)]
    facts = [f"{'wall' if one else 'floor'}(s{i})." for i, one in enumerate(wall)]
    for i in range(side * side):
        facts += [f"east(s{i},s{i + 1})."] if (i + 1) % side else []
        facts += [f"south(s{i},s{i + side})."] if i + side < side * side else []
    rows: tuple[list[tuple[str]], list[tuple[str]]] = ([], [])
    for y, x in product(range(1, side - 1), repeat=2):
        i = y * side + x
        around = wall[i - 1] and wall[i + 1] and wall[i - side] and wall[i + side]
        rows[wall[i] or not around].append((f"s{i}",))
    declared = parse_declarations(
        "f(+s)",
        "wall(+s)",
        "floor(+s)",
        *(f"{way}({signs})" for way in ("east", "south") for signs in ("+s,-s", "-s,+s")),
    )
    examples = Examples(tuple(rows[0]), tuple(rows[1]))
    settings = LearningSettings(seeds=1)
    learned = learn(Background("\n".join(facts)), declared, examples, settings)
    assert [clause.size for clause in learned.theory] == [10]
    assert learned.train.accuracy == 1
