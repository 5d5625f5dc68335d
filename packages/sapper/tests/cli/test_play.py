"""``sapper play``: a game that can be seen, kept and seen again."""

import json
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

import sapper
from sapper.arena import play, turns
from sapper.cli.views import game as game_view
from sapper.game import PLAYS, Chance, Deal, Level, Rules
from sapper.notation import find_world, write_mbf
from sapper.terminal import explanation_lines
from tests.arena.games import timeless
from tests.cli.runs import run, sentence
from tests.sources import needs

ARGUMENTS = ("play", "--player", "csp", "--level", "beginner", "--seed", "12", "--number", "3")


def test_moves_have_number_cell_strategy_risk_and_reason() -> None:
    deal = Deal.seeded(Level.parse("beginner").grid, 10, 12, 3)
    lines = run(*ARGUMENTS).stdout.splitlines()
    for number, turn in enumerate(turns("csp", Rules(), deal, Chance(12, PLAYS, 3)), start=1):
        line = lines[number + 1]
        decision = turn.step.decision
        assert line.startswith(f"{number:4d}  {decision.move} ")
        assert decision.strategy in line
        assert decision.reason.words in line
        assert ("%" in line) or not decision.guess
    assert "\x1b" not in "".join(lines)


def test_game_is_the_one_of_a_match() -> None:
    result = sapper.match(["csp"], "beginner", games=5, seed=12)
    ends = [json.loads(run(*ARGUMENTS[:-1], str(n), "--json").stdout) for n in range(5)]
    assert result.players[0].wins == sum(end["outcome"] == "won" for end in ends)
    assert result.players[0].guesses == sum(end["guesses"] for end in ends)


def test_json_and_record_are_the_whole_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    printed = run(*ARGUMENTS, "--json", "--output", str(file)).stdout
    record = sapper.Record.parse(printed)
    assert sapper.Record.parse(file.read_text()) == record
    assert (record.seed, record.number, record.player) == (12, 3, "csp")
    deal = Deal.seeded(Level.parse("beginner").grid, 10, 12, 3)
    again = play("csp", deal, chance=Chance(12, PLAYS, 3)).record
    assert timeless(again).steps == timeless(record).steps


def test_command_shown_plays_the_game_again() -> None:
    shown = run("play", "--player", "single-point > random", "--level", "9x9x12").stdout
    again = shown.splitlines()[0].removeprefix("again: sapper ")
    assert run(*shlex.split(again)).stdout == shown


def test_quiet_shows_only_the_end() -> None:
    whole = run(*ARGUMENTS).stdout
    quiet = run(*ARGUMENTS, "--quiet").stdout
    assert "  open [" not in quiet
    assert whole.endswith(quiet.split("\n\n", 1)[1])
    assert quiet.splitlines()[-1].startswith(("Won after", "Lost: "))


@pytest.mark.parametrize(
    ("module", "verb"),
    [
        ("sapper.cli.verbs.play", ARGUMENTS),
        pytest.param(
            "sapper_workbench.cli.verbs.world",
            ("world", "easy", "--seed", "1"),
            marks=needs("sapper_workbench"),
        ),
    ],
)
def test_progress_of_a_quiet_game_counts_its_moves(
    module: str, verb: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    @contextmanager
    def status(_: str) -> Iterator[Callable[[str], None]]:
        yield said.append

    monkeypatch.setattr(f"{module}.status", status)
    run(*verb, "--quiet")
    assert said[:2] == ["1 move", "2 moves"]


def test_the_board_of_a_very_large_game_is_not_printed() -> None:
    large = ("play", "csp", "--level", "101x100x10", "--seed", "1")
    for quiet in ([], ["--quiet"]):
        shown = run(*large, *quiet).stdout
        assert "The board has 10,100 cells, too many to show" in shown
        assert len(shown) < 100 * 100
    assert shown.splitlines()[-1].startswith("Won after")


def test_board_of_an_mbf_file_is_played_as_it_lies(tmp_path: Path) -> None:
    board = tmp_path / "board.mbf"
    deal = Deal.of_mines(sapper.Grid(5, 4), frozenset({0, 7, 19}))
    write_mbf(board, deal)
    record = json.loads(run("play", "--mbf", str(board), "--seed", "1", "--json").stdout)
    assert record["rules"]["first"] == "any"
    assert record["mine_cells"] == [[0, 0], [1, 2], [3, 4]]


def test_interrupted_game_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def show(self: game_view.GameDisplay, turn: object, number: int) -> None:
        if number == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(game_view.GameDisplay, "show", show)
    file = tmp_path / "game.json"
    result = run("play", "--level", "30x30x60", "--seed", "2", "--output", str(file))
    assert result.exit_code == 130
    record = sapper.Record.parse(file.read_text())
    assert record.outcome == "unfinished"
    assert len(record.steps) == 2
    assert "Interrupted" in result.stdout


@pytest.mark.parametrize("height", [10, 60])
def test_game_in_a_terminal_shows_every_move(height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def terminal(*, stderr: bool = False) -> Console:
        return Console(force_terminal=True, width=80, height=height, legacy_windows=False)

    monkeypatch.setattr(game_view, "screen", terminal)
    shown = run(*ARGUMENTS, "--delay", "0").stdout
    moves = json.loads(run(*ARGUMENTS, "--json").stdout)["moves"]
    assert "\x1b[" in shown
    assert shown.count("single-point\x1b") + shown.count("csp") + shown.count("corner") >= moves


def test_why_explains_every_move_step_by_step() -> None:
    """The steps are those of ``explain``, and the game is the same without them."""
    arguments = ("play", "csp", "--level", "beginner", "--seed", "2")
    plain, whole = (run(*arguments, *more).stdout for more in ((), ("--why",)))
    record = sapper.Record.parse(run(*arguments, "--json").stdout)
    lines = iter(whole.splitlines())
    positions = list(record.positions())
    for position, step in zip(positions, record.steps, strict=False):
        cell = step.decision.move.cell
        next(line for line in lines if str(step.decision.move) in line)
        if position.next_open_is_safe:
            continue
        explanation = sapper.explain(position, cell)
        one_clue = [each.technique for each in explanation.steps] == ["one clue"]
        for words in explanation.lines() if one_clue else explanation_lines(explanation):
            assert next(lines) == f"      {words}".rstrip()
    kept = (line for line in whole.splitlines() if line and not line.startswith("      "))
    assert list(kept) == list(filter(None, plain.splitlines()))


def test_a_board_of_the_demo_is_played_by_its_own_rules() -> None:
    plain = ("play", "random", "--quiet", "--seed", "1", "--level")
    found = run(*plain, "demo-small")
    assert "--level demo-small-1 --seed 1" in found.stdout
    assert run(*plain, "demo-small-1").stdout == found.stdout
    assert "has its own first cell" in sentence(*plain, "demo-small", "--first", "safe")
    assert "cannot deal 9 mines" in sentence(*plain, "demo-4x4x9")
    assert "unknown board of the demo 'demo-smal'" in sentence(*plain, "demo-smal")
    with pytest.raises(sapper.InputError, match="unknown board of the demo 'demo-smal'"):
        find_world("demo-smal")
