"""Single clues: everything they say, to a fixed point, and nothing that they do not."""

import pytest

from sapper.arena import turns
from sapper.game import HIDDEN, Chance, Deal, Position, Rules
from sapper.inference import Refutation
from sapper.players import Decision, Pass, SinglePoint, settle
from tests.inference.larger import played_positions
from tests.inference.positions import small_positions
from tests.inference.subsets import layouts
from tests.players.worlds import WORLDS, luck

NOTHING = Pass("single-point", "no single clue proves a hidden cell safe")


def test_a_deduction_follows_from_the_clues_it_names() -> None:
    decided = 0
    for position in small_positions(401, 600, max_hidden=9):
        decision = SinglePoint().decide(position, Chance(0))
        if isinstance(decision, Pass):
            continue
        decided += 1
        cell = position.grid.index(decision.move.cell)
        clues = {position.grid.index(clue) for clue in decision.reason.clues}
        around = layouts(position, clues, total=False)
        assert around
        assert all(cell not in mines for mines in around), (position, decision)
        named = {position.grid.index(mine) for mine in decision.reason.mines}
        known = named.intersection(position.hidden_indices)
        assert all(known <= mines for mines in around), (position, decision)
    assert decided > 200


@pytest.mark.slow
def test_a_deduction_follows_on_large_boards_too() -> None:
    decided = 0
    for position in played_positions(402, 300):
        decision = SinglePoint().decide(position, Chance(0))
        if isinstance(decision, Pass):
            continue
        decided += 1
        cell = position.grid.index(decision.move.cell)
        clues = [position.grid.index(clue) for clue in decision.reason.clues]
        proofs = Refutation(position, watch=[cell])
        assert proofs.refute(clues, [proofs.literal(cell)]) is not None, (position, decision)
        assert proofs.refute(clues) is None
    assert decided > 150


def test_single_clues_have_nothing_left_to_say() -> None:
    for position in [*small_positions(403, 1_500), *played_positions(403, 100)]:
        proofs = settle(position)
        assert proofs.keys() <= set(position.hidden_indices)
        mined = {i for i, proof in proofs.items() if proof.mine}
        for i, clue in enumerate(position.cells):
            if clue < HIDDEN:
                near = set(position.grid.neighbour_indices(i))
                undecided = near.intersection(position.hidden_indices) - proofs.keys()
                opened = sum(position.cells[j] not in range(HIDDEN + 2) for j in near)
                need = clue - len(mined & near) - opened
                assert not undecided or 0 < need < len(undecided), (position, i)


def test_a_cell_is_settled_in_the_same_way_if_the_rest_is_left_out() -> None:
    for position in played_positions(404, 60):
        every = list(settle(position).items())
        for index, proof in every:
            early = settle(position, until=index)
            assert early[index] == proof
            assert list(early.items()) == every[: len(early)]


def test_the_lowest_safe_cell_is_opened() -> None:
    decision = SinglePoint().decide(Position.parse("5x2x2 zeros=closed\nHHHHH\n0HHH0"), Chance(0))
    assert isinstance(decision, Decision)
    assert decision.move.cell == (0, 0)
    assert decision.reason.words == "the 0 at [1, 0] touches no mine"
    assert decision.reason.clues == ((1, 0),)
    assert decision.mine_probability == 0.0
    assert not decision.guess


def test_a_deduction_names_the_mines_it_counts() -> None:
    decision = SinglePoint().decide(Position.parse("4x1x1\nH10H"), Chance(0))
    assert isinstance(decision, Decision)
    assert decision.move.cell == (0, 3)
    flagging = Position.parse("4x1x1 won=flagging\nH100")
    decision = SinglePoint().decide(flagging, Chance(0))
    assert isinstance(decision, Decision)
    assert str(decision.move) == "flag [0, 0]"
    assert decision.reason.words == "the 1 at [0, 1] needs its only hidden neighbour as a mine"
    assert decision.mine_probability == 1.0


def test_flags_are_left_alone_and_believed_nothing() -> None:
    decision = SinglePoint().decide(Position.parse("3x2x0 zeros=closed\nFHH\n000"), Chance(0))
    assert isinstance(decision, Decision)
    assert decision.move.cell == (0, 1)
    assert SinglePoint().decide(Position.parse("3x1x1\nF1H"), Chance(0)) == NOTHING


def test_a_game_settles_what_its_positions_do() -> None:
    for number, (grid, mines) in enumerate(WORLDS.values()):
        rules = Rules(lives=3, won_by="flagging" if number % 2 else "opening")
        deal = Deal.seeded(grid, mines, 612)
        moves = 0
        for turn in turns("single-point > random", rules, deal, luck(612, number)):
            decision = turn.step.decision
            alone = SinglePoint().decide(turn.before, Chance(0))
            if isinstance(alone, Pass):
                assert decision.strategy == "random"
            else:
                moves += 1
                assert (decision.move, decision.reason) == (alone.move, alone.reason)
        assert moves
