"""Runs a command in a pseudo-terminal of 80 by 24, as a person does."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from dataclasses import dataclass
from pathlib import Path

from tests.docs.pages import UVW

FIRST = 120.0  #: seconds until something must be on the screen, on a busy machine too
MORE = 0.5  #: seconds that a command then has, before it is interrupted
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
    output, as reading it is enough to see that it works."""
    command = UVW.sub("", command)
    program, terminal = pty.fork()
    if program == 0:
        os.chdir(folder)
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        homes = {name: str(folder) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")}
        size = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"}
        script = f"trap : INT; {command}"  # Ctrl-C is for the command: the shell shows its code
        os.execve("/bin/sh", ["sh", "-c", script], {**os.environ, "PATH": path, **homes, **size})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    try:
        output = _read(terminal, time.monotonic() + FIRST, only_first=True)
        output += _read(terminal, time.monotonic() + MORE)
        interrupted = bool(output) and not _has_ended(program)
        if interrupted:
            os.write(terminal, CTRL_Q if "sapper tui" in command else CTRL_C)
            output += _read(terminal, time.monotonic() + END)
        deadline = time.monotonic() + END
        while not (ended := _has_ended(program)) and time.monotonic() < deadline:
            time.sleep(0.01)
        code = None
        if ended:
            code = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
        return Shown(code, output.decode(errors="replace"), interrupted)
    finally:
        if not _has_ended(program):
            os.killpg(program, signal.SIGKILL)
        os.close(terminal)


def _has_ended(program: int) -> bool:
    """Return whether a program has ended; it can still be waited for."""
    try:
        return os.waitid(os.P_PID, program, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # it was waited for
        return True


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
