"""``sapper variant``: other rules of Minesweeper."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from sapper.cli import options
from sapper.cli.options import Whole, as_json, echo_json, time_limit

if TYPE_CHECKING:
    from sapper_variants.analysis import Analysis
    from sapper_variants.position import Position
    from sapper_variants.proof import Explanation

NAME = "A name, several joined by +, or a file .toml"
LEVEL = "8x8x20"


@click.group(epilog="\b\nExample:\n  sapper variant show snake")
def command() -> None:
    """Analyse and play by other rules of Minesweeper.

    A VARIANT is a name that sapper variant list prints, several names joined by + (their rules then
    apply together), or a file NAME.toml with rules of your own.

    Each subcommand that computes something accepts --json.
    """


@command.command("list")
@as_json
def list_command(as_json: bool) -> None:
    """List the variants, each with its rule in one sentence.

    With --json: a list of objects with name and rule.
    """
    from sapper_variants.variant import Variant, names

    found = [Variant.named(name) for name in names()]
    if as_json:
        echo_json([{"name": variant.name, "rule": variant.rule} for variant in found])
        return
    wide = max(len(variant.name) for variant in found)
    for variant in found:
        click.echo(f"{variant.name:<{wide}}  {variant.rule}")


@command.command("show", epilog="\b\nExample:\n  sapper variant show liar")
@click.argument("variant")
def show_command(variant: str) -> None:
    """Show a variant: its rule, the file that declares it, and a small finished board.

    VARIANT is a name, several joined by +, or a file .toml.
    """
    from sapper_variants.dealing import shown_example
    from sapper_variants.variant import RULES, Variant, names

    found = Variant.named(variant)
    click.echo(found.rule)
    if variant in names():
        click.echo(f"\n{(RULES / f'{variant}.toml').read_text(encoding='utf-8').rstrip()}")
    click.echo(f"\n{shown_example(found)}")


@command.command("check", epilog="\b\nExample:\n  sapper variant check quad+liar --positions 10")
@click.argument("variant")
@click.option(
    "--positions",
    type=Whole(0, 100_000),
    default=50,
    show_default=True,
    help="Number of random positions of each size.",
)
@click.option("--full", is_flag=True, help="Also check boards of up to 16 cells, in minutes.")
@options.seed("the positions")
@as_json
def check_command(variant: str, positions: int, full: bool, seed: int, as_json: bool) -> None:
    """Check what sapper infers from a variant against all layouts of small boards.

    VARIANT is a name, several joined by +, or a file .toml.

    Compares the constraints with the rules on all layouts, the number of layouts for each number of
    mines, and the certain cells, chances and proofs of random positions. Exit code 2 if something
    differs.

    With --json: variant, layouts, obeyed, positions, proofs and fault, empty if all is right.
    """
    from sapper.errors import InputError
    from sapper_variants.checking import LARGE, SIZES, check
    from sapper_variants.variant import Variant

    found = check(Variant.named(variant), positions, seed, SIZES + LARGE * full)
    if as_json:
        echo_json(
            {
                "variant": variant,
                "layouts": found.layouts,
                "obeyed": found.obeyed,
                "positions": found.positions,
                "proofs": found.proofs,
                "fault": found.fault,
            }
        )
    elif not found.fault:
        click.echo(str(found))
    if found.fault:
        raise InputError(f"{variant}: {found.fault}")


def _size(level: str | None) -> tuple[int, int, int]:
    """The width, height and number of mines of a level."""
    from sapper.game import Level

    chosen = Level.of(level or LEVEL)
    return chosen.grid.width, chosen.grid.height, chosen.mines


def _read(file: str, variant: str | None) -> Position:
    """The position in a file or on standard input."""
    from sapper.files import naming_errors, read_text
    from sapper_variants.position import Position
    from sapper_variants.variant import Variant

    text = read_text(file)
    with naming_errors(file):
        return Position.parse(text, None if variant is None else Variant.named(variant))


@command.command(
    "analyse",
    epilog="\b\nExample:\n  printf '3x2x2 liar\\nH 1 H\\nH H H' | sapper variant analyse",
)
@click.argument("file", default="-", metavar="[FILE|-]")
@click.option(
    "--variant", metavar="VARIANT", help="The variant, instead of the one that FILE names."
)
@click.option(
    "--cell",
    type=options.row_column,
    metavar="ROW,COLUMN",
    help="Only explain this hidden cell: why it is safe or a mine.",
)
@time_limit("the search for certain cells, and for a proof", 10)
@as_json
def analyse_command(
    file: str,
    variant: str | None,
    cell: tuple[int, int] | None,
    seconds: float,
    as_json: bool,
) -> None:
    """Show which cells of a position are certain, and how likely every other is to be a mine.

    FILE contains a position: a first line WIDTHxHEIGHTxMINES VARIANT, then one line per row with
    the cells separated by spaces: H for hidden cells, F for flagged ones, * for an open mine, ? for
    a safe cell without a clue, or what the clue shows. If the variant has clues at the border, a
    line for each border follows, such as: rows 2 ? 1.

    With --json: variant, width, height, mines, exact, log10_layouts, mine_probability (by row; null
    for open cells), safe and certain_mines. If counting needs too much memory, exact is false, all
    probabilities are null, and note says why. A position that no layout fits is an error (exit code
    2).

    With --cell, only the proof of this cell is printed, in steps; with --json: cell, verdict (safe,
    mine or guess), difficulty and steps.
    """
    from sapper_variants.analysis import analyse
    from sapper_variants.proof import explain

    position = _read(file, variant)
    found: Analysis | Explanation
    if cell is None:
        found = analyse(position, seconds=seconds)
    else:
        found = explain(position, cell, seconds=seconds)
    if as_json:
        echo_json(found.to_json())
    else:
        click.echo(str(found))


@command.command("deal", epilog="\b\nExample:\n  sapper variant deal snake --level 6x6x12 --seed 1")
@click.argument("variant")
@options.level(LEVEL)
@options.seed("the layout", default=None)
@as_json
def deal_command(variant: str, level: str | None, seed: int | None, as_json: bool) -> None:
    """Deal a board that obeys the rules of a variant, and show it with all clues and mines.

    VARIANT is a name, several joined by +, or a file .toml.

    Every layout has the same chance, unless they are too many to count; a solver then finds one.

    With --json: variant, seed, and board, the position with all mines open.
    """
    from sapper_variants.dealing import finished
    from sapper_variants.variant import Variant

    seed = options.any_seed() if seed is None else seed
    board = finished(Variant.named(variant), *_size(level), seed)
    if as_json:
        from sapper.json_input import seed_json

        echo_json({"variant": variant, "seed": seed_json(seed), "board": str(board)})
    else:
        click.echo(f"{board}\nseed {seed}")


@command.command(
    "puzzle", epilog="\b\nExample:\n  sapper variant puzzle cross+liar --level 5x5x6 --seed 1"
)
@click.argument("variant")
@options.level(LEVEL)
@options.seed("the puzzle", default=None)
@click.option("--solution", is_flag=True, help="Also show the solution.")
@as_json
def puzzle_command(
    variant: str, level: str | None, seed: int | None, solution: bool, as_json: bool
) -> None:
    """Make a board that can be won by logic alone, with as few clues as that takes.

    VARIANT is a name, several joined by +, or a file .toml.

    The difficulty is that of the hardest step of the simplest solution found, on the scale of
    explanations of standard Minesweeper: 1 for one clue, 2.5 for two, 6 and more for a supposition.

    With --json: variant, seed, clues (their number), rounds (how often everything certain must be
    opened), difficulty, hardest (the technique of the hardest step), start and solution, which are
    positions.
    """
    from sapper.json_input import seed_json
    from sapper_variants.puzzles import puzzle
    from sapper_variants.variant import Variant

    seed = options.any_seed() if seed is None else seed
    made = puzzle(Variant.named(variant), *_size(level), seed)
    if as_json:
        found: dict[str, Any] = {"variant": variant, "seed": seed_json(seed)}
        found |= {"clues": made.clues, "rounds": made.rounds}
        found |= {"difficulty": made.difficulty, "hardest": made.hardest[1]}
        echo_json(found | {"start": str(made.start), "solution": str(made.solution)})
        return
    click.echo(f"{made.start.variant.rule}\n\n{made.start}")
    if solution:
        click.echo(f"\n{made.solution}")
    click.echo(f"seed {seed}, difficulty {made.difficulty:g} ({made.hardest[1]})")


@command.command("play", epilog="\b\nExample:\n  sapper variant play snake --level 6x6x10")
@click.argument("variant")
@options.level(LEVEL)
@options.seed("the puzzle", default=None)
def play_command(variant: str, level: str | None, seed: int | None) -> None:
    """Play a board that logic alone can win, by typing moves.

    VARIANT is a name, several joined by +, or a file .toml.

    Type open ROW,COLUMN or flag ROW,COLUMN, both from 0; hint for a certain cell with its proof;
    show for the board; or quit. The game ends when all safe cells are open, or at a mine.
    """
    from sapper.errors import InputError
    from sapper_variants.puzzles import Try, puzzle
    from sapper_variants.variant import Variant

    seed = options.any_seed() if seed is None else seed
    made = puzzle(Variant.named(variant), *_size(level), seed)
    click.echo(f"{made.start.variant.rule}\n\n{made.start}\nseed {seed}")
    attempt = Try(made)
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        try:
            click.echo(attempt.answer(line))
        except InputError as error:
            click.echo(str(error))
        if attempt.over:
            return
