"""``sapper world`` in a terminal: one screen that changes in place, whatever its size."""

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sapper
from sapper.cli.world.screen import PROMPT
from tests.terminals import open_terminal

CLEAR = "\x1b[H\x1b[2J"
ASIDE = "\x1b[?1049h"  #: to the screen that leaves no trace
BACK = "\x1b[?1049l"
CONTROL = re.compile(r"\x1b\[[?\d;]*[A-Za-z]")
PATIENCE = 120  #: seconds that the program may be silent, on a machine that has much else to do


class Terminal:
    """The program, as it runs in a terminal of some size."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process, self.master, self.seen = process, master, ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def frame(self, prompt: str = PROMPT[-10:]) -> list[str]:
        """The lines of the next frame, down to the prompt; no attributes."""
        while True:
            start = self.seen.find(CLEAR)
            plain = CONTROL.sub("", self.seen[start:]) if start >= 0 else ""
            if prompt in plain:
                self.seen = ""
                return plain.split("\r\n")
            self.seen += self.read()

    def read(self) -> str:
        if not select.select([self.master], [], [], PATIENCE)[0]:
            raise AssertionError(f"nothing more came after {self.seen[-200:]!r}")
        try:
            part = os.read(self.master, 65536)
            return self.decoder.decode(part) or (self.read() if part else "")
        except OSError:  # the other end is closed
            return ""

    def rest(self) -> str:
        while part := self.read():
            self.seen += part
        return self.seen

    def interrupt(self) -> None:
        """Press Ctrl-C, and again if nothing follows: a signal that arrives just before Python
        begins to wait for a line is not heard until the next one."""
        for _ in range(PATIENCE // 5):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.master], [], [], 5)[0]:
                return

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())


@contextmanager
def terminal(width: int, height: int, *arguments: str, **environment: str) -> Iterator[Terminal]:
    master, slave = open_terminal()
    command = [sys.executable, "-m", "sapper", "world", *arguments]
    kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
    shown = Terminal(None, master)  # type: ignore[arg-type]
    shown.resize(width, height)
    with subprocess.Popen(
        command,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**kept, "TERM": "xterm-256color", **environment},
        start_new_session=True,
    ) as shown.process:
        os.close(slave)
        try:
            yield shown
        finally:
            shown.process.kill()
            os.close(master)


GAME = ("HARD4", "--player", "single-point > random", "--seed", "4")


@pytest.mark.parametrize("colours", [True, False])
def test_every_frame_takes_the_place_of_the_last(colours: bool) -> None:
    with terminal(80, 24, *GAME, **({} if colours else {"NO_COLOR": "1"})) as shown:
        frames = [shown.frame()]
        for line in ("", "go 2", "u", "probe 0 77", "?"):
            shown.type(line)
            frames.append(shown.frame())
        for frame in frames:
            assert len(frame) <= 24
            assert all(len(line) <= 80 for line in frame)
            assert frame[0].startswith("HARD4 · 12x12, 25 daggers")
        for frame in frames[:-1]:
            assert sum(bool(re.match(r" ?\d+ .*[·■]", line)) for line in frame) == 12
        assert any("random decides: probe" in line for line in frames[1])
        assert any("cell [0, 77] is outside" in line for line in frames[-2])
        assert any("ROW COLUMN" in line for line in frames[-1])
        shown.type("q")
        after = shown.rest()
    assert BACK in after
    assert "HARD4" in after.split(BACK)[1]


def test_new_size_is_drawn_at_once() -> None:
    with terminal(80, 24, *GAME) as shown:
        shown.frame()
        for width, height in [(44, 16), (20, 8), (7, 3), (200, 60)]:
            shown.resize(width, height)
            shown.process.send_signal(signal.SIGWINCH)
            frame = shown.frame(prompt="> ")
            assert len(frame) <= max(height, 4)
            assert all(len(line) <= width for line in frame)


def test_board_beyond_the_screen_is_shown_around_the_last_move(tmp_path: Path) -> None:
    file = tmp_path / "world"
    file.write_text("\n".join(["0" * 200] * 100) + "\n")
    with terminal(60, 12, str(file), "--player", "random", "--zeros", "closed") as shown:
        shown.frame()
        shown.type("probe 60 150")
        frame = shown.frame()
        assert any(re.match(r"60 .*·", line) for line in frame)
        assert len(frame) <= 12


def test_ctrl_c_gives_the_terminal_back_and_keeps_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with terminal(80, 24, *GAME, "--output", str(file)) as shown:
        shown.frame()
        shown.type("")
        shown.frame()
        shown.interrupt()
        assert BACK in shown.rest()
        assert shown.process.wait(PATIENCE) == 130
    assert len(sapper.Record.parse(file.read_text()).steps) == 1


def test_terminal_that_cannot_draw_gets_plain_text() -> None:
    with terminal(80, 24, *GAME, TERM="dumb") as shown:
        shown.type("")
        shown.type("q")
        seen = shown.rest()
    assert "random decides: " in seen
    assert "\x1b" not in seen
