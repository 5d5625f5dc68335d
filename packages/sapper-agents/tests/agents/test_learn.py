"""``sapper learn``: the contract's JSON, clauses for people, files, and wrong input."""

import json
from pathlib import Path

import pytest

from mio import parse_theory, written
from task_folders import write
from tests.cli.interrupting import interrupted
from tests.cli.runs import run, sentence

RULE = "east(A) :- car(A,B), short(B)."


def test_json_has_the_fixed_keys(tmp_path: Path) -> None:
    found = json.loads(run("learn", str(write(tmp_path)), "--json").stdout)
    assert found["theory"] == [RULE]
    assert found["train_accuracy"] == 1.0
    assert found["test_accuracy"] is None
    assert found["clauses_explored"] > 0
    assert found["seconds"] > 0


def test_people_get_a_theory_that_prolog_reads(tmp_path: Path) -> None:
    shown = run("learn", str(write(tmp_path))).stdout
    assert [str(clause) for clause in parse_theory(shown)] == [RULE]
    assert "% training examples: 100% right (4 of 4; 0 missed, 0 wrongly covered)" in shown


@pytest.mark.parametrize("search", ["greedy-macros", "ida-macros", "ida"])
def test_every_search_can_be_asked_for(tmp_path: Path, search: str) -> None:
    assert RULE in run("learn", str(write(tmp_path)), "--search", search).stdout


def test_a_theory_is_kept_and_scored_again(tmp_path: Path) -> None:
    task, file = str(write(tmp_path, exs_test="pos(east(t1)). neg(east(t2)).")), tmp_path / "t.pl"
    run("learn", task, "--output", str(file))
    assert file.read_text() == RULE + "\n"
    found = json.loads(run("learn", task, "--theory", str(file), "--json").stdout)
    assert found["theory"] == [RULE]
    assert found["test"] == {
        "true_positives": 1,
        "false_negatives": 0,
        "true_negatives": 0,
        "false_positives": 1,
    }


def test_ctrl_c_prints_what_is_found(tmp_path: Path) -> None:
    """Two rules are needed; it is pressed when the first is found."""
    task = str(write(tmp_path, exs="pos(east(t1)). pos(east(t2)). pos(east(t3)). neg(east(t4))."))
    ended = interrupted("learn", task, at="mio.learning.covering:Covering.take", call=1)
    assert ended.code == 130
    assert RULE in ended.output
    assert "% 1 positive not covered when learning stopped" in ended.output
    assert "% training examples: 75.0% right (3 of 4; 1 missed" in ended.output


def test_ctrl_c_ends_the_reading_of_files(tmp_path: Path) -> None:
    reading = "mio.background.background:Background"
    ended = interrupted("learn", str(write(tmp_path)), at=reading, call=1)
    assert (ended.code, ended.output) == (130, "")


def test_learning_stops_at_the_memory_limit_and_says_so(tmp_path: Path) -> None:
    task = str(write(tmp_path))
    ended = run("learn", task, "--megabytes", "1", "--json")
    words = "learning stopped because it needs more memory than the 1 MB of --megabytes"
    assert ended.exit_code == 0
    assert json.loads(ended.stdout)["finished"] is False
    assert json.loads(ended.stdout)["notes"][-1] == words
    assert f"% {words}\n" in run("learn", task, "--megabytes", "1").stdout


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["no/such/folder"], "no/such/folder: no such folder"),
        (["TASK", "--theory", "no/such/file"], "no/such/file: cannot be read: no such file"),
        (["TASK", "--output", "no/such/file"], "no/such/file: no such file or directory"),
        (["TASK", "--seconds=-1"], "'-1' is not a number of seconds"),
        (["TASK", "--workers", "none"], "invalid value for '--workers': 'none' is not"),
        (["TASK", "--search", "luck"], "'luck' is not one of 'auto'"),
        (["TASK", "--rules", "paper"], "--rules is for the task minesweeper, not for a folder"),
        (["minesweeper", "--theory", "no/such/file"], "a file of rules, found no/such/file"),
        (["minesweeper", "--ask", "server"], "--ask needs a folder, not the task minesweeper"),
        (["minesweeper", "--facts"], "--facts needs a folder, not the task minesweeper"),
        (
            ["minesweeper", "--bottom", "1", "--export", "x"],
            "--bottom learns nothing, so it cannot go with --export",
        ),
        (
            ["minesweeper", "--examples", "4", "4", "--iterations", "2"],
            "--accuracy and --iterations need counterexamples, so not --examples",
        ),
        (["TASK", "--accuracy", ".5"], "--accuracy is for the task minesweeper, not for a folder"),
        (["TASK", "--iterations", "2"], "--iterations needs --ask, which gives counterexamples"),
        (["TASK", "--bottom", "3"], "--bottom 3: there are 2 positives"),
        (["TASK", "--bottom", "1", "--theory", "t.pl"], "choose --theory or --bottom"),
    ],
)
def test_wrong_input_is_one_sentence(tmp_path: Path, arguments: list[str], expected: str) -> None:
    write(tmp_path)
    asked = [str(tmp_path) if word == "TASK" else word for word in arguments]
    assert expected in sentence("learn", *asked)


def test_the_most_specific_clause_has_the_rule_in_it(tmp_path: Path) -> None:
    shown = run("learn", str(write(tmp_path)), "--bottom", "2").stdout
    assert shown.startswith("% the most specific clause of east(t2): ")
    (clause,) = parse_theory(shown)
    found = json.loads(run("learn", str(tmp_path), "--bottom", "2", "--json").stdout)
    assert found == {
        "example": "east(t2)",
        "clause": str(clause),
        "literals": len(clause.body),
    }
    assert {"car", "short", "long"} <= {
        goal.partition("(")[0] for goal in map(written, clause.body)
    }
