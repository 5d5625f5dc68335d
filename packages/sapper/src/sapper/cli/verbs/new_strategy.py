"""``sapper new-strategy``: a file with a strategy to start from."""

from __future__ import annotations

import re
from pathlib import Path

import click

from sapper.errors import InputError, RecipeError
from sapper.files import write_file

FILE_NAME = re.compile(r"[a-z][a-z0-9_]*\.py")


@click.command(epilog="\b\nExample:\n  sapper new-strategy quiet.py")
@click.argument("file", metavar="FILE.py")
def command(file: str) -> None:
    """Write a strategy to start from.

    FILE.py must not exist yet. The strategy has the name of the file: quiet_one.py has the strategy
    quiet-one. It can play at once: sapper play --strategies FILE.py --player NAME.
    """
    from sapper.players.recipes import RECIPES, STRATEGIES

    path = Path(file)
    if FILE_NAME.fullmatch(path.name) is None:
        raise InputError(
            f"{file}: the name of the file should be lower-case letters, digits and underscores,"
            " ending in .py"
        )
    name = path.stem.replace("_", "-")
    if name in STRATEGIES or name in RECIPES:
        raise RecipeError(f"{file}: the name '{name}' is taken by one of sapper's own strategies")
    if path.exists():
        raise InputError(f"{file}: file exists")
    write_file(path, _text(name))
    click.echo(f"{file} has the strategy '{name}'. Let it play:")
    click.echo(f"  sapper play --strategies {file} --player {name} --level beginner")
    click.echo(f"  sapper match --strategies {file} --player {name} --player swift --games 100")


def _text(name: str) -> str:
    """Return the template with the name of a strategy."""
    text = Path(__file__).parents[1].joinpath("template.py").read_text(encoding="utf-8")
    called = "".join(word.capitalize() for word in name.split("-"))
    return text.replace("Quiet", called).replace('"quiet"', f'"{name}"')
