"""Wrong input: one sentence that names the place, exit code 2, no traceback."""

import os
from pathlib import Path

import pytest

from sapper.game import Deal, Grid
from sapper.notation import write_deals
from tests.cli.runs import run, sentence

GOOD = "4x3x2\nHHHH\n1221\n0000"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        ("4x3x2\nHHHH\n122\n0000", "line 3 has 3 cells instead of 4"),
        ("4x3x2\nHHHH\n12x1\n0000", "line 3, column 3: unknown letter 'x'"),
        ("4x3x13\nHHHH\n1221\n0000", "13 mines"),
        ("4x3x2\nHHHH\n1921\n0000", "line 3: clue 9 at [1, 1]"),
        ("4x4x2\nHHHH\n1221\n0000", "line 1 says 4 rows, but there are 3"),
        ("5x3x2\nHHHH\n1221\n0000", "line 2 has 4 cells instead of 5"),
        ("4x3", "WIDTHxHEIGHTxMINES"),
        ("0x0x0\n", "no cells"),
        ("9999999x9999999x1\nH", "more than 1,000,000 cells"),
        (GOOD.replace("x2", "x2 first=never"), "never"),
        (GOOD.replace("x2", "x2 colour=red"), "colour"),
    ],
)
def test_wrong_position_is_refused_by_line(text: str, said: str) -> None:
    assert said in sentence("analyse", stdin=text)
    assert said in sentence("analyse", "-", "--json", stdin=text)


@pytest.mark.parametrize(
    ("text", "clues"),
    [
        ("3x1x2\n1H1", []),
        ("2x2x1\n10\nHH", None),
        ("4x2x1\nH12H\n0000", None),
        ("5x1x1\n1H2H1", None),
    ],
)
def test_contradiction_names_a_clue_at_fault(text: str, clues: list[int] | None) -> None:
    said = sentence("analyse", stdin=text)
    assert clues == [] or "[" in said
    result = run("analyse", "--json", stdin=text)
    assert result.exit_code == 2
    assert '"consistent": false' in result.stdout


def test_missing_file_and_directory_are_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "nowhere")
    for verb in (["analyse"], ["match", "--player", "random", "--deals"], ["play", "--mbf"]):
        assert missing in sentence(*verb, missing)
        assert str(tmp_path) in sentence(*verb, str(tmp_path))


def test_binary_junk_is_refused(tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(bytes(range(256)) * 9)
    for verb in (["analyse"], ["match", "--player", "random", "--deals"], ["play", "--mbf"]):
        assert str(junk) in sentence(*verb, str(junk))
    assert sentence("analyse", stdin=bytes(range(256)))


def test_a_hundred_megabytes_of_zeros_are_refused(tmp_path: Path) -> None:
    zeros = tmp_path / "zeros"
    with zeros.open("wb") as file:
        file.truncate(100_000_000)  # a hole: reads as zeros, takes no room
    for verb in (["analyse"], ["match", "--player", "random", "--deals"], ["play", "--mbf"]):
        assert str(zeros) in sentence(*verb, str(zeros))
    digits = tmp_path / "digits"
    digits.write_bytes(b"0" * 25_000_000)
    assert "larger than" in sentence("analyse", str(digits))


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    file = tmp_path / "deals.txt"
    write_deals(file, [Deal.seeded(Grid(9, 9), 10, 1, number) for number in range(20)])
    return file


def test_deals_file_cut_in_the_middle_is_refused_before_any_game(deals: Path) -> None:
    os.truncate(deals, deals.stat().st_size - 30)
    said = sentence("match", "--player", "random", "--deals", str(deals))
    assert "line 21" in said
    assert "cut" in said


def test_more_games_than_deals_are_refused(deals: Path) -> None:
    said = sentence("match", "--player", "random", "--deals", str(deals), "--games", "21")
    assert "21 games need as many deals, not 20" in said


def test_level_that_is_not_the_deals_is_refused(deals: Path) -> None:
    said = sentence("match", "--player", "random", "--deals", str(deals), "--level", "expert")
    assert "beginner" in said
    assert "expert" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["match", "--player", "random", "--games", "-5"], "'-5' is not a whole number from 1 to"),
        (["match", "--player", "random", "--games", "0"], "'0' is not a whole number from 1 to"),
        (["match", "--player", "random", "--games", "many"], "'many'"),
        (
            ["match", "--player", "random", "--workers", "0"],
            "'0' is not a whole number from 1 to 1024",
        ),
        (["match", "--player", "nobody"], "'nobody'"),
        (["match"], "PLAYER"),
        (["match", "--player", "random", "--level", "hard"], "'hard'"),
        (["match", "--player", "random", "--level", "3x3x9"], "9 mines"),
        (["match", "--player", "random", "--level", "3x3x8", "--first", "opening"], "promise"),
        (["match", "--player", "random", "--first", "never"], "'never'"),
        (["match", "--player", "random", "--seed", "-1"], "'-1'"),
        (["match", "--player", "random", "--bogus"], "--bogus"),
        (["deal", "--number", str(2**63 - 1), "--count", "2"], "numbers below 2**63"),
        (["play", "--player", "nobody"], "'nobody'"),
        (["play", "--player", "random(speed=9)"], "speed"),
        (["play", "--player", ""], "--player cannot be empty"),
        (["play", "--level="], "--level cannot be empty"),
        (["analyse", ""], "an argument cannot be empty"),
        (["analyse", "--cell", "x"], "'--cell': 'x' is not a cell: expected ROW,COLUMN"),
        (["play", "--player", "champion(seconds=)"], "seconds is a number, not ''"),
        (["play", "swift", "--player", "csp"], "give the player once"),
        (["history", "list", "--won", "yes"], "unknown option '--won' (see"),
        (["play", "--level", "9x9"], "'9x9'"),
        (["play", "--level", "1x1x1"], "1 mine on 1 cell"),
        (["play", "--delay", "nan"], "'nan'"),
        (["play", "--delay", "-1"], "'-1'"),
        (["play", "--seed", "1e99"], "'1e99'"),
        (["play", "--output", "/nowhere/game"], "/nowhere/game"),
        (["analyse", "--seconds", "inf"], "'inf'"),
        (["analyse", "--megabytes", "0"], "'0'"),
        (["analyse", "--player", "nobody"], "'nobody'"),
        (["bogus"], "'bogus'"),
        (["--bogus"], "--bogus"),
    ],
)
def test_wrong_argument_is_named(arguments: list[str], said: str) -> None:
    assert said in sentence(*arguments, stdin=GOOD)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("mtach", "unknown verb 'mtach': did you mean 'match'?"),
        (
            "match --playr csp",
            "unknown option '--playr': did you mean '--player'?",
        ),
        ("match --player swfit", "unknown player or strategy 'swfit': did you mean 'swift'?"),
        ("match --player random --level EXPRET", "unknown level 'EXPRET': did you mean 'expert'?"),
        ("match --player random --first sfae", "'sfae' is not any, safe or opening: did you mean"),
        ("play --player champion(second=3)", "no option 'second': did you mean 'seconds'?"),
        ("tui --level exprt", "unknown board 'exprt': did you mean 'expert'?"),
        ("experiment mio-table2", "unknown experiment 'mio-table2': did you mean 'mio-table-2'?"),
        ("world hard-4", "unknown world 'hard-4': did you mean 'HARD4'?"),
        ("world hrad", "unknown world 'hrad': did you mean 'hard'?"),
        ("believe rich-fater", "unknown file or example 'rich-fater': did you mean 'rich-father'?"),
        ("learn minesweper", "unknown task 'minesweper': did you mean 'minesweeper'?"),
    ],
)
def test_the_nearest_name_is_suggested(arguments: str, said: str) -> None:
    assert said in sentence(*arguments.split())


