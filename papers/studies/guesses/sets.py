"""Sets of guess positions, whose candidates have been valued by playouts, and their files."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from sapper.errors import InputError
from sapper.game import Level, Position, Rules
from sapper.game.rules import First
from sapper.json_input import read_json

MAX_CANDIDATES = 8  #: the most candidates of a position
HALVES = 2


@dataclass(frozen=True)
class Origin:
    """Where positions come from: the games of a seed, and the playouts that value a candidate."""

    level: str
    first: First
    seed: int
    playouts: int

    @property
    def board(self) -> Level:
        """The level with its grid and mines. Raises ``InputError`` for an unknown one."""
        return Level.parse(self.level)

    def __str__(self) -> str:
        return f"{self.level}, {self.first}, seed {self.seed}, {self.playouts:,} playouts"


@dataclass(frozen=True)
class Guess:
    """A guess position.

    - ``game``, ``number``: the number of the deal, and of the guess in its game from 1.
    - ``cells``: the codes of its cells.
    - ``candidates``: indices of cells, from the most likely to survive it and the next move.
    - ``values``: how often ``swift`` wins after opening each candidate, by the first and by the
      second half of the playouts, which start from the same layouts for all candidates.
    """

    game: int
    number: int
    cells: bytes
    candidates: tuple[int, ...]
    values: tuple[tuple[float, float], ...]

    @property
    def luck(self) -> int:
        """The number of the first of its playouts, which no other guess of the seed has."""
        return (self.game << 40) + (self.number << 30)


@dataclass(frozen=True)
class GuessSet:
    """The guesses of the finished games of an origin, in the order of the games."""

    origin: Origin
    games: tuple[int, ...]
    guesses: tuple[Guess, ...]

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions of the guesses."""
        board, rules = self.origin.board, Rules(self.origin.first)
        return tuple(
            Position(board.grid, rules, board.mines, guess.cells) for guess in self.guesses
        )

    def plus(self, games: Iterable[int], guesses: Iterable[Guess]) -> GuessSet:
        """Return the set with more finished games and their guesses."""
        return GuessSet(
            self.origin,
            tuple(sorted({*self.games, *games})),
            tuple(sorted([*self.guesses, *guesses], key=lambda guess: (guess.game, guess.number))),
        )

    def save(self, path: Path) -> None:
        """Write the set to a file, which replaces the one before only when it is complete.

        Raises ``InputError`` if it cannot be written.
        """
        n = len(self.guesses)
        candidates = np.full((n, MAX_CANDIDATES), -1, np.int32)
        values = np.zeros((n, MAX_CANDIDATES, HALVES), np.float32)
        for i, guess in enumerate(self.guesses):
            candidates[i, : len(guess.candidates)] = guess.candidates
            values[i, : len(guess.candidates)] = guess.values
        cells = b"".join(guess.cells for guess in self.guesses)
        unfinished = path.with_name(f"{path.name}.part")
        try:
            with unfinished.open("wb") as file:
                np.savez_compressed(
                    file,
                    origin=np.array(json.dumps(asdict(self.origin))),
                    games=np.array(self.games, np.int64),
                    game=np.array([guess.game for guess in self.guesses], np.int64),
                    number=np.array([guess.number for guess in self.guesses], np.int32),
                    cells=np.frombuffer(cells, np.uint8).reshape(n, self.origin.board.grid.size),
                    candidates=candidates,
                    values=values,
                )
            unfinished.replace(path)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from None


def read_set(path: Path) -> GuessSet:
    """Read a set from its file. Raises ``InputError`` if it cannot be read, or is not a set."""
    try:
        with np.load(path) as file:
            arrays = {name: file[name] for name in file.files}
        origin = read_json(str(arrays["origin"]).encode(), Origin, "the origin")
        guesses = [
            Guess(
                int(game),
                int(number),
                cells.tobytes(),
                tuple(int(cell) for cell in candidates if cell >= 0),
                tuple(
                    (float(first), float(second))
                    for cell, (first, second) in zip(candidates, values, strict=True)
                    if cell >= 0
                ),
            )
            for game, number, cells, candidates, values in zip(
                *(arrays[name] for name in ("game", "number", "cells", "candidates", "values")),
                strict=True,
            )
        ]
        found = GuessSet(origin, tuple(map(int, arrays["games"])), tuple(guesses))
        size = origin.board.grid.size
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except (KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile, InputError):
        raise InputError(
            f"{path}: expected a set of guesses, as papers.studies.guesses.make writes it"
        ) from (None)
    if any(len(guess.cells) != size for guess in guesses):
        raise InputError(f"{path}: expected positions of {size} cells for {origin.level}")
    return found


def read_sets(paths: Sequence[Path]) -> list[GuessSet]:
    """Read several sets, which must not share any games.

    Raises ``InputError`` as ``read_set`` does, and for a game that two files have.
    """
    sets: list[GuessSet] = []
    whose: dict[tuple[str, str, int, int], Path] = {}
    for path in paths:
        found = read_set(path)
        for game in found.games:
            key = (found.origin.level, found.origin.first, found.origin.seed, game)
            if key in whose:
                raise InputError(
                    f"{path}: game {game} of seed {found.origin.seed} is in {whose[key]} as well"
                )
            whose[key] = path
        sets.append(found)
    return sets
