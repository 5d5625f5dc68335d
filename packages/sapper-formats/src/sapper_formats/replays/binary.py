"""Reads replays in the binary formats of Arbiter (AVF), Metasweeper (EVF), Clone (MVF) and
Viennasweeper (RMV) by running ms-toollib in a separate process."""

from __future__ import annotations

import os
import re
import threading
from contextlib import suppress
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import Any

from sapper.errors import NotationError, RulesError, require
from sapper.game import Grid
from sapper.lazy import renew_in_forks
from sapper.notation.replays.replay import KINDS, MouseEvent, Replay, clicks
from sapper.worker import DiedError, ProcessLimits, StoppedError, Worker
from sapper_formats.replays import evf, mvf

#: The libraries need a quarter of the memory; the seconds suffice on a busy machine.
LIMITS = ProcessLimits(memory=2_000_000_000, cpu_seconds=20, seconds=30.0)
DAMAGED = "the {} replay is damaged, or of an unknown version"
#: How to find the names in an RMV file, by version: the length of the header, and the offsets in it
#: of the lengths of the sections between header and names.
RMV_HEADS = {1: (28, (10, 12)), 2: (30, (12,))}
RMV_NAMES = 4  #: name, nickname, country, token
#: Two bytes per character, as in GBK; in Western names such bytes rarely come in pairs.
_PAIRS = re.compile(rb"(?:[\x00-\x7f]|[\xa1-\xfe][\xa1-\xfe])*", re.DOTALL)
_worker = Worker(LIMITS)
#: Threads wait here, not in the worker, where the end of one call would end those that wait for it.
_turn = threading.Lock()


def _renew() -> None:
    global _worker, _turn
    _worker, _turn = Worker(LIMITS), threading.Lock()


renew_in_forks(_renew)


def contents(data: bytes, ending: str, folder: str) -> dict[str, Any]:
    """Return the contents of a replay as plain values; ``folder`` becomes the working folder.

    Some damaged files make ms-toollib abort the process, write a file to the working folder, or
    allocate any amount of memory: call this only in a process that may die.
    """
    import ms_toollib

    os.chdir(folder)
    kinds: dict[str, Any] = {
        "avf": ms_toollib.AvfVideo,
        "evf": ms_toollib.EvfVideo,
        "mvf": ms_toollib.MvfVideo,
        "rmv": ms_toollib.RmvVideo,
    }
    player = None
    if ending == "rmv":
        data, player = with_plain_names(data)
    video = kinds[ending](f"replay.{ending}", list(data))
    video.parse()
    return _contents(video, player, ending)


def with_plain_names(data: bytes) -> tuple[bytes, str | None]:
    """Return an RMV file that ms-toollib can read, and the player's name if it had to be decoded.

    ms-toollib rejects names that claim to be UTF-8 but are not. Their bytes beyond ASCII are
    replaced one by one, which preserves all offsets in the file.
    """
    version = int.from_bytes(data[4:6])
    if version not in RMV_HEADS:
        return data, None
    place, sizes = RMV_HEADS[version]
    place += sum(int.from_bytes(data[size : size + 2]) for size in sizes)
    count = int.from_bytes(data[place : place + 2])
    place += 2
    plain, player = bytearray(data), None
    for number in range(min(count, RMV_NAMES)):
        if place >= len(data):
            break
        end = min(place + 1 + data[place], len(data))
        name = data[place + 1 : end]
        try:
            name.decode()
        except UnicodeDecodeError:
            plain[place + 1 : end] = re.sub(rb"[\x80-\xff]", b"?", name)
            if number == 0:
                player = decoded_name(name)
        place = end
    return bytes(plain), player


def decoded_name(name: bytes) -> str:
    """Decode a name in an unknown encoding: as UTF-8 if possible, else as GB 18030 if its bytes
    come in pairs, else as Windows-1252."""
    for encoding in ("utf-8", "gb18030"):
        if encoding == "utf-8" or _PAIRS.fullmatch(name):
            with suppress(UnicodeDecodeError):
                return name.decode(encoding)
    return name.decode("cp1252", errors="replace")


def _contents(video: Any, player: str | None, ending: str) -> dict[str, Any]:
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
        "player": video.player_identifier if player is None else player,
        "program": video.software,
        "clock": video.rtime_ms if ending == "evf" else None,
        "started": video.start_time,
        "ended": video.end_time,
    }


def read_replay(data: bytes, ending: str) -> Replay:
    """Return the replay in a file whose name ends in one of ``BINARY_ENDINGS``.

    Raises ``NotationError`` for a file that ms-toollib cannot read, and ``InputError`` where the
    extra ``replays`` is missing.
    """
    kind = ending.upper()
    if ending == "mvf" and (version := mvf.version(data)) is not None:
        try:
            replay, name = mvf.read(data, version)
        except RulesError:
            raise NotationError(DAMAGED.format(kind)) from None
        return replace(replay, player=decoded_name(name))
    require("ms_toollib", "replays", f"reading {kind} files")
    try:
        values = _elsewhere(data, ending)
    except StoppedError:
        raise NotationError(
            f"the {kind} replay was not read within {LIMITS.seconds:g} seconds"
        ) from None
    except Exception:  # ms-toollib may raise anything
        raise NotationError(DAMAGED.format(kind)) from None
    try:
        replay = _replay(values)
        if ending == "evf":
            replay = _on_its_clock(replay, values["clock"])
            if replay.ended is None:
                replay = replace(replay, ended=evf.ended(data))
        return replay
    except (ArithmeticError, ValueError, LookupError, TypeError):
        raise NotationError(DAMAGED.format(kind)) from None


def _elsewhere(data: bytes, ending: str) -> dict[str, Any]:
    """Read the contents of a replay in a limited process, which may die.

    The process stays for the next file, because starting it takes a hundred times as long as a
    typical read. A file in whose turn it dies is read again by a new process, whose time and memory
    no other file has used.
    """
    with _turn, TemporaryDirectory() as folder:
        try:
            return _worker.call(contents, data, ending, folder)
        except DiedError:
            return _worker.call(contents, data, ending, folder)


def _replay(values: Any) -> Replay:
    rows, pixels = values["board"], values["pixels"]
    grid = Grid(len(rows[0]), len(rows))
    events = []
    for milliseconds, kind, x, y in values["events"]:
        if kind not in KINDS:
            raise NotationError(f"the replay has an unknown event {kind!r}")
        row, column = y // pixels, x // pixels
        inside = 0 <= row < grid.height and 0 <= column < grid.width
        events.append(MouseEvent(milliseconds, kind, (row, column) if inside else None))
    mines = frozenset(i for i, cell in enumerate("".join(rows)) if cell == "*")
    if len(mines) != values["mines"]:
        raise NotationError(
            f"the replay says {values['mines']} mines, but its board has {len(mines)}"
        )
    player, program = str(values["player"]), str(values["program"])
    started, ended = values["started"] / 1e6, values["ended"] / 1e6
    if started and ended < started:
        ended = started + max((event.milliseconds for event in events), default=0) / 1000
    return Replay(grid, mines, tuple(events), player, program, ended=ended or None)


def _on_its_clock(replay: Replay, clock: int) -> Replay:
    """Return a replay whose game ends at the time that its file says.

    The clock of Metasweeper starts when the first click is released, but its events are timed from
    the first press.
    """
    made, last = clicks(replay)
    late = made[-1].milliseconds - clock if made and last.outcome != "playing" else 0
    if late <= 0:
        return replay
    events = (replace(event, milliseconds=event.milliseconds - late) for event in replay.events)
    return replace(replay, events=tuple(events))
