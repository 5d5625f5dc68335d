"""Deciders: wherever a player runs, it remembers the game, and is asked for nothing twice."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from sapper.game import Position
from sapper.players import (
    Answer,
    Decision,
    DecisionRequest,
    DecisionWorker,
    Pass,
    RunningPlayers,
    player,
)
from sapper_workbench.session import Session
from tests.session.games import FICKLE, timeless_record, world
from tests.sources import needs

Decide = Callable[[DecisionRequest], Answer | None]


def played(decide: Decide | None, recipe: str = "logic3") -> Session:
    """A game with moves that are undone."""
    session = Session(world(3, size="medium"), player(recipe), 7, decide=decide)
    for move in range(12):
        if session.position.outcome == "playing":
            session.play_agent()
        if move % 4 == 3:
            session.undo()
    return session


def test_session_that_decides_elsewhere_plays_the_same_game() -> None:
    worker = DecisionWorker()
    try:
        assert timeless_record(played(worker.decide).record) == timeless_record(played(None).record)
    finally:
        worker.close()


class Pool:
    """Several processes, each asked in turn; what they are sent is counted."""

    def __init__(self, processes: int) -> None:
        self.running = [RunningPlayers() for _ in range(processes)]
        self.next, self.asked = 0, 0

    def decide(self, request: DecisionRequest) -> Answer | None:
        if request.player is not FICKLE:
            request = pickle.loads(pickle.dumps(request))
        chosen = self.running[self.next % len(self.running)]
        self.next += 1
        answer = chosen.decide(request)
        if answer is not None:
            self.asked += 1 + len(request.earlier)
        return answer


@pytest.mark.parametrize("recipe", ["logic3", "random", "bssuct(simulations=20)"])
@needs("sapper_agents")
def test_each_move_may_be_decided_in_another_process(recipe: str) -> None:
    pool = Pool(3)
    there = played(pool.decide, recipe)
    assert timeless_record(there.record) == timeless_record(played(None, recipe).record)


def test_who_has_the_memory_is_asked_for_every_decision_once() -> None:
    pool = Pool(1)
    session = Session(world(5, size="hard"), player("logic3"), 7, decide=pool.decide)
    made = 0
    while session.position.outcome == "playing" and not isinstance(session.play_agent(), Pass):
        made += 1
    assert made == pool.asked > 10


def test_to_ask_again_costs_nothing() -> None:
    pool = Pool(1)
    session = Session(world(5, size="medium"), player("random"), 7, decide=pool.decide)
    first = session.hint()
    assert session.hint() is first
    step = session.play_agent()
    assert not isinstance(step, Pass)
    assert step.decision is first
    assert pool.asked == 1


def test_memory_that_was_dropped_is_rebuilt() -> None:
    running = RunningPlayers(1)
    sessions = [
        Session(world(seed, size="medium"), FICKLE, 7, decide=running.decide) for seed in (1, 2)
    ]
    alone = [Session(world(seed, size="medium"), FICKLE, 7) for seed in (1, 2)]
    for _ in range(6):
        for session in (*sessions, *alone):
            if session.position.outcome == "playing":
                session.play_agent()
    for session, expected in zip(sessions, alone, strict=True):
        assert timeless_record(session.record) == timeless_record(expected.record)


def test_another_player_is_not_asked_about_what_it_did_not_decide() -> None:
    asked: list[tuple[str, int]] = []
    running = RunningPlayers()

    def decide(request: DecisionRequest) -> Answer | None:
        asked.append((str(request.player), len(request.earlier)))
        return running.decide(request)

    session = Session(world(5, size="hard"), player("origin > random"), 7, decide=decide)
    session.play_agent()
    session.play_agent()
    session.hand_over(player("random"))
    hint = session.hint()
    assert isinstance(hint, Decision)
    assert asked == [("origin > random", 0), ("origin > random", 0), ("random", 0)]
    alone = Session(world(5, size="hard"), player("random"), 7)
    assert _of_start(alone, session.position) == hint.move


def _of_start(session: Session, position: Position) -> object:
    """What a player does that is asked about this position first."""
    found = session.decider(session.player).decide(position, [])
    assert isinstance(found, Decision)
    return found.move
