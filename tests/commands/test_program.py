"""The program as a process: quick to start, and complete in its help."""

import json
import os
import re
import signal
import subprocess
import sys

import click
import pytest

import sapper
from sapper.cli import VERBS, main
from tests.cli.interrupting import interrupted
from tests.cli.runs import run

SAPPER = [sys.executable, "-m", "sapper"]


def loaded(code: str) -> set[str]:
    """The modules that a fresh interpreter has after running some code."""
    script = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_importing_sapper_loads_nothing_heavy() -> None:
    assert not loaded("import sapper") & {
        "numpy",
        "click",
        "rich",
        "joblib",
        "msgspec",
        "sapper.game",
    }


def test_help_loads_nothing_heavy() -> None:
    code = "from sapper.cli import main\ntry:\n main(['play', '--help'])\nexcept SystemExit:\n pass"
    found = loaded(code)
    assert "click" in found
    assert not found & {"numpy", "rich", "joblib", "msgspec", "sapper.game", "sapper.inference"}


def test_reading_a_text_loads_nothing_that_reads_pictures() -> None:
    found = loaded("from sapper.records.files import read_any\nread_any(b'2x1x1\\nHH')")
    assert "sapper.notation.pictures" in found
    assert "sapper_formats" not in found


def test_every_public_name_is_there() -> None:
    for name in sapper.__all__:
        assert getattr(sapper, name) is not None
    assert set(sapper.__all__) <= set(dir(sapper))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        sapper.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_every_verb_has_help_with_an_example() -> None:
    for verb in VERBS:
        command = main.get_command(click.Context(main), verb)
        assert command is not None
        shown = run(verb, "--help").stdout
        assert "Example:" in shown
        assert f"sapper {verb}" in shown
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help
                assert parameter.opts[0] in shown


def test_main_help_names_every_verb() -> None:
    shown = run("--help").stdout
    assert run().stdout == shown
    named = re.findall(r"^  ([a-z][\w, -]+?)  +[A-Z]", shown, re.MULTILINE)
    assert [verb for verbs in named for verb in verbs.split(", ")] == list(VERBS)


def test_main_help_fits_on_a_screen_of_24_lines() -> None:
    lines = run("--help").stdout.splitlines()
    assert len(lines) <= 23  # and the prompt
    assert max(map(len, lines)) <= 80


def test_version_is_the_librarys() -> None:
    assert run("--version").stdout == f"sapper {sapper.__version__}\n"


@pytest.mark.slow
def test_program_plays_analyses_and_matches() -> None:
    play = [*SAPPER, "play", "--level", "beginner", "--seed", "1", "--json"]
    assert json.loads(subprocess.run(play, capture_output=True, check=True).stdout)["moves"]
    analyse = [*SAPPER, "analyse", "--json"]
    done = subprocess.run(analyse, input=b"2x1x1\nHH", capture_output=True, check=True)
    assert json.loads(done.stdout)["mine_probability"] == [[0.5, 0.5]]
    match = [*SAPPER, "match", "--player", "csp", "--games", "20", "--workers", "2", "--json"]
    done = subprocess.run(match, capture_output=True, check=True)
    assert json.loads(done.stdout)["games"] == 20
    assert b"Traceback" not in done.stderr


def test_output_survives_a_terminal_without_unicode() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [*SAPPER, "play", "--level", "beginner", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert done.stdout.isascii()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("by", "everyone"), [("SIGINT", True), ("SIGTERM", True), ("SIGTERM", False)]
)
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("recipe", ["csp", "scan > random"], ids=["native", "python"])
def test_a_signal_ends_a_match_with_its_partial_result(
    workers: str, recipe: str, by: str, everyone: bool
) -> None:
    ended = interrupted(
        *("match", "--player", recipe, "--games", "10000000", "--workers", workers, "--json"),
        at="sapper.arena.runner:Pace.record",
        call=3,
        by=by,
        everyone=everyone,
    )
    assert ended.code == 130
    found = json.loads(ended.output)
    assert found["interrupted"] is True
    assert 0 < found["games"] < 10_000_000
    assert ended.errors.splitlines() == [
        f"sapper: interrupted after {found['games']} games of each player"
    ]


@pytest.mark.slow
def test_the_workers_of_a_killed_match_end_soon() -> None:
    """They would wait five minutes for more games, and keep the standard streams open."""
    ended = interrupted(
        *("match", "--player", "scan > random", "--games", "10000000", "--workers", "2"),
        at="sapper.arena.runner:Pace.record",
        call=3,
        by="SIGKILL",
        everyone=False,
    )
    assert ended.code == -signal.SIGKILL
