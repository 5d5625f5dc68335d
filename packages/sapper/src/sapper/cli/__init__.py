"""The command line: one module for each verb, imported when it is called. No game logic."""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoints, entry_points
from importlib.util import find_spec
from itertools import pairwise

import click

from sapper.cli.errors import run_and_exit
from sapper.cli.options import Start
from sapper.errors import missing
from sapper.logs import configure_logging

#: The verbs by task: those of a line are related, and the line of the help says what they do.
TASKS: dict[str, dict[tuple[str, ...], str]] = {
    "Play and train": {
        ("serve", "tui", "site"): "Open the workbench, or write it as static files.",
        ("play", "world"): "Show one game with reasons; Daggers & Gold.",
        ("history",): "List, export and import your own games.",
        ("puzzle",): "Solve puzzles from real games, or today's three.",
    },
    "Analyse": {
        ("analyse", "solve", "review"): "The best move; is a guess needed; review a game.",
        ("convert", "deal"): "Convert between notations; write deals.",
        ("variant",): "Other rules: analyse, prove, deal, puzzles.",
    },
    "Compare": {
        ("match",): "Compare players on the same deals.",
        ("experiment", "report", "export"): "Run a plan; summarise and export its games.",
        ("optimum", "bounds", "opening"): "Compute or bound perfect play; first cells.",
    },
    "Reason and learn": {
        ("believe", "learn"): "Limited belief; rules learned from examples.",
    },
    "Connect": {
        ("engine", "mcp", "new-strategy"): "Connect other programs, or your own strategy.",
    },
}

#: The verbs, in the order of the help. Each is a module of ``verbs`` with a ``command``.
VERBS = tuple(verb for lines in TASKS.values() for verbs in lines for verb in verbs)

COLUMN = 28  #: characters of the verbs in the help

#: The group of entry points under which installed packages offer verbs.
GROUP = "sapper.verbs"
#: The verbs of ``TASKS`` that are found there, by the extra that installs their package.
EXTRAS = {
    "agents": ("believe", "learn"),
    "lab": ("bounds", "experiment", "export", "opening", "optimum", "report"),
    "variants": ("variant",),
    "mcp": ("mcp",),
    "workbench": ("history", "puzzle", "serve", "site", "tui", "world"),
}
OFFERED = {verb: extra for extra, verbs in EXTRAS.items() for verb in verbs}

#: Other spellings of verbs, which no help lists.
ALIASES = {"analyze": "analyse"}


class Verbs(click.Group):
    """A group that imports a command only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs."""
        return list(VERBS)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs by task instead of the options, so that the help fits on one screen."""
        formatter.write_paragraph()
        for task, lines in TASKS.items():
            formatter.write(f"{task}:\n")
            for verbs, words in lines.items():
                formatter.write(f"  {', '.join(verbs):<{COLUMN}}{words}\n")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb. Raises a usage error that suggests the nearest verb."""
        name = ALIASES.get(cmd_name, cmd_name)
        if cmd_name.startswith("-"):
            return None  # click says which option is wrong
        if name not in VERBS or name in OFFERED:
            for entry in _offered().select(name=name):
                if find_spec(entry.module.partition(".")[0]) is None:
                    break  # uninstalled by hand
                offered: click.Command = entry.load()
                return offered
            if name in OFFERED:
                return _missing(name, OFFERED[name])
            raise click.NoSuchCommand(cmd_name, possibilities=VERBS, ctx=ctx)
        command: click.Command = import_module(f"sapper.cli.verbs.{name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb and its arguments, none of them empty or repeated."""
        name, command, arguments = super().resolve_command(ctx, args)
        _refuse_empty(arguments)
        if command is not None:
            _refuse_repeated(command, arguments, click.Context(command, ctx, name))
        return name, command, arguments

    def main(self, *args: object, **options: object) -> None:  # type: ignore[override]
        """Run and exit; see ``sapper.cli.errors`` for the exit codes.

        Without arguments, the command line is that of the process, which ends with it.
        """
        alone = not args and not options
        given = {"obj": Start.of_process() if alone else Start(), **options}
        run = partial(super().main, *args, **{**given, "standalone_mode": False})
        run_and_exit(run, alone=alone)


@cache
def _offered() -> EntryPoints:
    """Return the verbs of installed packages: to look for them reads a file of each package."""
    return entry_points(group=GROUP)


def _missing(verb: str, extra: str) -> click.Command:
    """Return a command that says what to install."""

    def refuse(**_: object) -> None:
        raise missing(extra, f"sapper {verb}")

    return click.Command(
        verb,
        callback=refuse,
        params=[click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED)],
        context_settings={"ignore_unknown_options": True},
        help=f"Needs the packages of the extra '{extra}': pip install 'sapper[{extra}]'.",
    )


def _refuse_empty(arguments: list[str]) -> None:
    """Raise a usage error if an argument, or the value of an option, is empty."""
    for before, argument in pairwise(["", *arguments]):
        option, equals, value = argument.partition("=")
        if not argument or (option.startswith("--") and equals and not value):
            option = option or (before if before.startswith("--") else "an argument")
            raise click.UsageError(f"{option} cannot be empty")


def _refuse_repeated(command: click.Command, arguments: list[str], ctx: click.Context) -> None:
    """Raise a usage error if an option that takes one value is given twice: click takes the last.

    Of options that set the same value, such as ``--csv`` and ``--json`` of export, only one may be
    given; a flag may be repeated.
    """
    try:
        _, rest, given = command.make_parser(ctx).parse_args([*arguments])
    except click.UsageError:
        return  # the command will raise it
    options = [each for each in given if isinstance(each, click.Option) and not each.multiple]
    for at, option in enumerate(options):
        for earlier in options[:at]:
            if earlier is option and not option.is_flag:
                raise click.UsageError(f"{option.opts[-1]} is given twice", ctx)
            if earlier is not option and earlier.name == option.name:
                words = f"{earlier.opts[-1]} and {option.opts[-1]} exclude each other"
                raise click.UsageError(words, ctx)
    if isinstance(command, click.Group) and rest and rest[0] in command.list_commands(ctx):
        verb = command.get_command(ctx, rest[0])
        if verb is not None:
            _refuse_repeated(verb, rest[1:], click.Context(verb, ctx, rest[0]))


def _version(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        import sapper

        click.echo(f"sapper {sapper.__version__}")
        ctx.exit()


@click.command(
    "sapper",  # as which the verbs of other packages name it
    cls=Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="sapper COMMAND --help explains a command; --version shows the version.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play Minesweeper, explain every move, and measure who plays best."""
    configure_logging()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
