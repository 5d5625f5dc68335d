"""Sessions: whatever was taken back, it is as if it had never been."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.errors import IllegalMoveError, RulesError
from sapper.game import Chance, Deal, Grid, Move, Position, Rules, World
from sapper.players import RECIPES, Decision, Link, Pass, Player, RandomProbe, is_playable, player
from sapper.records import Record, Step
from sapper_workbench.session import Session
from tests.session.games import FICKLE, RULES, again, ask, timeless_record, world
from tests.strategies import legal

PLAYERS = [FICKLE, *map(player, filter(is_playable, RECIPES))]
COMMANDS = st.lists(
    st.sampled_from(["agent", "agent", "agent", "user", "hint", "undo", "undo", "redo", "instead"]),
    max_size=24,
)


@st.composite
def sessions(draw: st.DrawFn, players: list[Player] = PLAYERS) -> Session:
    """Any moves, some of them taken back, some of these made again."""
    where = world(draw(st.integers(0, 50)), draw(st.sampled_from(RULES)))
    session = Session(where, draw(st.sampled_from(players)), draw(st.integers(0, 9)))
    for command in draw(COMMANDS):
        moves = legal(session.position)
        if command == "agent" and moves:
            ask(session)
        elif command == "user" and moves:
            session.play(draw(st.sampled_from(moves)))
        elif command == "undo" and session.undoable:
            session.undo()
        elif command == "redo" and session.redoable:
            session.redo()
        elif command == "instead" and session.siblings:
            session.next_variation()
        elif command == "hint" and moves:
            session.hint()
    return session


@given(sessions())
def test_after_undo_a_session_is_as_if_it_had_never_gone_further(session: Session) -> None:
    fresh = again(session)
    assert fresh.position == session.position
    assert fresh.counts == session.counts
    assert timeless_record(fresh.record) == timeless_record(session.record)
    while session.position.outcome == "playing":
        step = ask(session)
        assert ask(fresh) == step
        if not isinstance(step, Step):
            break


@given(sessions(), st.data())
def test_other_moves_after_undo_are_as_if_they_were_the_first(
    session: Session, data: st.DataObject
) -> None:
    for _ in range(data.draw(st.integers(0, session.undoable))):
        session.undo()
    moves = legal(session.position)
    if not moves:
        return
    ahead, yours = session.redoable, data.draw(st.sampled_from(moves))
    tried = ahead and session.line[len(session.steps)].decision
    session.play(yours)
    if tried and (tried.strategy, tried.move) == ("you", yours):
        assert session.redoable == ahead - 1
    fresh = again(session)
    for _ in range(3):
        if session.position.outcome == "playing":
            assert ask(fresh) == ask(session)


@given(sessions())
def test_record_reopened_goes_on_as_the_game_would_have(session: Session) -> None:
    record = session.record
    assert Record.parse(record.text) == record
    reopened = Session.of_record(Record.parse(record.text), session.player)
    assert reopened.record == record
    assert (reopened.counts, reopened.undoable) == (session.counts, session.undoable)
    for _ in range(3):
        if session.position.outcome == "playing":
            assert ask(reopened) == ask(session)
        elif session.undoable:
            session.undo()
            reopened.undo()


def test_another_player_decides_for_itself_where_a_record_is_taken_back() -> None:
    session = Session(world(2, size="medium"), player("random"), 5)
    session.play_agent()
    other = Session.of_record(session.record, player("origin > random"))
    other.undo()
    step = other.play_agent()
    assert isinstance(step, Step)
    assert step.decision.strategy == "origin"
    assert other.redoable == 0
    same = Session.of_record(session.record, player("random"))
    same.undo()
    assert same.play_agent() == session.steps[0]


@given(sessions(players=[FICKLE, player("logic3")]))
def test_undo_and_redo_go_back_and_forth_over_the_same_positions(session: Session) -> None:
    seen = [session.position]
    back = session.undoable
    for _ in range(back):
        session.undo()
        seen.append(session.position)
    with pytest.raises(IllegalMoveError, match="no move to undo"):
        session.undo()
    assert session.position == Position.start(
        session.world.deal.grid,
        session.world.deal.mines,
        session.world.rules,
        session.world.deal.gold,
    )
    for expected in reversed(seen[:-1]):
        session.redo()
        assert session.position == expected


@settings(max_examples=20)
@given(st.integers(0, 1000))
def test_agent_makes_again_what_was_taken_back_and_keeps_the_rest(seed: int) -> None:
    session = Session(world(seed, size="medium"), player("single-point > random"), seed)
    made: list[Step | Pass] = []
    while session.position.outcome == "playing" and len(made) < 8:
        made.append(session.play_agent())
    for _ in made:
        session.undo()
    assert [session.play_agent() for _ in made[:-1]] == made[:-1]
    assert session.redoable == 1
    assert session.redo() is made[-1]


def test_after_a_new_move_there_is_none_to_make_again() -> None:
    session = Session(world(1), player("random"))
    session.play_agent()
    session.undo()
    session.play(Move("flag", (4, 4)))
    assert session.redoable == 0
    with pytest.raises(IllegalMoveError, match="no move to redo"):
        session.redo()


@pytest.mark.parametrize(
    ("move", "error", "words"),
    [
        (Move("open", (0, 5)), RulesError, "outside"),
        (Move("open", (0, 0)), IllegalMoveError, "not a hidden cell"),
        (Move("unflag", (4, 4)), IllegalMoveError, "no flag"),
    ],
)
def test_refused_move_changes_nothing(move: Move, error: type[Exception], words: str) -> None:
    session = Session(world(1), player("random"))
    session.play(Move("open", (0, 0)))
    session.play(Move("flag", (4, 0)))
    session.undo()
    record = session.record
    with pytest.raises(error, match=words):
        session.play(move)
    assert session.record == record
    assert session.redoable == 1


def test_nobody_moves_when_the_game_is_over() -> None:
    session = Session(world(3, Rules("any")), player("random"), 3)
    while session.position.outcome == "playing":
        session.play_agent()
    for act in (session.play_agent, lambda: session.play(Move("open", (0, 0)))):
        with pytest.raises(IllegalMoveError, match="no more moves"):
            act()
    session.undo()
    assert session.record.outcome == "unfinished"


def test_pass_changes_nothing_and_says_why() -> None:
    session = Session(world(1), player("scan"))
    passed = session.play_agent()
    assert isinstance(passed, Pass)
    assert [missed.strategy for missed in passed.passed] == ["scan"]
    assert (session.steps, session.undoable) == ((), 0)
    assert session.record.outcome == "unfinished"


@pytest.mark.parametrize("seed", range(8))
def test_pass_leaves_no_trace_in_what_is_made_again(seed: int) -> None:
    session = Session(world(1, Rules("any", lives=99)), FICKLE, seed)
    while not isinstance(session.play_agent(), Pass):
        pass
    here = session.undoable
    while session.undoable == here or isinstance(session.play_agent(), Pass):
        session.play(next(m for m in legal(session.position) if m.action == "flag"))
    made = session.undoable - here
    for _ in range(made):
        session.undo()
    assert isinstance(session.play_agent(), Pass)
    for _ in range(made):
        session.redo()
    fresh = again(session)
    for _ in range(5):
        assert ask(fresh) == ask(session)


HINTED = World(
    "hinted",
    Deal.of_mines(Grid(5, 2), frozenset({4}), frozenset({5})),
    Rules("any", signs="marks"),
    ((0, 0), (0, 1), (0, 2)),
)


def test_hints_are_recorded_first_and_no_undo_takes_them_back() -> None:
    session = Session(HINTED, player("csp"))
    # The first opens all cells around it, the second among them.
    assert session.opening_steps == len(session.steps) < 3
    assert {step.decision.strategy for step in session.steps} == {"hint"}
    with pytest.raises(IllegalMoveError):
        session.undo()
    assert session.counts.moves == session.counts.guesses == 0
    start = session.position
    session.play_agent()
    session.undo()
    assert session.position == start
    assert Session.of_record(Record.parse(session.record.text)).world == World(
        "hinted", HINTED.deal, HINTED.rules, tuple(s.decision.move.cell for s in session.steps)
    )


def test_hint_outside_the_grid_is_refused() -> None:
    with pytest.raises(RulesError, match=r"\[0, 9\] is outside"):
        Session(World("w", HINTED.deal, HINTED.rules, ((0, 9),)), FICKLE)


def test_counts_are_those_of_the_steps() -> None:
    deal = Deal.of_mines(Grid(5, 1), frozenset({3}), frozenset({0}))
    where = World("line", deal, Rules("any", False, 2, signs="marks", gold_known=True))
    session = Session(where, player("random"), 2)
    session.play(Move("open", (0, 3)))
    session.play(Move("open", (0, 0)))
    session.play(Move("flag", (0, 2)))
    counts = session.counts
    assert (counts.moves, counts.yours, counts.random_probes, counts.guesses) == (3, 3, 0, 2)
    assert (counts.lives, counts.gold, counts.gold_in_all) == (2, 1, 1)
    assert (counts.daggers_found, counts.daggers) == (2, 1)
    for _ in range(3):
        session.undo()
    session.play_agent()
    assert (session.counts.random_probes, session.counts.yours) == (1, 0)


class Interrupted(RandomProbe):
    """Draws its luck, and is stopped at it now and then."""

    stops = 0

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        decision = super().decide(position, chance)
        if Interrupted.stops:
            Interrupted.stops -= 1
            raise KeyboardInterrupt
        return decision


def test_interrupt_while_the_agent_thinks_leaves_no_trace() -> None:
    agent = Player("interrupted", (Link("interrupted", Interrupted),))
    where = world(1, Rules("any", lives=99))
    whole, stopped = Session(where, agent), Session(where, agent)
    for _ in range(5):
        whole.play_agent()
        for Interrupted.stops in (1, 0):
            try:
                stopped.play_agent()
            except KeyboardInterrupt:
                continue
    assert timeless_record(whole.record).steps == timeless_record(stopped.record).steps


def test_a_game_is_assisted_if_a_person_and_an_agent_made_moves() -> None:
    board = World("", Deal.seeded(Grid(9, 9), 10, 3), Rules("opening"), ((4, 4),))
    session = Session(board, player("csp"))
    assert (session.by_agents, session.assisted) == (0, False)  # a hint is nobody's move
    session.play_agent()
    assert (session.by_agents, session.assisted) == (1, False)  # only an agent so far
    flag = Move("flag", session.position.grid.cell(session.position.hidden_indices[0]))
    session.play(flag)
    assert (session.by_agents, session.assisted, session.helpers) == (1, True, "csp")
    session.undo()
    session.undo()
    session.play(flag)
    assert (session.by_agents, session.assisted) == (0, False)  # an undone move does not count
    advice = player("sat").begin(Chance(0))(session.position)
    assert isinstance(advice, Decision)
    session.take(advice, "sat")
    assert (session.assisted, session.helpers) == (True, "sat")
    session.play_agent()
    assert (session.by_agents, session.helpers) == (2, "agents")


def test_deal_is_replaced_before_a_cell_is_open_and_flags_stay() -> None:
    board = World("", Deal.seeded(Grid(9, 9), 10, 3), Rules("safe"))
    session = Session(board, player("random"), 3)
    session.hint()
    session.play(Move("flag", (0, 0)))
    session.redeal(7)
    other = Session(replace(board, deal=Deal.seeded(Grid(9, 9), 10, 3, 7)), player("random"), 3, 7)
    other.play(Move("flag", (0, 0)))
    while session.position.outcome == "playing":
        assert ask(session) == ask(other)
    assert timeless_record(session.record) == timeless_record(other.record)
    with pytest.raises(IllegalMoveError, match="before a cell is open"):
        session.redeal(8)


def test_a_record_names_the_player_that_made_its_moves() -> None:
    session = Session(world(2, size="medium"), player("random"), 5)
    session.play_agent()
    session.hand_over(player("origin > random"))
    assert session.record.player == "random"
    session.play_agent()
    assert session.record.player == "origin > random"  # both made moves: the one that goes on


def test_the_promised_first_cell_of_a_person_is_no_guess() -> None:
    deal = Deal.seeded(Grid(9, 9), 10, seed=1)
    for rules in (Rules("any"), Rules("safe"), Rules("opening")):
        session = Session(World("promise", deal, rules), FICKLE, 0)
        step = session.play(Move("open", (4, 4)))
        assert step.decision.guess == (rules.first == "any"), rules.first
