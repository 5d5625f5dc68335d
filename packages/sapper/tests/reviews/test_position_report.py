"""Advice for people."""

from __future__ import annotations

import sapper
from bench.boards import play
from sapper.game import LEVELS
from sapper.players import Decision
from sapper.reviews.position_report import hinted


def test_a_hint_is_the_easiest_cell_and_a_guess_the_player_s() -> None:
    changed = 0
    for number in range(3):
        for met in play(LEVELS["intermediate"], 8, number):
            own = sapper.suggest(met.position)
            assert isinstance(own, Decision)
            shown = hinted(met.position, own)
            easiest = sapper.easiest(met.position)
            if own.guess or easiest is None:
                assert shown == own
                continue
            changed += shown.move != own.move
            assert shown.move.cell == easiest.cell
            assert shown.mine_probability == 0.0
            assert set(shown.reason.clues) == set(easiest.clues)
    assert changed