@pytest.mark.parametrize("verb", [("tui",), ("world", "easy", "--quiet")])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        (" ", "a name cannot be empty"),
        ("x" * 41, "a name has at most 40 characters, not 41"),
        ("a\x01b", "a name cannot contain control characters"),
        ("random", "'random' is a player of sapper: choose another name"),
    ],
)
def test_a_wrong_name_is_refused(verb: tuple[str, ...], name: str, said: str) -> None:
    assert sentence(*verb, "--name", name) == f"--name: {said}"


def test_analyze_is_analyse() -> None:
    assert run("analyze", stdin=GOOD).stdout == run("analyse", stdin=GOOD).stdout
    shown = run("analyse", "--help").stdout
    assert run("analyze", "--help").stdout == shown.replace("sapper analyse [", "sapper analyze [")
    assert "analyze" not in run("--help").stdout


def test_board_of_another_level_is_refused(tmp_path: Path) -> None:
    board = tmp_path / "board.mbf"
    board.write_bytes(bytes([3, 2, 0, 1, 2, 1]))
    assert "3x2x1" in sentence("play", "--mbf", str(board), "--level", "expert")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("convert x", "missing option '--to'. Choose from: text, link, mbf, rawvf, evf, record"),
        ("analyse a b", "unexpected argument 'b'"),
        ("believe nosuch", "expected rich-father, siblings, vegetarian-dinner"),
        ("play --level 9x9x80 --first opening", "80 mines leave no first cell"),
    ],
)
def test_a_message_is_one_sentence_that_says_what_is_expected(arguments: str, said: str) -> None:
    assert said in sentence(*arguments.split())
    assert run(*arguments.split()).stdout == ""


def test_a_level_is_read_in_upper_and_lower_case() -> None:
    decks = {
        run("deal", "--level", level, "--seed", "1").stdout
        for level in ("9x9x10", "9X9X10", "9×9×10")
    }
    decks.add(run("deal", "--level", "Beginner", "--seed", "1").stdout)
    assert len(decks) == 1


def test_history_names_a_level_that_it_does_not_know(tmp_path: Path) -> None:
    history = ("--history", str(tmp_path / "history.db"))
    run("history", "import", *history, str(tmp_path))
    for verb in ("list", "stats"):
        assert "unknown level 'nosuch'" in sentence("history", verb, *history, "--level", "nosuch")
        for known in ("expert", "Expert", "9X9X10", "HARD10", "medium"):
            assert run("history", verb, *history, "--level", known).exit_code == 0


def test_a_file_that_cannot_be_imported_is_wrong_input(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    run("play", "--level", "beginner", "--seed", "1", "--output", str(good))
    bad.write_text("garbage")
    result = run("history", "import", "--history", str(tmp_path / "h.db"), str(good), str(bad))
    assert result.exit_code == 2
    assert result.stdout == "1 game added\n"
    assert result.stderr.startswith(f"sapper: {bad}: line 1")


def test_all_statements_of_a_knowledge_base_are_named() -> None:
    said = sentence("believe", "-", stdin="foo bar.")
    words = ("rigid sort", "sensor", "real", "always", "know", "believe", "do", "ask")
    assert all(word in said for word in words)


def test_a_rule_that_no_first_cell_satisfies_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = ("play", "--level", "9x9x80", "--first", "opening", "--output", str(file))
    assert "80 mines leave no first cell" in sentence(*game)
    assert not file.exists()
