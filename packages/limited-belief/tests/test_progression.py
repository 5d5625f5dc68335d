"""Progression: after actions that were done, answers are those of regression, or more of what
follows, as carrying the actions out in every world that is possible shows."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from acting import ACTIONS, ROOM, after, results, seen
from formulas import (
    PLAIN,
    Interpretation,
    clauses,
    interpretations,
    propositional,
    true,
)
from limited_belief import BudgetError, InputError, KnowledgeBase, Session
from limited_belief.language import logic
from limited_belief.reasoning import progression

ACTS = [logic.Name(text, "act") for text in ("go", "turn", "look")]
LOOK = ACTS[-1]
ACT = logic.Variable("act", "act")
SEEN = logic.Function("seen", logic.TRUTH, ("act",))
ATOMS = [logic.Equal(logic.Term(function), logic.T) for function in PLAIN]
ORDINARY: SearchStrategy[logic.Formula] = st.sampled_from(
    [*ATOMS, *map(logic.Not, ATOMS), logic.Constant(True), logic.Constant(False)]
)
sequences = st.lists(st.sampled_from(ACTS), max_size=3)  # regression takes twice as long for each
Effects = dict[tuple[logic.Name, logic.Function], logic.Formula]


def effects(of: SearchStrategy[logic.Formula]) -> SearchStrategy[Effects]:
    """What going and turning make of some propositions, by what was true before."""
    keys = st.tuples(st.sampled_from(ACTS[:2]), st.sampled_from(PLAIN))
    return st.dictionaries(keys, of, max_size=5)


def base(known: list[logic.Formula], changes: Effects, shown: logic.Formula) -> KnowledgeBase:
    knowledge = KnowledgeBase()
    for formula in known:
        knowledge.know(formula)
    for function in PLAIN:
        term = logic.Term(function)
        cases: list[logic.Formula] = []
        same: list[logic.Formula] = [logic.Equal(term, logic.T)]
        for action in ACTS[:2]:
            if (action, function) in changes:
                cases.append(logic.And((logic.Equal(ACT, action), changes[action, function])))
                same.append(logic.Not(logic.Equal(ACT, action)))
        stays: logic.Formula = logic.And(tuple(same)) if len(same) > 1 else same[0]
        knowledge.define(
            logic.Axiom(ACT, term, logic.T, logic.Or((*cases, stays)) if cases else stays)
        )
    knowledge.sense(SEEN)
    knowledge.define(logic.Axiom(None, logic.Term(SEEN, (LOOK,)), logic.T, shown))
    return knowledge


def carried_out(
    world: Interpretation, actions: list[logic.Name], changes: Effects, shown: logic.Formula
) -> tuple[Interpretation, list[bool]]:
    """The world after the actions, and what the looks among them show."""
    looks = []
    for action in actions:
        if action == LOOK:
            looks.append(true(shown, world, []))
        now = dict(world)
        for (act, function), formula in changes.items():
            if act == action:
                now[function, ()] = (
                    logic.T if true(formula, world, []) else logic.Name("no", logic.TRUTH)
                )
        world = now
    return world, looks


def check(
    known: list[logic.Formula],
    changes: Effects,
    shown: logic.Formula,
    actions: list[logic.Name],
    asked: logic.Formula,
    real: Interpretation,
) -> None:
    every = interpretations([], PLAIN)
    _, looks = carried_out(real, actions, changes, shown)
    possible = [
        now
        for world in every
        if all(true(formula, world, []) for formula in known)
        for now, found in [carried_out(world, actions, changes, shown)]
        if found == looks
    ]
    regressed, progressed = (base(known, changes, shown) for _ in range(2))
    for function in PLAIN:
        atom = logic.Equal(logic.Term(function), logic.T)
        literal = atom if real[function, ()] == logic.T else logic.Not(atom)
        regressed.real(literal)
        progressed.real(literal)
    for action in actions:
        progressed.do(action)
    follows = all(true(asked, now, []) for now in possible)
    assert progressed.ask(logic.Known(None, asked)).holds == follows
    assert progressed.ask(logic.Possible(None, asked)).holds == any(
        true(asked, now, []) for now in possible
    )
    for level in range(3):
        question: logic.Formula = logic.Known(level, asked)
        believed = progressed.ask(question).holds
        assert believed <= follows
        for action in reversed(actions):
            question = logic.After(action, question)
        assert regressed.ask(question).holds <= believed


@given(
    st.lists(clauses(), max_size=5),
    effects(ORDINARY),
    ORDINARY,
    sequences,
    propositional(),
    st.sampled_from(list(interpretations([], PLAIN))),
)
def test_after_plain_effects(
    known: list[logic.Formula],
    changes: Effects,
    shown: logic.Formula,
    actions: list[logic.Name],
    asked: logic.Formula,
    real: Interpretation,
) -> None:
    check(known, changes, shown, actions, asked, real)


@pytest.mark.slow
@given(
    st.lists(clauses(), max_size=5),
    effects(propositional()),
    propositional(),
    sequences,
    propositional(),
    st.sampled_from(list(interpretations([], PLAIN))),
)
def test_after_effects_that_depend_on_what_was_true(
    known: list[logic.Formula],
    changes: Effects,
    shown: logic.Formula,
    actions: list[logic.Name],
    asked: logic.Formula,
    real: Interpretation,
) -> None:
    check(known, changes, shown, actions, asked, real)


@given(
    st.lists(clauses(), max_size=5),
    effects(ORDINARY),
    st.lists(st.sampled_from(ACTS[:2]), max_size=4),
    clauses(),
    propositional(),
)
def test_what_is_said_later_is_about_the_situation_then(
    known: list[logic.Formula],
    changes: Effects,
    actions: list[logic.Name],
    later: logic.Formula,
    asked: logic.Formula,
) -> None:
    knowledge = base(known, changes, logic.Constant(True))
    for action in actions:
        knowledge.do(action)
    knowledge.know(later)
    worlds = (w for w in interpretations([], PLAIN) if all(true(f, w, []) for f in known))
    now = [carried_out(world, actions, changes, logic.Constant(True))[0] for world in worlds]
    follows = all(true(asked, world, []) for world in now if true(later, world, []))
    assert knowledge.ask(logic.Known(None, asked)).holds == follows


@pytest.mark.parametrize("real", ["nothing", "box"])
def test_what_is_held_after_actions_were_done(real: str) -> None:
    for actions in product(ACTIONS, repeat=2):
        worlds = [w for w in ("nothing", "box") if seen(w, actions) == seen(real, actions)]
        text = f"{ROOM} real holding = {real}\n" + "".join(f"do {action}\n" for action in actions)
        expected = []
        for value in ("nothing", "box", "cup"):
            text += f"ask K<0> holding = {value}\n ask real holding = {value}\n"
            expected.append(all(after(world, actions) == value for world in worlds))
            expected.append(after(real, actions) == value)
        assert [result.answer and result.answer.holds for result in results(text)] == expected


BLOCKS = """sort block  name a, b, c, table : block  variable x, y : block
function on(block) : block
rigid sort action  function move(block, block) : action  name wait : action  variable t : action
always [t] on(x) = y <-> t = move(x, y) or (on(x) = y and not exists y t = move(x, y))
"""


def test_an_action_that_runs_out_of_time_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """What its sensors show is not known then either, and it can be done later."""
    knowledge = base([], {}, ATOMS[0])
    knowledge.real(ATOMS[0])
    asked = [logic.Known(1, ATOMS[0]), logic.Known(1, logic.Not(ATOMS[0]))]

    def believed() -> list[bool]:
        return [knowledge.ask(question).holds for question in asked]

    def late(*_: object) -> None:
        raise BudgetError("too late")

    before = believed()
    with monkeypatch.context() as patched:
        patched.setattr(progression, "progressed", late)
        with pytest.raises(BudgetError):
            knowledge.do(LOOK)
    assert believed() == before == [False, False]
    knowledge.do(LOOK)
    assert believed() == [True, False]


def test_blocks_are_where_they_were_moved_and_others_where_they_were() -> None:
    found = results(f"""{BLOCKS} know on(a) = b or on(a) = c  know on(x) != x
        do move(b, table)  do wait  do move(b, c)
        ask K<0> on(b) = c is yes  ask K<1> (on(a) = b or on(a) = c) is yes
        ask K<1> on(a) = b is no  ask K<0> on(c) != c is yes
        ask K<0> forall x on(x) != x is yes  ask exists x K<0> on(x) = c is yes
        know on(a) = b  ask K<0> on(on(a)) = c is yes
        do move(a, table)  ask K<0> forall x (on(x) = table -> x != b) is yes
        ask K<0> on(a) = b is no""")
    assert [r.ask.line for r in found if not r.answer or not r.as_expected] == []


def test_a_long_sequence_of_actions_leaves_questions_as_small_as_before() -> None:
    """Regression refuses this question."""
    steps = "do turn\n" * 501
    axioms = """predicate on, off  rigid sort act  name turn : act  variable t : act
        always [t] on <-> off  always [t] off <-> on
        know on and not off\n"""
    (asked,) = results(f"{axioms} {steps} ask K<0> (off and not on)")
    assert asked.answer
    assert asked.answer.holds


def test_an_action_changes_what_is_believed_by_default() -> None:
    found = results(
        """predicate bird, flies, penguin
        rigid sort act  name clip, look : act  variable t : act
        believe bird => flies  believe penguin => bird  believe penguin => not flies
        always [t] flies <-> t != clip and flies
        ask B<1, 1> (bird => flies) is yes  do clip
        ask B<1, 1> (bird => flies) is no  ask B<1, 1> (bird => not flies) is yes""".replace(
            "sensor seen(act) : truth", ""
        )
    )
    assert all(result.answer and result.as_expected for result in found)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("do x", "'x' is not an action: expected one made of names"),
        ("do holding", "'holding' is not an action: expected one made of names"),
        ("do drop  always [a] holding = x <-> true", "must come before the first action"),
        ("do drop  believe holding = box => true", "must come before the first action"),
        ("do drop  sensor s(action) : thing", "must come before the first action"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        results(ROOM + text)


def test_a_file_that_does_actions_comes_back_from_its_text() -> None:
    session = Session()
    file = session.read(f"{ROOM} do pickup(box)  do drop")
    assert Session().read(str(file)) == file
