"""Effort: what strategies record of their work, and its way through JSON and pickle."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from functools import cache

import pytest

from limited_belief import Case
from sapper.arena import turns
from sapper.errors import StrategyError
from sapper.game import Chance, Deal, Level, Position, Rules
from sapper.json_input import read_value
from sapper.players import (
    AppliedRule,
    Decision,
    Effort,
    Pass,
    Reason,
    Splits,
    TriedMoves,
    effort_of,
    player,
)
from sapper.records import WholeDecision

KINDS: dict[str, tuple[type[Effort], str]] = {
    "limited": (Splits, "splits"),
    "mio": (AppliedRule, "rule"),
    "bssuct(simulations=20)": (TriedMoves, "search"),
    "champion(playouts=40)": (TriedMoves, "search"),
}


@cache
def decisions(recipe: str) -> list[Decision]:
    level = Level.parse("beginner8")
    deals = [Deal.seeded(level.grid, level.mines, 7, number) for number in range(3)]
    made = [turns(player(recipe), Rules(), deal, Chance(1)) for deal in deals]
    return [turn.step.decision for game in made for turn in game]


def with_effort(recipe: str) -> list[tuple[Decision, Effort]]:
    return [(d, d.effort) for d in decisions(recipe) if d.effort is not None]


@pytest.mark.parametrize("recipe", KINDS)
def test_each_strategy_keeps_one_kind(recipe: str) -> None:
    made, kind = KINDS[recipe]
    found = with_effort(recipe)
    assert found
    assert all(type(effort) is made for _, effort in found)
    assert all(effort.to_json()["kind"] == kind for _, effort in found)


@pytest.mark.parametrize("recipe", KINDS)
def test_effort_comes_back_equal_from_json_and_pickle(recipe: str) -> None:
    for _, effort in with_effort(recipe):
        assert effort_of(json.loads(json.dumps(effort.to_json()))) == effort
        assert pickle.loads(pickle.dumps(effort)) == effort


@pytest.mark.parametrize("recipe", ["csp", *KINDS])
def test_a_decision_comes_back_equal_from_json_and_pickle(recipe: str) -> None:
    for decision in decisions(recipe):
        whole = json.loads(json.dumps(decision.to_json(whole=True)))
        read = read_value(whole, WholeDecision).decision
        for again in (read, pickle.loads(pickle.dumps(decision))):
            assert again == decision
            assert again.effort == decision.effort


def test_the_split_tree_is_grown_once_when_it_is_needed() -> None:
    grown: list[int] = []

    def grow() -> Case:
        grown.append(1)
        return Case((), ())

    effort = Splits(0, grow)
    assert not grown
    assert effort.tree is effort.tree
    assert effort.to_json() == {"kind": "splits", "level": 0, "tree": Case((), ()).to_json()}
    assert len(grown) == 1


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(ValueError, match="found 'luck'"):
        effort_of({"kind": "luck"})


def test_a_strategy_may_only_give_declared_effort() -> None:
    class Odd:
        name = "odd"

        def decide(self, position: Position, chance: Chance) -> Decision | Pass:
            found = player("random").begin(chance)(position)
            assert isinstance(found, Decision)
            why = Reason("odd", "it may be so")
            return replace(found, why=why, effort={"kind": "luck"})  # type: ignore[arg-type]

    with pytest.raises(StrategyError, match="expected None or an Effort as the decision's effort"):
        player("odd", own={"odd": Odd}).begin(Chance(1))(Position.parse("2x1x1\nHH"))
