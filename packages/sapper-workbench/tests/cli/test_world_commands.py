"""The table of keys: every word of it is understood, and nothing else."""

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import InputError
from sapper_workbench.cli.world.commands import COMMANDS, Command, lines, parse

ARGUMENTS = {"": "", "[N]": "7", "ROW COLUMN": "8 3", "FILE": "my game.json"}


@pytest.mark.parametrize("key", COMMANDS, ids=lambda key: key.name)
def test_every_word_of_a_key_means_it(key: object) -> None:
    for each in COMMANDS:
        for word in (each.name, *each.aliases, each.name.upper()):
            command = parse(f"  {word} {ARGUMENTS[each.takes]}\n")
            assert command.name == each.name
            assert command.cell == ((8, 3) if each.takes == "ROW COLUMN" else None)
            assert command.count == (7 if each.takes == "[N]" else None)
            assert command.file == ("my game.json" if each.takes == "FILE" else "")


def test_no_word_means_two_keys() -> None:
    words = [word for key in COMMANDS for word in (key.name, *key.aliases)]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("written", ["8 3", "8,3", "8, 3", "[8, 3]", "8   3", "8\t3", "08 3"])
def test_a_cell_is_typed_as_row_and_column(written: str) -> None:
    assert parse(f"probe {written}") == Command("probe", cell=(8, 3))


def test_enter_is_a_step() -> None:
    assert parse("") == parse("\n") == Command("step")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("fly", "no command 'fly'"),
        ("probe", "ROW COLUMN"),
        ("probe 3", "not '3'"),
        ("probe -1 3", "not '-1 3'"),
        ("probe 3 8 1", "not '3 8 1'"),
        ("probe ٣ 8", "ROW COLUMN"),
        ("probe 99999999 1", "ROW COLUMN"),
        ("go 0", "from 1 to"),
        ("undo two", "'two'"),
        ("redo 1e3", "'1e3'"),
        ("save", "name of a file"),
        ("q now", "nothing after it"),
        ("x" * 2000, "at most"),
        ("\x1b[A", r"'\\x1b\[A'"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(line: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        parse(line)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 100


@given(st.text(max_size=60) | st.from_regex(r"(probe|go|u|save|\?) .{0,20}", fullmatch=True))
def test_no_line_is_more_than_refused(line: str) -> None:
    with contextlib.suppress(InputError):
        parse(line)


def test_help_has_a_line_for_every_key() -> None:
    assert len(lines()) == len(COMMANDS)
    for key, line in zip(COMMANDS, lines("  "), strict=True):
        assert re.match(rf"  .*\b{key.name}\b", line)
        assert line.endswith(key.help)
        assert len(line) <= 76
