"""``sapper world``: stepped, steered, taken back, kept and gone on with; plain when piped."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import Result

import sapper
from sapper.game import Deal, Grid, Rules, World
from sapper.notation import examples, write_worlds
from sapper_workbench.cli.world import loop as world_loop
from sapper_workbench.cli.world.commands import COMMANDS
from sapper_workbench.cli.world.loop import PROMPT
from tests.cli.runs import run, sentence
from tests.terminals import open_terminal

ARGUMENTS = ("world", "EASY1", "--player", "single-point > random", "--seed", "3")


def typed(*commands: str, arguments: tuple[str, ...] = ARGUMENTS) -> Result:
    """What comes of typing so many lines."""
    return run(*arguments, stdin="".join(f"{command}\n" for command in commands))


def said(result: Result) -> list[str]:
    """The first line after each command."""
    lines = result.stdout.splitlines()
    return [lines[i + 1] for i, line in enumerate(lines[:-1]) if line.startswith(">") and i > 1]


def test_step_shows_who_passed_who_decided_and_what_came_of_it() -> None:
    record = sapper.Record.parse(run(*ARGUMENTS, "--json").stdout)
    shown = typed("", "", arguments=ARGUMENTS).stdout
    first, second = (step.decision for step in record.steps[:2])
    assert first.strategy == "random"
    head = f"1  open {list(first.move.cell)}  random  unknown risk\n"
    assert f"{head}Chosen at random from 25 hidden cells.\n" in shown
    assert f"single-point passes: {first.passed[0].words}.\n" in shown
    assert f"2  open {list(second.move.cell)}  {second.strategy}" in shown
    assert "\x1b" not in shown


def test_board_is_printed_once_a_step_and_in_the_end() -> None:
    shown = typed("", "u", "go").stdout
    assert shown.count("0   1   2   3   4\n") == 4
    assert shown.splitlines()[-2].startswith("move ")
    assert shown.splitlines()[-1].startswith(
        ("single-point > random won", "single-point > random lost")
    )


def test_status_counts_moves_lives_daggers_gold_and_random_probes() -> None:
    last = typed("probe 0 3", "mark 0 4", "mark 4 4").stdout.splitlines()[-1]
    assert last == "move 3 · 2 mines left · 1 life · gold 0 · random probes 0"
    assert typed("").stdout.splitlines()[-1].endswith(" · random probes 1")


def test_cells_are_typed_and_shown_as_row_and_column() -> None:
    world = examples()["EASY1"]
    assert world.deal.grid.cell(min(world.deal.mine_indices(0, "any"))) == (0, 4)
    result = typed("probe 0, 4")
    assert "1  you opened [0, 4]  hit a mine\n" in result.stdout
    assert "You lost after 1 move" in result.stdout


def test_go_makes_so_many_moves() -> None:
    shown = typed("go 2", "undo 9", "redo 2", "undo").stdout
    assert "undone: 2 moves" in shown
    status = [line for line in shown.splitlines() if line.startswith("move") and "·" in line]
    assert [line.split(" · ")[0] for line in status] == [
        "move 0",
        "move 2",
        "move 0 of 2",
        "move 2",
        "move 1 of 2",
    ]


@pytest.mark.parametrize(
    ("commands", "words"),
    [
        (["u"], "there is no move to undo"),
        (["r"], "there is no move to redo"),
        (["probe 0 5"], "cell [0, 5] is outside the 5x5 grid"),
        (["probe 0 1", "probe 0 1"], "cannot open [0, 1]: it is not a hidden cell"),
        (["mark 0 1", "mark 0 1"], "cannot flag [0, 1]: it is not a hidden cell"),
        (["unmark 0 1"], "cannot unflag [0, 1]: it has no flag"),
        (["probe 0 4", ""], "the game is lost: no more moves"),
        (["probe 0 4", "mark 0 0"], "the game is lost: no more moves"),
        (["fly"], "there is no command 'fly'; type ? for a list of commands"),
        (["x" * 100_000], "a command has at most 1,000 characters"),
        (["save /nowhere/game"], "/nowhere/game: its folder does not exist"),
    ],
)
def test_what_cannot_be_done_is_said_and_the_session_goes_on(
    commands: list[str], words: str
) -> None:
    result = typed(*commands, "u", "probe 0 1")
    assert result.exit_code == 0
    assert said(result)[len(commands) - 1] == words
    assert len(said(result)) == len(commands) + 2


def test_input_that_is_no_text_ends_in_sentences() -> None:
    result = run(*ARGUMENTS, stdin=b"\xff\xfe\n\x1b[A\x00\nprobe \xd9\xa3 1\n" + b"\xff" * 5000)
    assert result.exit_code == 0
    assert len(said(result)) == 4
    assert "\x1b" not in result.stdout


def test_agent_that_knows_no_move_leaves_it_to_the_user() -> None:
    arguments = ("world", "EASY1", "--player", "scan", "--seed", "3")
    shown = typed("", "go", "probe 0 0", "go", arguments=arguments).stdout
    assert shown.count("The agent has no move: make one yourself, or undo.") == 3
    record = json.loads(run(*arguments, "--json").stdout)
    assert (record["outcome"], record["moves"]) == ("passed", 0)


def test_end_shows_everything_and_can_be_taken_back() -> None:
    arguments = ("world", "EASY1", "--player", "random", "--seed", "3")
    shown = typed("mark 4 0", "probe 0 4", "u", "q", arguments=arguments).stdout
    end, after = shown.split("You lost")
    board = end.splitlines()[-6:-1]
    assert sum(line.count("✹") for line in board) == 4
    assert sum(line.count("G") for line in board) == 1
    assert board[-1].startswith("4   x")
    assert "undone: open [0, 4] by you" in after
    assert "✹" not in after


def test_help_names_every_key() -> None:
    for shown in (typed("?").stdout, run("world", "--help").stdout):
        for key in COMMANDS:
            assert f"{key.usage} " in shown
            assert key.help in shown


def test_record_is_kept_whatever_ends_the_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    arguments = (*ARGUMENTS, "--output", str(file))
    for commands in (["", "probe 0 4"], ["", "probe 0 4", "q"]):
        typed(*commands, arguments=arguments)
        record = sapper.Record.parse(file.read_text())
        assert [step.decision.strategy for step in record.steps] == ["random", "you"]
        assert record.world == "EASY1"
        file.unlink()

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(world_loop, "parse", stopped)
    assert typed("", arguments=arguments).exit_code == 130
    assert sapper.Record.parse(file.read_text()).steps == ()


def test_saved_game_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    typed("go 2", "mark 0 4", f"save {file}", "u")
    shown = typed("u", "", "q", arguments=("world", "--resume", str(file))).stdout
    assert shown.startswith("EASY1 · 5x5x4 · seed 3 · single-point > random · ")
    whole = typed("go 3").stdout
    third = [line for line in whole.splitlines() if line.startswith("3  open")]
    assert [line for line in shown.splitlines() if line.startswith("3  open")] == third
    other = typed("", arguments=("world", "--resume", str(file), "--player", "csp")).stdout
    assert " · csp · " in other


def test_game_of_another_verb_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "--player", "csp", "--level", "beginner", "--seed", "1", "--output", str(file))
    played = sapper.Record.parse(file.read_text())
    again = run("world", "--resume", str(file), "--json", "--output", str(file)).stdout
    assert sapper.Record.parse(again) == played
    assert sapper.Record.parse(file.read_text()) == played


def test_hints_are_shown_before_the_first_move(tmp_path: Path) -> None:
    deal = Deal.of_mines(Grid(4, 1), frozenset({3}))
    world = World("hinted", deal, Rules("any", signs="marks"), ((0, 2),))
    file = tmp_path / "worlds"
    write_worlds(file, [world])
    shown = typed("u", arguments=("world", str(file), "--player", "csp")).stdout
    assert "0   ■   ■  >1   ■" in shown
    assert shown.splitlines()[-1] == "there is no move to undo"


def test_rules_are_changed_by_options() -> None:
    options = ("--signs", "counts", "--zeros", "closed", "--lives", "3", "--gold-known")
    record = json.loads(run(*ARGUMENTS, *options, "--json").stdout)
    assert record["rules"] == {
        "first": "any",
        "zeros_open": False,
        "lives": 3,
        "won_by": "opening",
        "signs": "counts",
        "gold_known": True,
    }
    shown = typed("probe 0 0", "probe 1 1", arguments=(*ARGUMENTS, *options)).stdout
    assert "0+1" in shown
    assert "4 lives" in shown
    assert "gold 1/1" in shown


def test_size_is_dealt_from_the_seed() -> None:
    deals = [
        json.loads(run("world", "easy", "--seed", seed, "--json").stdout)
        for seed in ("4", "4", "5")
    ]
    assert deals[0]["world"] == "easy-4-0"
    assert deals[0]["deal"] == deals[1]["deal"] != deals[2]["deal"]


def test_list_names_the_examples_with_their_size() -> None:
    listed = run("world", "--list").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(examples())
    assert "EASY1    5x5, 4 daggers, 1 gold" in listed
    found = json.loads(run("world", "--list", "--json").stdout)
    assert found[0] == {"name": "EASY1", "width": 5, "height": 5, "mines": 4, "gold": 1}


def test_quiet_shows_only_the_end() -> None:
    shown = typed("fly", arguments=(*ARGUMENTS, "--quiet")).stdout  # commands are not read
    assert "1  open" not in shown
    assert "fly" not in shown
    assert shown.splitlines()[-1].startswith(
        ("single-point > random won", "single-point > random lost")
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--json"], "-o, --quiet and --json need a WORLD"),
        (["medium10"], "MEDIUM10 is a map of the coursework that does not come with sapper"),
        (["nowhere"], "nowhere"),
        (["EASY1", "--player", "nobody"], "'nobody'"),
        (["EASY1", "--lives", "0"], "'0'"),
        (["EASY1", "--seed", "x"], "'x'"),
        (["EASY1", "--signs", "both"], "'both'"),
        (["EASY1", "--output", "/nowhere/game"], "/nowhere/game"),
        (["--resume", "/nowhere/game"], "/nowhere/game"),
        (["EASY1", "--resume", "game"], "--resume takes the world"),
        (["--resume", "game", "--lives", "2"], "--resume takes the world"),
    ],
)
def test_wrong_arguments_are_a_sentence(arguments: list[str], words: str) -> None:
    assert words in sentence("world", *arguments, stdin="\n")


@pytest.mark.parametrize("rows", ["0d1\n12", "00\n0d", "gd\n11", "0?\n00", ""])
def test_wrong_map_is_a_sentence(rows: str, tmp_path: Path) -> None:
    file = tmp_path / "map"
    file.write_text(rows)
    assert str(file) in sentence("world", str(file), stdin="\n")


def test_a_persons_game_has_their_name(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for options, name in (((), "you"), (("--name", "Ada"), "Ada")):
        typed("probe 0 0", "q", arguments=("world", "EASY1", "--output", str(file), *options))
        assert sapper.Record.parse(file.read_text()).player == name
    assert "is a player of sapper" in sentence("world", "EASY1", "--name", "csp")


def test_a_terminal_has_colours_and_a_prompt_and_ctrl_c_keeps_the_record(tmp_path: Path) -> None:
    file, (master, slave) = tmp_path / "game.json", open_terminal()
    command = [sys.executable, "-m", "sapper", *ARGUMENTS, "--output", str(file)]
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    environment["TERM"] = "xterm-256color"
    with subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment
    ) as process:
        os.close(slave)
        seen = b""
        for prompts in (1, 2):
            while seen.count(PROMPT.encode()) < prompts:
                seen += os.read(master, 65536)
            if prompts == 1:
                os.write(master, b"\n")
        code = None
        while code is None:  # a signal just before a read is heard only after it
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                code = process.wait(10)
    assert code == 130
    os.close(master)
    assert b"\x1b[1m1  open [" in seen
    assert len(sapper.Record.parse(file.read_text()).steps) == 1


def test_without_a_world_it_asks_for_one_after_another() -> None:
    lines = ("nowhere", "easy1", "abc", "", "q", "", "easy", "7", "q", "-", "d1", "11", "", "5")
    result = typed(*lines, "q", "exit", "EASY1", arguments=("world",))
    assert result.exit_code == 0
    said = result.stdout
    assert "nowhere is neither an example" in said
    (drawn,) = re.findall(r"seed (\d+), drawn at random", said)
    assert f"EASY1 · 5x5x4 · seed {drawn} · logic3" in said
    assert "easy-7-0 · 5x5x4 · seed 7" in said
    assert "world · 2x2x1 · seed 5" in said
    assert said.rstrip().endswith("> exit")


def test_a_map_on_standard_input_comes_before_the_commands() -> None:
    result = typed("# mine lives=2", "d1", "11", "", "probe 0 0", arguments=("world", "-"))
    assert result.exit_code == 0
    assert "mine · 2x2x1" in result.stdout
    assert "1  you opened [0, 0]" in result.stdout
    wrong = run("world", "-", stdin="d0\n11\n\n")
    assert wrong.exit_code == 2
    assert "the clue 0 at [0, 1] should be 1" in wrong.stderr


def test_report_plays_the_published_game_a_turn_at_a_time() -> None:
    arguments = ("world", "HARD10", "--report", "--player", "logic1", "--seed", "4")
    shown = typed("", "", "u", "redo", "go", arguments=arguments).stdout
    assert "2  open [0, 1]  scan" in shown
    assert "undone: 3 moves" in shown
    assert shown.count(" 0 | 0 | 2 | C |") == 2
    assert shown.splitlines()[-2].endswith("random probes 8")
    record = json.loads(run(*arguments, "--json").stdout)
    assert record["rules"]["zeros_open"] is False
    assert record["player"] == "origin > scan(whole=true) > random(java=4)"


def test_a_map_on_standard_input_may_be_played_to_the_end() -> None:
    record = json.loads(run("world", "-", "--json", "--seed", "1", stdin="000\n011\n01d\n").stdout)
    assert (record["mines"], record["width"], record["outcome"]) == (1, 3, "won")
