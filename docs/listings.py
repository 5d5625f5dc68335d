"""Sphinx directives that list sapper's commands and strategies.

The lists are made from the definitions that ``sapper VERB --help`` and the recipes use, so they are
always up to date.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from sapper.cli import main
from sapper.players import STRATEGIES


class Strategies(SphinxDirective):
    """A section for each strategy, with its options, their defaults and the class docstring."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        text = "".join(
            f"### `{name}`\n\n{_options(name)}{inspect.getdoc(made)}\n\n"
            for name, made in STRATEGIES.items()
        )
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def _options(strategy: str) -> str:
    """Return the options as in a recipe, or nothing if there are none."""
    found = inspect.signature(STRATEGIES[strategy]).parameters.values()
    written = ", ".join(f"{option.name}={_value(option.default)}" for option in found)
    return f"`{strategy}({written})`\n\n" if written else ""


def _value(default: object) -> str:
    return "…" if default is None else str(default).lower()


class Commands(SphinxDirective):
    """A section for each verb, with subsections for its subcommands."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        context = click.Context(main, info_name="sapper")
        return [self._section(found) for found in commands(context)]

    def _section(self, context: click.Context) -> nodes.section:
        section = nodes.section(ids=[nodes.make_id(context.command_path)])
        section += nodes.title("", "", nodes.literal("", context.command_path))
        usage = context.command.get_usage(context).removeprefix("Usage: ")
        section += nodes.literal_block(usage, usage, language="text")
        section += list(paragraphs(context.command.help or ""))
        section += list(options(context))
        section += list(paragraphs(context.command.epilog or ""))
        section += [self._section(found) for found in commands(context)]
        return section


def commands(context: click.Context) -> Iterator[click.Context]:
    """Yield the contexts of a group's commands; nothing if the command is not a group."""
    if not isinstance(context.command, click.Group):
        return
    for name in context.command.list_commands(context):
        command = context.command.get_command(context, name)
        assert command is not None, f"{name} is listed but missing"
        if not command.hidden:
            yield click.Context(command, info_name=name, parent=context)


def paragraphs(text: str) -> Iterator[nodes.Node]:
    """Convert click's help text: paragraphs, and literal blocks after a backspace."""
    for block in text.split("\n\n"):
        if block.startswith("\b\n"):
            kept = block.removeprefix("\b\n")
            yield nodes.literal_block(kept, kept, language="text")
        elif block.strip():
            yield nodes.paragraph("", " ".join(block.split()))


def options(context: click.Context) -> Iterator[nodes.Node]:
    """Convert the options to a definition list."""
    found = nodes.definition_list()
    for option in context.command.get_params(context):
        record = option.get_help_record(context)
        if record is not None and "--help" not in option.opts:
            names, words = record
            item = nodes.definition_list_item()
            item += nodes.term("", "", nodes.literal("", names))
            item += nodes.definition("", nodes.paragraph("", words))
            found += item
    if found.children:
        yield found


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives; called by Sphinx."""
    app.add_directive("commands", Commands)
    app.add_directive("strategies", Strategies)
    return {"parallel_read_safe": True}
