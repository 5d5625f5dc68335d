"""The loop of ``sapper world``: reads commands, carries them out and shows the result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from sapper.cli.files import write
from sapper.cli.world.view import Message, WorldView, last_story
from sapper.cli.world.words import pass_lines, reworded, taken_back
from sapper.errors import SapperError, plural
from sapper.game import Move
from sapper.players import Pass
from sapper.study.screen.keys import Command, lines, parse

if TYPE_CHECKING:
    from sapper.game.move import Action
    from sapper.study.session.session import Session

ACTIONS: dict[str, Action] = {"probe": "open", "mark": "flag", "unmark": "unflag"}


def loop(session: Session, view: WorldView) -> None:
    """Carry out the commands. One that fails shows a message, and the loop goes on."""
    with view.opened():
        for line in view.commands():
            try:
                command = parse(line)
                if command.name == "quit":
                    return
                message = _done(session, command, view)
            except SapperError as error:
                message = Message([Text(reworded(str(error)), "bold yellow")])
            view.show(message)


def _done(session: Session, command: Command, view: WorldView) -> Message:
    """Carry out one command."""
    match command.name:
        case "step":
            return _go(session, view, 1)
        case "go":
            return _go(session, view, command.count)
        case "undo":
            back = [session.undo() for _ in range(_times(command, session.undoable))]
            return Message([taken_back(back)], moved=True)
        case "redo":
            for _ in range(_times(command, session.redoable)):
                session.redo()
            return Message(last_story(session), moved=True, story=False)
        case "save":
            file = Path(command.file).expanduser()
            write(str(file), f"{session.record().text}\n", "w")
            moves = plural(session.counts.moves, "move")
            return Message([Text(reworded(f"saved to {file}: {moves}"), "green3")])
        case "show":
            return Message(last_story(session), moved=True, story=False)
        case "help":
            return Message([Text(line) for line in lines()], alone=True)
    assert command.cell is not None
    session.user(Move(ACTIONS[command.name], command.cell))
    return Message(last_story(session), moved=True, story=False)


def _times(command: Command, most: int) -> int:
    """How often to undo or redo: as often as asked and possible, but at least once, so that an
    impossible one is an error."""
    return max(1, min(command.count or 1, most))


def _go(session: Session, view: WorldView, most: int | None) -> Message:
    """Make moves of the agent until ``most`` are made, the game is over, or the agent passes."""
    made = 0
    while True:
        step = session.agent()
        if isinstance(step, Pass):
            return Message(pass_lines(step), moved=made > 0, story=False)
        made += 1
        message = Message(last_story(session), moved=True, story=False)
        if made == most or session.position.outcome != "playing":
            return message
        view.show(message, more=True)
