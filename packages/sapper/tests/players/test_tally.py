"""Tallies: columns say what the games say one by one."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.game import OUTCOMES, Grid, Rules
from sapper.players import Tallies, Tally, native, player

TALLIES = st.lists(
    st.builds(
        Tally,
        outcome=st.sampled_from(OUTCOMES),
        moves=st.integers(0, 10**6),
        guesses=st.integers(0, 10**6),
        decisions=st.dictionaries(st.sampled_from(("a", "b", "c")), st.integers(1, 10**9)),
        seconds=st.floats(0, 10),
    ),
    max_size=8,
)


@given(TALLIES, st.integers(0, 8), st.integers(0, 8))
def test_columns_are_the_games(tallies: list[Tally], first: int, last: int) -> None:
    columns = Tallies.of(tallies)
    assert len(columns) == len(tallies)
    assert list(columns) == tallies
    assert [one.seconds for one in columns] == [one.seconds for one in tallies]
    assert columns.won.tolist() == [one.won for one in tallies]
    assert list(columns.part(slice(first, last))) == tallies[first:last]
    assert list(pickle.loads(pickle.dumps(columns))) == tallies


@pytest.mark.kernel
def test_a_strategy_that_is_in_a_chain_twice_has_one_column() -> None:
    board = Rules(), Grid(8, 8), 10, 5, range(20)
    twice = native.play(player("corner > single-point > single-point > csp"), *board)
    once = native.play(player("corner > single-point > csp"), *board)
    assert twice is not None
    assert once is not None
    assert twice.strategies == once.strategies
    assert list(twice) == list(once)
