"""Finds every command on a page, and checks that the program has it.

Nothing is run: click and argparse only parse the commands.
"""

from __future__ import annotations

import argparse
import re
import runpy
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import click

from sapper.cli import main
from tests.docs.pages import UVW

CODE = re.compile(r"^(`{3,})[^\n]*\n(.*?)^\1|(?<!`)`([^`]+)`(?!`)", re.M | re.S)
CONTINUED = re.compile(r"\s*\\\n\s*")
PROMPT = re.compile(r"^[$>%] ")
OURS = re.compile(r"(?:^|\s)(?:sapper(?:\s|$)|python -m (?:bench|papers))")
ALTERNATIVES = re.compile(r"(?<=\w)\|(?=\w)")
OPERATORS = "|&;<>"
#: A word that stands for a value: FILE, N, text|link, {name}, …
PLACEHOLDER = re.compile(r"[A-Z][A-Z_]*$|.*[/…{}]")
OPTION = re.compile(r"--[a-z][a-z-]+")


class UnknownCommandError(Exception):
    """The program has no such verb, or the verb no such option."""


def shown(text: str) -> Iterator[list[str]]:
    """Yield the commands in a page's blocks and spans of code, each as a list of words."""
    for found in CODE.finditer(text):
        block, span = found[2], found[3]
        code = " ".join(span.split()) if block is None else CONTINUED.sub(" ", block)
        for line in code.splitlines():
            yield from commands(line)


def commands(line: str) -> Iterator[list[str]]:
    """Yield the commands of sapper and its benchmarks in a line of shell code."""
    line = UVW.sub("", PROMPT.sub("", re.sub(r"(?:^|\s)#\s.*", "", line).strip()))
    if not OURS.search(line):
        return
    line = ALTERNATIVES.sub("/", line).replace("[", " ").replace("]", " ")
    reader = shlex.shlex(line, posix=True, punctuation_chars=OPERATORS)
    reader.whitespace_split = True
    part: list[str] = []
    for word in [*reader, ";"]:
        if word.strip(OPERATORS):
            part.append(word)
            continue
        while part and re.match(r"\w+=", part[0]):
            part.pop(0)
        if part[:1] == ["sapper"] or (
            part[:2] == ["python", "-m"] and re.match("bench|papers", part[2])
        ):
            yield part
        part = []


def parse(words: Sequence[str]) -> None:
    """Parse a command without running it. Raises UnknownCommandError."""
    if words[0] == "sapper":
        _parse_sapper(words[1:])
    else:
        _parse_bench(words[2], words[3:])


def _parse_sapper(words: Sequence[str]) -> None:
    command: click.Command = main
    context = click.Context(main, info_name="sapper")
    try:
        while True:
            values, words, _ = command.make_parser(context).parse_args(args=[*words])
            _choices(command, values)
            if not isinstance(command, click.Group) or not words or PLACEHOLDER.match(words[0]):
                return
            found = command.get_command(context, words[0])
            if found is None:
                raise UnknownCommandError(f"no such command: {words[0]}")
            context = click.Context(found, info_name=words.pop(0), parent=context)
            command = found
    except click.BadOptionUsage as error:
        if [error.option_name] != [*words[-1:]]:  # `sapper play --output` names the option alone
            raise UnknownCommandError(error.format_message()) from None
    except click.UsageError as error:
        raise UnknownCommandError(error.format_message()) from None


def _choices(command: click.Command, values: dict[str, object]) -> None:
    """Check the values of options that allow only certain values."""
    for option in command.params:
        value = values.get(option.name or "")
        if not isinstance(option.type, click.Choice) or not isinstance(value, str):
            continue
        if value not in option.type.choices and not PLACEHOLDER.match(value):
            raise UnknownCommandError(f"{option.opts[0]} cannot be {value}")


class _Parsed(BaseException):
    """The options were parsed, so the benchmark can stop."""


def _parse_bench(module: str, words: Sequence[str]) -> None:
    name = "bench.__main__" if module == "bench" else module
    if find_spec(name) is None:
        raise UnknownCommandError(f"no such module: {module}")
    if not words:
        return
    parse_args = argparse.ArgumentParser.parse_args

    def only(parser: argparse.ArgumentParser, *_: object) -> None:
        parse_args(parser, words)
        raise _Parsed

    with (
        patch.object(argparse.ArgumentParser, "parse_args", only),
        redirect_stderr(StringIO()) as to,
    ):
        imported = sys.modules.pop(name, None)  # runpy warns about a module that is imported
        try:
            sys.modules.pop(f"{name}.__main__", None)  # a test may have imported it
            runpy.run_module(name, run_name="__main__")
        except _Parsed:
            return
        except SystemExit:
            raise UnknownCommandError(to.getvalue()) from None
        finally:
            if imported is not None:
                sys.modules[name] = imported
    raise UnknownCommandError(f"{module} reads no options")


def all_options(context: click.Context) -> Iterator[str]:
    """Yield the options of a command and of all its subcommands."""
    for option in context.command.get_params(context):
        yield from option.opts
        yield from option.secondary_opts
    if isinstance(context.command, click.Group):
        names = context.command.list_commands(context)
        if context.info_name == "experiment":
            names = [*names, "PLAN.toml"]
        for name in names:
            command = context.command.get_command(context, name)
            assert command is not None
            yield from all_options(click.Context(command, info_name=name, parent=context))


def options_named(page: Path) -> set[str]:
    """Return the options that a page mentions on their own, such as ``--json``."""
    spans = [found[3] for found in CODE.finditer(page.read_text(encoding="utf-8")) if found[3]]
    return {name for span in spans if span.startswith("--") for name in OPTION.findall(span)}
