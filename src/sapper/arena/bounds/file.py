"""The file that keeps the samples of bounds, so that a stopped search goes on from it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import TracebackType
from zipfile import BadZipFile

import numpy as np

from sapper.arena.bounds.sample import Sample
from sapper.errors import InputError, NotationError
from sapper.estimate import Values

SECONDS = 20.0  #: between two times that the file is written


class SampleFile:
    """Keeps named samples in a file, or nowhere without a path; ``title`` says of what they are.

    As a context, it writes the file when the block ends for any reason.
    """

    def __init__(self, path: str | Path | None, title: str) -> None:
        self._path = None if path is None else Path(path)
        self._title = title
        self._samples: dict[str, Sample] = {}
        self._found: dict[str, Values] = {}  # in the file, and in no sample yet
        self._next = time.monotonic() + SECONDS
        if self._path is not None and (self._path.is_dir() or not self._path.parent.is_dir()):
            raise InputError(f"{self._path}: the samples cannot be written there")
        if self._path is not None and self._path.exists():
            self._found = _read(self._path, title)

    def keep(self, name: str, sample: Sample) -> None:
        """Keep a new sample, and give it the values that the file has."""
        if self._path is not None:
            self._samples[name] = sample
            sample.values = self._found.pop(name, sample.values)

    def write(self, *, seldom: bool = False) -> None:
        """Write the file; if ``seldom``, only if the last time is long ago."""
        if self._path is None or (seldom and time.monotonic() < self._next):
            return
        part = self._path.with_name(f"{self._path.name}.part")
        filled = {name: one.values for name, one in self._samples.items() if len(one)}
        filled |= self._found
        with part.open("wb") as file:
            np.savez(
                file,
                title=np.array(self._title),
                names=np.array(list(filled)),
                lengths=np.array(list(map(len, filled.values())), np.int64),
                values=np.concatenate([np.empty(0), *filled.values()]),
            )
            file.flush()
            os.fsync(file.fileno())
        part.replace(self._path)  # never leave half a file
        self._next = time.monotonic() + SECONDS

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.write()


def _read(path: Path, title: str) -> dict[str, Values]:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            of, names, lengths, values = (
                found[key] for key in ("title", "names", "lengths", "values")
            )
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        why = type(error).__name__
        raise NotationError(f"{path} is not a file of bounds ({why})") from None
    if str(of) != title:
        raise NotationError(f"{path} has other bounds: '{str(of)[:60]}', not '{title}'")
    fits = len(names) == len(lengths) and lengths.sum() == len(values) and (lengths >= 0).all()
    if not fits or values.dtype != np.float64 or not ((values >= 0.0) & (values <= 1.0)).all():
        raise NotationError(f"{path} is not a file of bounds: its values are not shares of games")
    parts = np.split(values, np.cumsum(lengths)[:-1]) if len(lengths) else []
    return dict(zip(map(str, names), parts, strict=True))
