"""Options that several verbs have are spelt, read and described alike."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click
import pytest

from sapper.cli import VERBS, main
from sapper_lab.cli import plan_command
from tests.cli.runs import run, sentence

#: What stands for the value, and how the help begins.
WORDS = {
    "--games": ("N", "Number of games of "),
    "--seed": ("N", "Seed for "),
    "--number": ("N", "Which deal of the seed"),
    "--seconds": ("S", "Time limit for "),
    "--first": (None, "Rule for the first cell |First-move rule of |Only games with this first"),
    "--player": ("RECIPE", "The player|The agent|A player"),
}
OTHERS = ("learn", "mio-table-2", "mio-table-3")  #: with words of their own


def options(command: click.Command) -> Iterator[tuple[str, click.Option]]:
    """The options of a verb by name."""
    for option in command.params:
        if isinstance(option, click.Option):
            for name in option.opts:
                yield name, option


def commands() -> Iterator[tuple[str, click.Command]]:
    """All verbs, experiments and subcommands, and that of plans."""
    context = click.Context(main)
    for verb in VERBS:
        command = main.get_command(context, verb)
        assert command is not None
        yield verb, command
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                found = command.get_command(context, name)
                assert found is not None
                yield name, found
    yield "plan", plan_command("x.toml")


@pytest.mark.parametrize("name", WORDS)
def test_an_option_is_described_alike_wherever_it_is(name: str) -> None:
    value, begins = WORDS[name]
    found = [
        (verb, option)
        for verb, command in commands()
        for at, option in options(command)
        if at == name and verb not in OTHERS and not (name == "--seconds" and option.multiple)
    ]
    assert len(found) > 1
    for verb, option in found:
        assert option.help is not None
        assert option.help.startswith(tuple(begins.split("|"))), verb
        assert value in (None, option.make_metavar(click.Context(main))), verb


def test_an_option_with_one_value_is_given_once() -> None:
    """Click would take the last value without a word."""
    checked = 0
    for name in VERBS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        if isinstance(command, click.Group):
            continue
        for at, option in options(command):
            if option.multiple or option.is_flag or at not in option.opts[-1:]:
                continue
            once = (at, *["1"] * option.nargs)
            said = sentence(name, *once, *once)
            assert said == f"{at} is given twice (see sapper {name} --help)", said
            checked += 1
    assert checked > 50
    assert "--seed is given twice" in sentence("experiment", "3x3-7", "--seed", "1", "--seed", "2")
    assert "--csv and --json exclude each other" in sentence("export", "s.db", "--csv", "--json")
    assert run("deal", "--level", "2x2x1", "--json", "--json").exit_code == 0


@pytest.mark.parametrize("verb", ["optimum", "bounds", "opening"])
def test_a_verb_about_a_board_takes_it_as_argument_or_option(verb: str) -> None:
    small = ("--deals", "20") if verb == "bounds" else ("--games", "20") * (verb == "opening")
    answers = [
        json.loads(run(verb, *board, *small, "--json").stdout)
        for board in (["3x1x1"], ["--level", "3x1x1"])
    ]
    for answer in answers:
        answer.pop("seconds", None)
    assert answers[0] == answers[1]
    assert "give the board once" in sentence(verb, "3x1x1", "--level", "3x1x1")
    assert "LEVEL" in sentence(verb)


def test_no_help_shows_a_range_as_an_inequality() -> None:
    for name, command in commands():
        shown = command.get_help(click.Context(command, info_name=name))
        assert "x<" not in shown, name
        assert "x>" not in shown, name
