"""Runs a command in a pseudo-terminal of 80 by 24, as a person does."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shlex
import signal
import struct
import sys
import termios
import time
from dataclasses import dataclass
from pathlib import Path

from tests.docs.pages import ALONE, UVW
from tests.forks import fork

FIRST = 120.0  #: seconds until something must be on the screen, on a busy machine too
MORE = 0.3  #: seconds that a command then has, before it is interrupted
END = 120.0  #: seconds until an interrupted command must have ended
CTRL_C, CTRL_Q = b"\x03", b"\x11"


@dataclass(frozen=True)
class Shown:
    """How a command ended, and what it wrote: ``code`` is None if it did not end. ``interrupted``
    says whether it was sent Ctrl-C."""

    code: int | None
    screen: str
    interrupted: bool


def show(command: str, folder: Path) -> Shown:
    """Run a command in a terminal until it ends. Interrupt it ``MORE`` seconds after its first
    output, as reading it is enough to see that it works.

    A command that needs no shell runs in a copy of this process.
    """
    command = UVW.sub("", command)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    homes = {name: str(folder) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")}
    environment = {"PATH": path, **homes, "COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"}
    terminal, programs_end = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def prepare() -> None:
        os.chdir(folder)
        os.close(terminal)
        os.login_tty(programs_end)
        if not ALONE.fullmatch(command):
            script = f"trap : INT; {command}"  # Ctrl-C is for the command: the shell shows its code
            os.execve("/bin/sh", ["sh", "-c", script], {**os.environ, **environment})

    program = fork(shlex.split(command)[1:], prepare, environment)
    os.close(programs_end)
    try:
        output = _read(terminal, time.monotonic() + FIRST, only_first=True)
        output += _read(terminal, time.monotonic() + MORE)
        interrupted = bool(output) and program.is_alive()
        if interrupted:
            os.write(terminal, CTRL_Q if "sapper tui" in command else CTRL_C)
            output += _read(terminal, time.monotonic() + END)
        program.join(END)
        return Shown(program.exitcode, output.decode(errors="replace"), interrupted)
    finally:
        if program.is_alive():
            os.killpg(program.pid or 0, signal.SIGKILL)
        os.close(terminal)


def _read(terminal: int, deadline: float, *, only_first: bool = False) -> bytes:
    """Read what a program writes until it ends or the deadline passes."""
    output = b""
    while (seconds := deadline - time.monotonic()) > 0 and not (only_first and output):
        ready, _, _ = select.select([terminal], [], [], seconds)
        if not ready:
            break
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # Linux's way of saying that the program has closed the terminal
            break
        if not part:
            break
        output += part
    return output
