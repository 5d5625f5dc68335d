"""Games of variants: deals, positions of sapper, strategies, matches, records and reviews."""

from __future__ import annotations

from dataclasses import replace

import pytest

import sapper
from sapper.engine import Client
from sapper.errors import InputError
from sapper.terminal import BoardDrawing
from sapper_variants import (
    Position,
    Variant,
    analyse,
    certain_cells,
    names,
    sapper_position,
    variant_position,
    variant_world,
)

BEST = "single-clue > satisfiability > least-risk"
LOGIC = "single-clue > satisfiability > random"
SIMPLE = "single-clue > random"
SIZE = "4x4x4"


@pytest.mark.parametrize("name", names())
def test_a_game_is_played_recorded_and_replayed(name: str) -> None:
    game = sapper.play(BEST, f"{name}:{SIZE}", seed=3)
    assert game.outcome in ("won", "lost")
    assert game.record.false_proofs == 0
    assert sapper.Record.parse(game.record.text) == game.record
    assert sapper.play(BEST, f"{name}:{SIZE}", seed=3).moves == game.moves
    mines = {game.record.deal.grid.index(cell) for cell in game.record.mines}
    for position in game.record.positions():
        view = variant_position(position)
        if position.untouched:
            continue
        assert view.allows(mines)
        assert sapper_position(view) == replace(
            position, rules=replace(position.rules, variant=sapper_position(view).rules.variant)
        )
        assert Position.parse(str(view), view.variant) == view


def test_players_play_the_same_deals_on_any_number_of_workers() -> None:
    players = [BEST, LOGIC, SIMPLE, "satisfiability > look-ahead(samples=4)"]
    one = sapper.match(players, "modulo:4x4x3", games=12, seed=2)
    two = sapper.match(players, "modulo:4x4x3", games=12, seed=2, workers=2)
    assert [(s.wins, s.guesses, s.decisions) for s in one.players] == [
        (s.wins, s.guesses, s.decisions) for s in two.players
    ]
    assert one.pairs == two.pairs
    wins = [score.wins for score in one.players]
    assert wins[2] <= wins[1] <= wins[0] + 2
    assert all(score.false_proofs == 0 for score in one.players)


def test_satisfiability_opens_certain_cells_and_guesses_only_without_any() -> None:
    for number in range(6):
        record = sapper.play(LOGIC, "liar:4x4x4", seed=5, number=number).record
        for position, step in zip(record.positions(), record.steps, strict=False):
            if position.untouched:
                continue
            safe, _ = certain_cells(variant_position(position))
            assert step.decision.guess == (not safe)
            assert not safe or position.grid.index(step.decision.move.cell) in safe


def test_analysis_of_a_position_of_sapper_is_that_of_the_variant() -> None:
    position = sapper.Game("liar:4x4x4", seed=1).position
    found = sapper.analyse(position)
    known = analyse(variant_position(position))
    assert found.log10_layouts == known.log10_layouts
    for cell in position.hidden:
        assert found.probability(cell) == known.probability(cell)


def test_a_review_names_certain_moves_and_mistakes_with_reasons() -> None:
    record = sapper.play("random", "quad:4x4x5", seed=4).record
    found = sapper.review(record)
    assert any("variant" in note for note in found.notes)
    for guess in found.guesses:
        before = list(record.positions())[guess.step - 1]
        known = analyse(variant_position(before))
        assert guess.risk == pytest.approx(known.probability(guess.move.cell), abs=1e-12)
        assert (guess.safe is not None) == bool(known.safe)
        assert bool(guess.proof) == (guess.safe is not None)
        assert guess.best in (known.safe or [guess.best])
    assert found.guesses
    careful = sapper.review(sapper.play("single-clue > satisfiability", "quad:4x4x5", seed=4))
    assert not [guess for guess in careful.guesses if guess.risk]


