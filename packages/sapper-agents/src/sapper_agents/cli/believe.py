"""``sapper believe``: the command ``limited-belief``, and Minesweeper played by its reasoner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import click

from limited_belief.cli import Command
from limited_belief.cli import command as reasoner
from sapper.cli import options
from sapper.cli.errors import end_if
from sapper.errors import BudgetError, InputError, plural
from sapper.game import Chance, Level
from sapper.notation.demo_boards import dealt, demo_size, demo_world
from sapper_agents.limited.action_theory import GOAL, TheoryGame, TheoryStep

MINESWEEPER = "minesweeper"  #: the task that needs no file
DEFAULT_LEVEL = "8x8x10"
DEFAULT_SEED = 1
DEFAULT_SECONDS = 60.0
MAX_SPLITS = 9

HELP = f"""{cleandoc(reasoner.help or "")}

The name minesweeper plays a game by questions alone: a basic action theory has the actions open
and flag, the fluents opened and flagged, and a sensor of the clue. A small program asks about one
hidden cell after another, at level 0, then 1 up to --splits, and does what the answer says, until
the goal is known: all cells are opened or flagged. --seconds limits the game (to
{DEFAULT_SECONDS:.0f} s without it). The board, its first cell and the order of the questions are
those of the demo of limited belief. --json then prints level, seed, splits, outcome, steps,
questions and seconds.
"""


def _believe(
    file: str | None,
    level: str | None,
    seed: int | None,
    guess: str | None,
    statements: bool,
    **given: Any,
) -> None:
    """Play Minesweeper, or leave another file to ``limited-belief``."""
    if file == MINESWEEPER:
        _play(level or DEFAULT_LEVEL, seed, guess or "first", statements=statements, **given)
        return
    if level is not None or seed is not None or guess is not None or statements:
        raise InputError("--level, --seed, --guess and --statements are for minesweeper only")
    assert reasoner.callback is not None
    reasoner.callback(file=file, **given)


command = Command(
    "believe",
    params=[
        click.Argument(["file"], required=False, metavar="[FILE|NAME|minesweeper|-]"),
        *reasoner.params[1:],
        click.Option(
            ["--level"],
            metavar="LEVEL",
            help=f"The board of minesweeper: {options.LEVEL}, or a board of the demo such as"
            f" demo-small.  [default: {DEFAULT_LEVEL}]",
        ),
        click.Option(
            ["--seed"],
            type=options.Whole(0, 2**31),
            help=f"Seed for the board of minesweeper, and its guesses.  [default: {DEFAULT_SEED}]",
        ),
        click.Option(
            ["--guess"],
            type=options.OneOf(["first", "random"]),
            help="Which cell of minesweeper to guess, beyond the frontier if possible: the first,"
            " column by column, or a random one.  [default: first]",
        ),
        click.Option(
            ["--statements"],
            is_flag=True,
            help="Print what the reasoner learned about minesweeper, the questions and its answers,"
            " as a file for this command.",
        ),
    ],
    callback=_believe,
    help=HELP,
)


def _play(
    level: str,
    seed: int | None,
    guess: str,
    *,
    statements: bool,
    splits: int,
    seconds: float | None,
    why: bool,
    as_json: bool,
) -> None:
    """Let the program play a game, and print its steps as they are taken."""
    if splits not in range(MAX_SPLITS + 1):
        raise InputError(f"--splits: expected a number from 0 to {MAX_SPLITS}, not {splits}")
    seed = DEFAULT_SEED if seed is None else seed
    if demo_size(level):
        world = demo_world(level, seed)
        deal, first = world.deal, world.hints[0]
    else:
        size = Level.parse(level)
        board = dealt(size.width, size.height, size.mines, seed)
        deal, first = board.deal, board.first
    game = TheoryGame(
        deal.grid,
        [deal.grid.cell(i) for i in deal.order[: deal.mines]],
        first,
        splits=splits,
        guess=Chance(seed).choice if guess == "random" else None,
        seconds=DEFAULT_SECONDS if seconds is None else seconds,
    )
    steps: list[TheoryStep] = []
    interrupted = False
    try:
        for step in game.play():
            if not (statements or as_json):
                click.echo("\n".join(_lines(len(steps), step, why=why)))
            steps.append(step)
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        options.echo_json(
            {
                **({"interrupted": True} if interrupted else {}),
                "level": level,
                "seed": seed,
                "splits": splits,
                "outcome": game.outcome,
                "steps": [step.to_json() for step in steps],
                "questions": sum(step.questions for step in steps),
                "seconds": sum(step.seconds for step in steps),
            }
        )
    else:
        click.echo("\n".join(game.statements) if statements else _end(game, steps))
    end_if(interrupted, "")
    if game.outcome == "unfinished":
        raise BudgetError(f"the game was not finished in time, after {plural(len(steps), 'step')}")


def _lines(number: int, step: TheoryStep, *, why: bool) -> Iterator[str]:
    """The lines that show a step: the action, the answer, what was sensed, and the effort."""
    if step.result is not None:
        said = f"{'guess: ' if step.level is None else ''}{step.result}"
    else:
        said = "guess" if number else "the first cell"
    sensed = f", shows {step.shown[0][1]}" if step.shown else ""
    more = f" and opens {len(step.shown) - 1} more" if len(step.shown) > 1 else ""
    took = f"   ({plural(step.questions, 'question')}, {step.seconds:.2f} s)"
    yield f"{number:3} {step.action:4} {list(step.cell)}{sensed}{more}: {said}{took}"
    if why and step.level and step.result is not None and step.result.answer is not None:
        yield from step.result.answer.lines("      ")


def _end(game: TheoryGame, steps: list[TheoryStep]) -> str:
    """The outcome, the moves decided at each level, guesses, and the effort of a game."""
    levels = Counter(step.level for step in steps[1:])
    decided = [f"{levels[k]} at level {k}" for k in sorted(k for k in levels if k is not None)]
    moves = ", ".join([*decided, plural(levels[None], "guess")])
    asked = plural(sum(step.questions for step in steps), "question")
    goal = f": K<0> {GOAL}" if game.outcome == "won" else ""
    effort = f"{asked} in {sum(step.seconds for step in steps):.1f} s"
    return f"{game.outcome} after {plural(len(steps), 'step')} ({moves}; {effort}){goal}"
