"""The file that keeps the samples of bounds, so that a stopped search goes on from it."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from zipfile import BadZipFile

import numpy as np

from sapper.arena.bounds.sample import Sample
from sapper.errors import InputError, NotationError

SECONDS = 20.0  #: between two times that the file is written


class SampleFile:
    """Keeps named samples in a file, or nowhere without a path; ``title`` says of what they are.

    As a context, it writes the file when the block ends for any reason.
    """

    def __init__(self, path: str | Path | None, title: str, samples: Mapping[str, Sample]) -> None:
        self._path = None if path is None else Path(path)
        self._title, self._samples = title, samples
        self._next = time.monotonic() + SECONDS
        if self._path is not None and (self._path.is_dir() or not self._path.parent.is_dir()):
            raise InputError(f"{self._path}: the samples cannot be written there")

    def read(self) -> None:
        """Take over the values in the file, if it exists. Raises ``NotationError``."""
        path = self._path
        if path is None or not path.exists():
            return
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
                title = str(found["title"])
                values = {name: found[name] for name in found.files if name != "title"}
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            why = type(error).__name__
            raise NotationError(f"{path} is not a file of bounds ({why})") from None
        if title != self._title:
            raise NotationError(f"{path} has other bounds: '{title[:60]}', not '{self._title}'")
        for name, one in self._samples.items():
            if name in values:
                one.values = _values(path, values[name], len(one.values))

    def write(self, *, seldom: bool = False) -> None:
        """Write the file; if ``seldom``, only if the last time is long ago."""
        if self._path is None or (seldom and time.monotonic() < self._next):
            return
        part = self._path.with_name(f"{self._path.name}.part")
        filled = {name: one.values for name, one in self._samples.items() if len(one)}
        with part.open("wb") as file:
            np.savez(file, title=np.array(self._title), **filled)  # type: ignore[arg-type]
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


def _values(
    path: Path, values: np.typing.NDArray[np.float64], kinds: int
) -> np.typing.NDArray[np.float64]:
    fits = values.ndim == 2 and values.shape[0] == kinds and values.dtype == np.float64
    if not fits or not ((values >= 0.0) & (values <= 1.0)).all():
        raise NotationError(f"{path} is not a file of bounds: its values are not shares of games")
    return values