def test_a_position_of_a_variant_is_read_as_text_of_both_forms() -> None:
    text = "3x2x2 liar\nH 1 H\nH H H"
    position = sapper.read_position(text).position
    assert position.rules.variant == "liar"
    assert sapper.read_position(str(position)).position == position
    assert str(variant_position(position)) == text
    border = "2x2x1 totals\nH ?\nH H\nrows 1 0\ncolumns ? 1"
    position = sapper.read_position(border).position
    assert str(variant_position(position)) == border
    assert sapper.read_position(str(position)).position == position


def test_the_engine_answers_with_a_move_and_its_reason() -> None:
    text = "3x3x3 connected\nH 3 1\nH H 1\n? H 1"
    with Client() as engine:
        decision = engine.request("move", position=text, player=BEST)["decision"]
    assert (decision["cell"], decision["mine_probability"]) == ([2, 1], 0.0)
    assert "[2, 1] is safe" in decision["reason"]


def test_an_environment_shows_numbers_and_plays_the_games_of_a_match() -> None:
    from sapper_gym import PlayerPolicy, minesweeper

    environment = minesweeper("wall:4x4x4")
    policy = PlayerPolicy(BEST)
    won = 0
    for number in range(4):
        seen, info = environment.reset(seed=7 if number == 0 else None)
        assert environment.observation_space.contains(seen)
        assert (seen >= 0).sum() == 1
        over = False
        while not over:
            seen, _, over, _, info = environment.step(policy(seen, info))
        assert environment.observation_space.contains(seen)
        won += info["outcome"] == "won"
    assert won == sapper.match(BEST, "wall:4x4x4", games=4, seed=7).players[0].wins
    with pytest.raises(InputError, match="has its own board and rules"):
        minesweeper("wall:4x4x4", lives=2)


@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("lier:4x4x4", "unknown variant 'lier': did you mean 'liar'?"),
        ("liar:4x4", "unknown level '4x4'"),
        ("apart:3x3x5", "no layout of 3x3x5 obeys the rules of apart"),
    ],
)
def test_a_wrong_level_is_one_sentence(level: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        sapper.match(BEST, level, games=2)
    assert said in str(caught.value)


def test_strategies_of_other_rules_are_refused() -> None:
    with pytest.raises(InputError, match="'start' plays by the standard rules only"):
        sapper.play("swift", "liar:4x4x4")
    passed = sapper.Player("least-risk").choose("3x1x1\nH1H")
    assert "plays only boards of a variant" in str(passed.passed[0])
    with pytest.raises(InputError, match=r"sapper_variants\.explain"):
        sapper.explain("3x1x2 variant=liar\nH1H", (0, 0))


def test_a_world_begins_with_its_middle_open_and_its_border_known() -> None:
    world = variant_world("nonogram", "5x5x9", seed=1)
    game = sapper.Game(world)
    assert [cell for cell in game.position if game.position[cell] != sapper.HIDDEN] == [(2, 2)]
    lines = variant_position(game.position).lines
    rows = Variant.named("nonogram").board(5, 5).lines("rows")
    sums = [sum(map(int, text.split("."))) for text in lines[0]]
    mines = set(world.deal.order[: world.deal.mines])
    assert sums == [sum(i in mines for i in line.cells) for line in rows]


def test_a_terminal_draws_the_texts_of_clues_the_border_and_the_rule() -> None:
    variant = Variant.named("wall")
    shown = Position.parse("3x2x3 wall\n1.1 H *\nH 1 H")
    rows = ["".join(text for text, _ in line) for line in drawn(shown)]
    assert rows[1:] == ["0  1.1   ■   ✹", "1    ■   1   ■", variant.rule]
    lines = Position.parse("2x2x1 totals\nH 1\nH H\nrows 1 ?\ncolumns ? 0")
    assert ["".join(text for text, _ in line) for line in drawn(lines)][-3:-1] == [
        "rows 1 ?",
        "columns ? 0",
    ]


def drawn(position: Position) -> list[list[tuple[str, str]]]:
    """The lines of a position in a terminal."""
    return list(BoardDrawing(sapper_position(position)).bands(None))
