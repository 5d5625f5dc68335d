"""What a first visitor is shown is what it claims to be."""

from __future__ import annotations

import sapper
from sapper.players import Decision
from sapper.players.effort import Splits
from sapper.study.tour import proof, splits


def test_the_proof_needs_several_clues() -> None:
    shown = proof()
    assert shown.decision.move.cell in sapper.analyse(shown.position).safe
    assert len(shown.decision.reason.clues) > 2
    alone = sapper.suggest(shown.position, "single-point")
    assert isinstance(alone, Decision)
    assert alone.guess, "no single clue shows a safe cell"


def test_the_split_tree_has_a_split_in_a_split() -> None:
    shown = splits()
    assert shown.decision.move.cell in sapper.analyse(shown.position).safe
    effort = shown.decision.effort
    assert isinstance(effort, Splits)
    assert effort.level == 2
    assert any(case.cases for case in effort.tree.cases)
