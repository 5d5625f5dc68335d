"""``sapper variant``: every subcommand, and wrong input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sapper_variants import Position, names
from tests.cli.runs import run, sentence


def test_the_list_has_every_variant_with_its_rule() -> None:
    rows = json.loads(run("variant", "list", "--json").stdout)
    assert [row["name"] for row in rows] == list(names())
    lines = run("variant", "list").stdout.splitlines()
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        assert line.split(maxsplit=1) == [row["name"], row["rule"]]


def test_a_variant_is_shown_with_its_file_and_a_finished_board() -> None:
    shown = run("variant", "show", "balance").stdout
    assert shown.startswith("Every row has the same number of mines, and so has every column.\n")
    assert 'rule = "totals"' in shown
    assert Position.parse(shown[shown.index("6x6x12") :]).hidden == ()
    assert "[clue]" not in run("variant", "show", "quad+liar").stdout


def test_analyse_prints_chances_as_text_and_json(tmp_path: Path) -> None:
    text = "3x2x2 liar\nH 1 H\nH H H"
    lines = run("variant", "analyse", stdin=text).stdout.splitlines()
    assert lines[0] == "10 layouts, 0 safe, 0 certain mines"
    assert lines[1].split() == ["40%", "1", "40%"]
    found = json.loads(run("variant", "analyse", "--json", stdin=text).stdout)
    assert found["mine_probability"] == [[0.4, None, 0.4], [0.4, 0.4, 0.4]]
    assert found["exact"]
    file = tmp_path / "position.txt"
    file.write_text("3x2x2\nH1H\nHHH")
    same = run("variant", "analyse", str(file), "--variant", "liar", "--json")
    assert json.loads(same.stdout) == found


def test_check_finds_nothing_wrong_with_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "pairs.toml"
    file.write_text(
        'name = "pairs"\nrule = "Clues are even."\n[clue]\nmodulo = 2\nlooks = "sides"\n'
    )
    found = json.loads(run("variant", "check", str(file), "--positions", "3", "--json").stdout)
    assert (found["layouts"], found["positions"], found["fault"]) == (5632, 9, "")
    assert run("variant", "check", str(file), "--positions", "2").stdout.startswith("right: ")


def test_deal_shows_a_board_with_its_seed() -> None:
    dealt = run("variant", "deal", "snake", "--level", "5x5x7", "--seed", "3")
    board, _, seed = dealt.stdout.rpartition("\n")[0].rpartition("\n")
    assert seed == "seed 3"
    assert str(Position.parse(board)) == board
    again = run("variant", "deal", "snake", "--level", "5x5x7", "--seed", "3", "--json")
    assert json.loads(again.stdout) == {"variant": "snake", "seed": 3, "board": board}
    assert "seed" in run("variant", "deal", "wall").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "snale"), "unknown variant 'snale': did you mean 'snake'?"),
        (("check", "nowhere.toml"), "nowhere.toml: no such file"),
        (("deal", "apart", "--level", "3x3x5"), "no layout of 3x3x5 obeys the rules of apart"),
        (("deal", "balance", "--level", "3x3x5"), "no layout of 3x3x5 obeys the rules of balance"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    assert said in sentence("variant", *arguments)


def test_a_wrong_position_names_the_line() -> None:
    assert sentence("variant", "analyse", stdin="2x1x1 liar\nH 3") == (
        "standard input: line 2: the clue '3' at [0, 1] cannot occur there in liar"
    )
    assert "no layout fits" in sentence("variant", "analyse", stdin="3x1x1 standard\n0H0")


def test_a_cell_is_explained_in_steps() -> None:
    text = "3x3x3 connected\nH 3 1\nH H 1\n? H 1"
    said = run("variant", "analyse", "--cell", "2,1", stdin=text).stdout.splitlines()
    assert said[-1] == "The 1 at [1, 2] allows only layouts in which [2, 1] is safe."
    found = json.loads(run("variant", "analyse", "--cell", "2,1", "--json", stdin=text).stdout)
    assert (found["cell"], found["verdict"]) == ([2, 1], "safe")
    assert [step["words"] for step in found["steps"]] == said


def test_a_puzzle_is_shown_with_its_solution() -> None:
    options = ("cross+liar", "--level", "4x4x4", "--seed", "5")
    found = json.loads(run("variant", "puzzle", *options, "--json").stdout)
    assert list(found)[:4] == ["variant", "seed", "clues", "rounds"]
    assert list(found)[4:] == ["difficulty", "hardest", "start", "solution"]
    shown = run("variant", "puzzle", *options, "--solution").stdout
    assert found["start"] in shown
    assert found["solution"] in shown
    assert shown.endswith(f"seed 5, difficulty {found['difficulty']:g} ({found['hardest']})\n")


def test_the_players_of_variants_meet_in_a_match() -> None:
    players = ("single-clue > random", "single-clue > satisfiability > least-risk")
    options = ("--level", "knight:4x4x3", "--games", "4", "--seed", "2")
    found = json.loads(run("match", *players, *options, "--json").stdout)
    assert (found["level"], found["games"]) == ("knight:4x4x3", 4)
    assert [row["player"] for row in found["players"]] == list(players)
    for option, said in (("--first=any", "own first cell"), ("--store=x", "level and deal alone")):
        assert said in sentence("match", *players, *options, option)


def test_a_person_plays_a_puzzle_with_hints_to_its_end() -> None:
    options = ("quad+liar", "--level", "4x4x5", "--seed", "2")
    made = json.loads(run("variant", "puzzle", *options, "--json").stdout)
    start, solution = Position.parse(made["start"]), Position.parse(made["solution"])
    safe = [list(start.cell(i)) for i in start.hidden if solution.cells[i] != "*"]
    (mine, *_) = [list(start.cell(i)) for i in start.hidden if solution.cells[i] == "*"]
    moves = [f"open {row},{column}" for row, column in safe]
    shown = run("variant", "play", *options, stdin="\n".join(["hint", *moves, "show"])).stdout
    assert made["start"] in shown
    assert "safe" in shown
    assert shown.endswith("Solved!\n")
    lost = run("variant", "play", *options, stdin=f"open {mine[0]},{mine[1]}\nhint").stdout
    assert lost.endswith("That was a mine.\n")


def test_wrong_moves_are_explained() -> None:
    options = ("quad", "--level", "3x3x3", "--seed", "1")
    lines = "flag 9,9\nclick\nflag 0,1\nshow\nquit\nopen 0,0\n"
    shown = run("variant", "play", *options, stdin=lines).stdout
    assert "[9, 9] is not a hidden cell" in shown
    assert "expected open ROW,COLUMN, flag ROW,COLUMN, hint, show or quit" in shown
    assert shown.count("F") == 2
