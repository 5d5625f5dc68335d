"""``sapper puzzle`` and ``sapper deal``."""

import json
from pathlib import Path

from sapper.notation import open_deals
from sapper_workbench.study import solution
from sapper_workbench.study.puzzles.package import puzzles
from tests.cli.runs import run, sentence


def test_a_puzzle_is_solved_at_the_prompt(tmp_path: Path) -> None:
    puzzle = next(one for one in puzzles().by_id.values() if one.kind == "safe")
    answer = " ".join(f"{row},{column}" for row, column in solution(puzzle).cells)
    data = ("--data", str(tmp_path))
    shown = run("puzzle", "--puzzle", puzzle.id, *data, stdin=f"nonsense\n{answer}\n")
    assert "Expected the cells as row,column" in shown.stdout
    assert "Right: " in shown.stdout
    assert "Your rating: 1200 → " in shown.stdout
    standing = json.loads(run("puzzle", "--standing", "--json", *data).stdout)
    assert (standing["tried"], standing["solved"]) == (1, 1)
    assert "1 of 1 solved" in run("puzzle", "--standing", *data).stdout


def test_runs_end_with_the_best_which_is_kept(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    for mode in ("--streak", "--storm"):
        shown = run("puzzle", mode, *data, stdin="show\nquit\n").stdout
        assert shown.endswith("0 puzzles solved; your best: 0.\n")
    assert "Best streak 0, best storm 0." in run("puzzle", "--standing", *data).stdout
    assert "no puzzle is due" in sentence("puzzle", "--repeat", "--data", str(tmp_path / "new"))
    assert "take only --data" in sentence("puzzle", "--streak", "--count", "3")


def test_answers_are_checked_and_nothing_is_told_before(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path), "--json")
    asked = json.loads(run("puzzle", "--theme", "certain", "--seed", "1", *data).stdout)
    assert set(asked) == {"id", "kind", "task", "rating", "position"}
    reply = json.loads(run("puzzle", "--puzzle", asked["id"], "--answer", "none", *data).stdout)
    assert reply["done"]
    assert reply["themes"]
    assert reply["rating"][0] == 1200
    assert "expected a cell as row,column, or none" in sentence(
        "puzzle", "--puzzle", asked["id"], "--answer", "7"
    )
    assert "there is no puzzle" in sentence("puzzle", "--puzzle", "x", "--data", str(tmp_path))
    assert "did you mean" in sentence("puzzle", "--theme", "saef", "--data", str(tmp_path))


def test_a_file_of_puzzles_is_made_and_used(tmp_path: Path) -> None:
    file = tmp_path / "mine.gz"
    made = json.loads(
        run("puzzle", "--make", str(file), "--count", "3", "--seed", "2", "--json").stdout
    )
    assert made["puzzles"] == 3
    data = ("--file", str(file), "--data", str(tmp_path))
    shown = run("puzzle", "--count", "1", *data, stdin="show\n").stdout
    assert "Themes: " in shown


def test_the_day_ends_with_a_line_to_share(tmp_path: Path) -> None:
    day = ("puzzle", "--daily", "--date", "2026-11-24")
    found = json.loads(run(*day, "--json").stdout)
    assert found["level"] == "beginner"
    assert len(found["puzzles"]) == 3
    shown = run(*day, "--data", str(tmp_path), stdin="show\nshow\n").stdout
    assert shown.endswith("Daily Minesweeper 2026-11-24: board not won, puzzles 0/3 --.\n")
    assert "expected YYYY-MM-DD" in sentence("puzzle", "--daily", "--date", "yesterday")


def test_deals_without_guesses_are_a_deals_file(tmp_path: Path) -> None:
    made = run("deal", "--level", "16x16x99", "--no-guess", "--seed", "3", "--difficulty").stdout
    head, comment, _ = made.splitlines()
    assert head == "# 16 16 99 first=opening cell=8,8 seed=3 no-guess"
    assert "mines moved; " in comment
    file = tmp_path / "deals.txt"
    file.write_text(made)
    (deal,) = open_deals(file)
    options = ("--no-guess", "--seed", "3", "--json")
    (listed,) = json.loads(run("deal", "--level", "16x16x99", *options).stdout)["deals"]
    assert [deal.grid.cell(i) for i in deal.order[:99]] == [tuple(cell) for cell in listed["mines"]]
    assert listed["moved"] > 0
    assert (
        len(run("deal", "--level", "beginner", "--count", "3", "--seed", "1").stdout.split("\n"))
        == 5
    )
    assert "--cell and --difficulty need --no-guess" in sentence("deal", "--cell", "1,1")
    reply = sentence(
        "deal", "--level", "8x8x62", "--first", "safe", "--no-guess", "--seconds", "0.1"
    )
    assert "found no board of 8x8x62" in reply
