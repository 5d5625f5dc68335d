"""A process of its own that reads one binary replay by ms-toollib: bytes in, a line of JSON out.

``python -m sapper.notation.replay_worker ENDING FOLDER``. ms-toollib ends the whole process upon
some damaged files, leaves a note of that in the working folder (so there is one to throw away), and
takes as much memory as a file tells it to: nobody should call it in a process of theirs.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any

MEMORY = 2_000_000_000  #: bytes of address space, of which the libraries take a quarter
CPU_SECONDS = 20


def main() -> None:
    """Read a replay from standard input, write what there is to say of it to standard output."""
    _limit()
    import ms_toollib

    ending, folder = sys.argv[1:]
    os.chdir(folder)
    data = sys.stdin.buffer.read()
    kinds: dict[str, Any] = {
        "avf": ms_toollib.AvfVideo,
        "evf": ms_toollib.EvfVideo,
        "mvf": ms_toollib.MvfVideo,
        "rmv": ms_toollib.RmvVideo,
    }
    video = kinds[ending](f"replay.{ending}", list(data))
    video.parse()
    sys.stdout.write(json.dumps(_told(video)))


def _limit() -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _told(video: Any) -> dict[str, Any]:
    events = []
    for event in video.events:
        if event.event.is_mouse():
            mouse = event.event.unwrap_mouse()
            events.append([round(1000 * event.time), mouse.mouse, mouse.x, mouse.y])
    return {
        "board": ["".join("*" if cell == -1 else "0" for cell in row) for row in video.board],
        "events": events,
        "mines": video.mine_num,
        "pixels": video.pix_size,
        "player": video.player_identifier,
        "program": video.software,
    }


if __name__ == "__main__":
    main()
