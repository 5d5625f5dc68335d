"""Choose how ``sapper world`` shows a session: on a screen, or as plain text."""

from __future__ import annotations

import sys

from sapper.cli.views.screen import screen
from sapper.cli.world.plain import Plain
from sapper.cli.world.screen import Screen
from sapper.cli.world.view import WorldView
from sapper.study.session.session import Session


def view_of(session: Session, *, quiet: bool = False) -> WorldView:
    """A screen if input and output are terminals that support one, otherwise plain text."""
    streams = (sys.stdin, sys.stdout)
    if not quiet and all(stream is not None and stream.isatty() for stream in streams):
        console = screen()
        if console.is_terminal and not console.is_dumb_terminal and not console.legacy_windows:
            return Screen(session, console)
    return Plain(session, screen(plain=True), quiet=quiet)
