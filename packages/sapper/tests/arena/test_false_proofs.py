"""Moves that a strategy calls certain and that turn out wrong are counted and named everywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sapper
from sapper import Chance, Deal, Decision, Grid, Move, Pass, Position, Reason, Rules
from sapper.arena import play
from sapper.players import RECIPES, is_playable
from sapper.records import Record
from tests.cli.runs import run
from tests.sources import needs

SURE = '''
from sapper import Decision, Move, Reason

class Sure:
    """Claims that the first hidden cell is safe."""

    name = "sure"

    def decide(self, position, chance):
        cell = position.hidden[0]
        return Decision(Move("open", cell), self.name, Reason("sure", "it must be"), 0.0)
'''


class Sure:
    """Claims that the first hidden cell is safe, or with ``flag``, that it is a mine."""

    name = "sure"

    def __init__(self, action: str = "open") -> None:
        self.action = action

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        cells = [cell for cell in position.hidden if position[cell] == sapper.HIDDEN]
        if not cells:
            return Pass(self.name, "all is flagged")
        risk = 1.0 if self.action == "flag" else 0.0
        move = Move(self.action, cells[0])  # type: ignore[arg-type]
        return Decision(move, self.name, Reason("sure", "it must be"), risk)


DEAL = Deal.of_mines(Grid(3, 2), frozenset({1}))


def played(recipe: str = "sure") -> Record:
    return play(sapper.player(recipe, own={"sure": Sure}), DEAL, rules=Rules("any")).record


def test_a_record_counts_mines_opened_as_certain() -> None:
    record = played()
    assert (record.outcome, record.guesses, record.false_proofs) == ("lost", 0, 1)
    assert json.loads(record.text)["false_proofs"] == 1
    assert Record.parse(record.text).false_proofs == 1


def test_a_record_counts_false_flags_of_certain_mines() -> None:
    assert played("sure(action=flag)").false_proofs == 0  # no cell is open, so no mine is placed
    assert played("origin > sure(action=flag)").false_proofs == 4


def test_every_life_lost_so_is_counted() -> None:
    deal = Deal.of_mines(Grid(3, 2), frozenset({0, 1}))
    own = sapper.player("sure", own={"sure": Sure})
    assert play(own, deal, rules=Rules("any", lives=2)).record.false_proofs == 2


@pytest.mark.parametrize(
    "recipe", [name for name in RECIPES if is_playable(name) and name != "bssuct"]
)
@pytest.mark.parametrize("first", ["any", "safe", "opening"])
def test_players_of_sapper_make_no_false_proofs(recipe: str, first: str) -> None:
    level = (Grid(6, 6), 8)
    score = sapper.match([recipe], level, games=6, seed=3, first=first).players[0]  # type: ignore[arg-type]
    assert score.false_proofs == 0
    assert score.warning == ""


def test_a_match_counts_them_for_each_player(tmp_path: Path) -> None:
    own = sapper.player("sure", own={"sure": Sure})
    result = sapper.match([own, "csp"], "4x4x5", games=20, seed=1)
    sure, csp = result.players
    assert sure.false_proofs == sure.games - sure.wins > 0
    assert csp.false_proofs == 0
    warning = f"sure: {sure.false_proofs} moves called certain turned out wrong (false proofs)."
    assert str(result).endswith(warning)
    assert warning in result._repr_html_()
    assert [one["false_proofs"] for one in result.to_json()["players"]] == [sure.false_proofs, 0]
    assert sapper.MatchResult.parse(json.dumps(result.to_json())) == result


@needs("sapper_lab")
def test_a_store_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plan = sapper.Plan("p", ("sure", "csp"), ("4x4x5",), games=20, seed=1, own={"sure": Sure})
    found = sapper.experiment(plan, "s.db").contests[0].result
    here = sapper.match([sapper.player("sure", own={"sure": Sure})], "4x4x5", games=20, seed=1)
    assert found.players[0].false_proofs == here.players[0].false_proofs > 0
    again = sapper.experiment(plan, "s.db").contests[0].result
    assert again.players[0].false_proofs == found.players[0].false_proofs
    assert "called certain turned out wrong" in run("report", "s.db").stdout


def test_the_commands_name_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sure.py").write_text(SURE)
    own = ("--strategies", "sure.py")
    text = run("play", *own, "sure", "--level", "4x4x6", "--seed", "2", "-o", "g.json").stdout
    assert "was a mine (sure claimed that it was safe)" in text
    assert "1 false proof." in text
    assert "risk 0%" not in text
    matched = run("match", *own, "sure", "--level", "4x4x6", "--games", "9").stdout
    assert "called certain turned out wrong (false proofs)." in matched
    assert "false proofs" not in run("match", "csp", "--level", "4x4x6", "--games", "9").stdout
    reviewed = run("review", "g.json").stdout
    assert "1 move that sure called certain turned out wrong" in reviewed


def test_a_promise_is_no_proof() -> None:
    start = Position.start(Grid(4, 4), 5)
    found = sapper.analyse(start)
    assert found.safe == ()
    assert len(found.safest) == 16
    assert found.least_risk == 5 / 16
