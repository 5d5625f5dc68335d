"""Files of worlds: each has a heading ``# NAME [KEY=VALUE …]`` and a map, one row per line.

``d`` is a dagger, ``g`` gold, ``b`` a blocked cell, a digit a clue (``(12)`` above 9), ``.`` a clue
that is not given; blank lines separate worlds, and lines that start with ``%`` are comments. JSON
collections, which map names to lists of rows, are read as well, and so are the letters of the
sibling games.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from sapper.errors import InputError, NotationError, RulesError, nearest, unknown
from sapper.files import is_file, naming_errors, read_text, write_file
from sapper.game import World, seeded_world
from sapper.game.text import MAX_CHARACTERS, options_of
from sapper.game.world import SIZES
from sapper.notation.demo_boards import PREFIX, demo_world
from sapper.notation.worlds.map import KEYS, Map, quote_name, world_of, world_text

W = TypeVar("W", World, Map)

EXAMPLES = Path(__file__).with_name("examples.world")
MAX_NAMES = 12  #: maximum number of names in a message


def parse_worlds(text: str, name: str = "world") -> dict[str, World]:
    """Return the worlds of a text or of a JSON collection by name.

    ``name`` is that of a single map without a heading. Raises ``NotationError`` naming the world
    and the line or cell at fault.
    """
    return {each.name: world_of(each) for each in _maps(text, name).values()}


def _maps(text: str, name: str) -> dict[str, Map]:
    """Return the maps of a text by name; the worlds that they draw may still be faulty."""
    if len(text) > MAX_CHARACTERS:
        raise NotationError(
            f"a file of worlds has at most {MAX_CHARACTERS:,} characters, not {len(text):,}"
        )
    text = text.lstrip("\ufeff")
    drawn = _maps_of_json(text) if text.lstrip()[:1] in ("{", "[") else _maps_of_text(text, name)
    if not drawn:
        raise NotationError("there are no worlds in it")
    maps: dict[str, Map] = {}
    for each in drawn:
        if each.name in maps:
            where = f"line {each.head}: " if each.head else ""
            raise NotationError(f"{where}a second world has the name {quote_name(each.name)}")
        maps[each.name] = each
    return maps


def read_worlds(path: str | Path) -> dict[str, World]:
    """Return the worlds in a file by name; a single map without a heading takes the file's name.

    Raises ``InputError`` naming the file, the first faulty world, and one that can be played.
    """
    worlds: dict[str, World] = {}
    fault: NotationError | None = None
    maps = _read_maps(path)
    with naming_errors(path):
        for name, each in maps.items():
            try:
                worlds[name] = world_of(each)
            except NotationError as error:
                fault = fault or error
        if fault is not None and worlds and str(path) != "-":
            example = shlex.quote(f"{path}:{next(iter(worlds))}")
            raise NotationError(f"{fault}; the other worlds have to be named, such as {example}")
        if fault is not None:
            raise fault
    return worlds


def _read_maps(path: str | Path) -> dict[str, Map]:
    text = read_text(path)
    with naming_errors(path):
        return _maps(text, "world" if str(path) == "-" else Path(path).stem)


def write_worlds(path: str | Path, worlds: Iterable[World] | Mapping[str, World]) -> None:
    """Write worlds to a file, from which ``read_worlds`` returns equal ones.

    Raises ``RulesError`` if there are no worlds, if two share a name, or if ``world_text`` rejects
    one, and ``InputError`` if the file cannot be written.
    """
    texts: dict[str, str] = {}
    for world in worlds.values() if isinstance(worlds, Mapping) else worlds:
        if world.name in texts:
            raise RulesError(f"two worlds have the name {quote_name(world.name)}")
        texts[world.name] = world_text(world)
    if not texts:
        raise RulesError("there are no worlds to write")
    write_file(path, "\n\n".join(texts.values()) + "\n")


@cache
def _examples() -> dict[str, World]:
    return read_worlds(EXAMPLES)


def examples() -> dict[str, World]:
    """Return the worlds that come with sapper, by name."""
    return dict(_examples())


def find_world(words: str, seed: int = 0) -> World:
    """Find a world by name.

    The name may be that of an example; a size, whose world is dealt from ``seed``; the name of a
    dealt world, such as ``hard-4-0``; a board of the demo of limited belief (``demo_world``);
    ``FILE:NAME``, or ``FILE`` if the file has only one world. A faulty world in a file does not
    concern the others.

    Raises ``InputError``, which lists the known names, for anything else.
    """
    if world := _of_name(_examples(), words):
        return world
    if words.lower() in SIZES:
        return seeded_world(words.lower(), seed)
    if dealt := re.fullmatch(rf"({'|'.join(SIZES)})-(-?\d{{1,39}})-(\d{{1,20}})", words, re.ASCII):
        return seeded_world(dealt[1], int(dealt[2]), int(dealt[3]))
    if words.lower().startswith(PREFIX) and not is_file(words):
        return demo_world(words, seed)
    if is_file(words):
        maps = _read_maps(words)
        with naming_errors(words):
            if len(maps) == 1:
                return world_of(next(iter(maps.values())))
            raise InputError(f"name one of its {len(maps)} worlds as FILE:NAME: {_listed(maps)}")
    for colon in re.finditer(":", words):
        path, name = words[: colon.start()], words[colon.end() :]
        if is_file(path):
            maps = _read_maps(path)
            with naming_errors(path):
                if drawn := _of_name(maps, name):
                    return world_of(drawn)
                raise InputError(f"there is no world {quote_name(name)}, only {_listed(maps)}")
    if re.fullmatch(rf"({'|'.join(SIZES)})([1-9]|10)", words.lower(), re.ASCII):
        raise InputError(
            f"{words.upper()} is a map of the coursework that does not come with sapper, which has"
            f" those that the report prints whole ({', '.join(_examples())}): draw it in a file,"
            " or give - and its rows to 'sapper world'"
        )
    if nearest(words, (*_examples(), *SIZES)) is not None:
        raise InputError(unknown("world", words, (*_examples(), *SIZES)))
    raise InputError(
        f"{quote_name(words)} is neither an example ({', '.join(_examples())}) nor a size "
        f"({', '.join(SIZES)}) nor a file of worlds"
    )


def _maps_of_text(text: str, name: str) -> list[Map]:
    maps: list[Map] = []
    gap = False  # whether a blank line has ended the last map
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if line.startswith("#"):
            if maps and maps[0].head is None:
                raise NotationError(f"line {number}: a heading, although the first map has none")
            maps.append(_heading(line, number))
            gap = False
        elif not line:
            gap = bool(maps and maps[-1].rows)
        elif not line.startswith("%"):
            if gap:
                raise NotationError(
                    f"line {number}: expected '# NAME', which starts each world after a blank line"
                )
            if not maps:
                maps.append(Map(name, []))
            maps[-1].rows.append(line)
            maps[-1].lines.append(number)
    return maps


def _heading(line: str, number: int) -> Map:
    rest = line[1:].strip()
    try:
        if rest.startswith('"'):
            name, end = json.JSONDecoder().raw_decode(rest)
            words = rest[end:].split()
        else:
            words = rest.split()
            options = next((i for i, word in enumerate(words) if "=" in word), len(words))
            name, words = " ".join(words[:options]), words[options:]
            if not name:
                raise NotationError("a heading is '# NAME', followed by options KEY=VALUE")
        return Map(name, [], options_of(words, KEYS), number)
    except json.JSONDecodeError:
        raise NotationError(f"line {number}: a name in quotes has to be a JSON string") from None
    except InputError as error:
        raise NotationError(f"line {number}: {error}") from None


def _maps_of_json(text: str) -> list[Map]:
    try:
        loaded = json.loads(text, object_pairs_hook=tuple)  # pairs: no name goes unseen
    except json.JSONDecodeError as error:
        words = error.msg[:1].lower() + error.msg[1:]
        raise NotationError(
            f"line {error.lineno}, column {error.colno}: not JSON: {words}"
        ) from None
    except (RecursionError, ValueError):
        raise NotationError("worlds in JSON are an object of names and lists of rows") from None
    if not isinstance(loaded, tuple):
        raise NotationError("worlds in JSON are an object of names and lists of rows")
    maps = []
    for name, rows in loaded:
        if name.startswith("_"):
            continue
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise NotationError(f"world {quote_name(name)}: its map is not a list of rows")
        maps.append(Map(name, rows))
    return maps


def _of_name(worlds: Mapping[str, W], name: str) -> W | None:
    """Return the world with a name, or one whose name differs only in case."""
    if name in worlds:
        return worlds[name]
    return next((worlds[each] for each in worlds if each.lower() == name.lower()), None)


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    few = ", ".join(map(quote_name, every[:MAX_NAMES]))
    return few + (f" and {len(every) - MAX_NAMES} more" if len(every) > MAX_NAMES else "")
