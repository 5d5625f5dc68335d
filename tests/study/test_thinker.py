"""Thinkers: a session whose agent thinks in a worker plays the same game."""

from __future__ import annotations

from sapper.players import player
from sapper.study.session.session import Session
from sapper.study.session.thinker import Thinker
from tests.study.games import timeless_record, world


def test_session_that_thinks_elsewhere_plays_the_same_game() -> None:
    thinker = Thinker()
    here = Session(world(3, size="medium"), player("logic3"), 7)
    there = Session(world(3, size="medium"), player("logic3"), 7, minds=thinker.mind)
    try:
        for session in (here, there):
            for move in range(12):
                if session.position.outcome == "playing":
                    session.agent()
                if move % 4 == 3:
                    session.undo()
        assert timeless_record(here.record()) == timeless_record(there.record())
    finally:
        thinker.close()
