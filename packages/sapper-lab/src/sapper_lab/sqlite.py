"""Opens SQLite files by kind, each with its own mark, and words their errors in one sentence.

Files use the write-ahead log: readers never block writers, several programs may use a file at once,
and everything committed survives the death of a process.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sapper.errors import InputError, StorageError
from sapper.files import file_fault

_TABLE = re.compile(r"CREATE TABLE (\w+)")


@dataclass(frozen=True)
class FileKind:
    """A kind of SQLite file.

    Args:
        name: What sentences call a file, such as "store of results".
        mark: The application ID, which distinguishes it from other SQLite databases.
        version: The version of the tables, the only one that is read.
        tables: The statements that create the tables and views, separated by semicolons at the ends
            of lines.
        patience: The seconds to wait for other programs that are writing.
        private: Whether only its owner may read it; its folder is then created too.
        checked: Whether the file is searched for damage before it is written.
        error: The exception for a file that cannot be used.
    """

    name: str
    mark: int
    version: int
    tables: str
    patience: float = 10.0
    private: bool = False
    checked: bool = False
    error: type[InputError] = InputError

    @property
    def damaged(self) -> str:
        """The sentence about a damaged file."""
        return f"the {self.name} is damaged; 'sqlite3 FILE .recover' prints what can still be read"

    @contextmanager
    def errors_named(self, path: str | Path) -> Iterator[None]:
        """Turn errors of SQLite within the block into an exception that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._named(path, error) from None
        except UnicodeDecodeError:  # SQLite's error message itself is not valid text
            raise self.error(f"{path}: {self.damaged}") from None

    def connect(
        self, path: str | Path, *, write: bool = True, shown: str | Path | None = None
    ) -> sqlite3.Connection:
        """Open a file, which threads may share; for writing, it is created if it does not exist.

        Raises ``error`` for a file that is missing, of another kind or version, or damaged;
        ``shown`` stands for its path there.
        """
        path = Path(path)
        shown = shown or path
        if path.is_dir():
            raise self.error(f"{shown}: a folder, not a {self.name}")
        if not write and not path.exists():
            raise self.error(f"{shown}: no such {self.name}")
        if write and self.private:
            self._create(path, shown)
        elif write and not path.parent.is_dir():
            raise self.error(f"{shown}: no such folder: {path.parent}")
        with self.errors_named(shown):
            db = _opened(os.fspath(path), self.patience)
            try:
                if not write and not _readable(db):
                    db.close()
                    db = self._opened_as_it_is(path, shown)
                self._check(db, shown, write=write)
            except BaseException:
                db.close()
                raise
        return db

    def read(self, path: str | Path, *, shown: str | Path | None = None) -> sqlite3.Connection:
        """Open a file for reading, which works on a full disk, too; before it has tables, return an
        empty database in memory. Raises ``error`` as ``connect`` does."""
        if not is_empty(Path(path)):
            return self.connect(path, write=False, shown=shown)
        db = _opened(":memory:", self.patience)
        db.executescript(self.tables)
        return db

    def _create(self, path: Path, shown: str | Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            fault = StorageError.of(shown, error)
            if shown == path:  # otherwise the path stays secret
                fault = StorageError(f"{shown}: {file_fault(error, path)}", fault.reason)
            raise fault from None

    def _opened_as_it_is(self, path: Path, shown: str | Path) -> sqlite3.Connection:
        """Open a file in a read-only folder or on a full disk, where no process can be writing it.

        Raises ``error`` if a killed program has left its last changes in a file beside it.
        """
        rest = Path(f"{path}-wal")
        if rest.exists() and rest.stat().st_size:
            raise self.error(
                f"{shown}: the program that wrote it was killed, and its last changes are still in"
                f" {rest.name}; this folder is read-only, so copy both files to another folder"
            )
        return _opened(f"{path.absolute().as_uri()}?immutable=1", self.patience, uri=True)

    def _check(self, db: sqlite3.Connection, shown: str | Path, *, write: bool) -> None:
        """Check the mark and the version; create the tables of an empty file open for writing."""
        db.execute("PRAGMA trusted_schema = OFF")
        ((tables,),) = db.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        (mark,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if mark != self.mark and (tables or not write):
            raise self.error(f"{shown}: this is not a {self.name}")
        if tables and version != self.version:
            raise self.error(
                f"{shown}: the {self.name} has format {version}, and this version of sapper reads"
                f" only format {self.version}"
            )
        if tables:
            self._check_tables(db, shown)
        if not write:
            return
        db.execute("PRAGMA synchronous = NORMAL")  # a power cut may cost the last transactions
        db.execute("PRAGMA journal_mode = WAL")
        if not tables:
            with transaction(db):  # another process may have created them since
                if not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                    for statement in self.tables.split(";\n"):
                        db.execute(statement)
                    db.execute(f"PRAGMA application_id = {self.mark}")
                    db.execute(f"PRAGMA user_version = {self.version}")
        if self.checked:
            (state,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if state != "ok":
                raise self.error(f"{shown}: {self.damaged}")

    def _named(self, path: str | Path, error: sqlite3.Error) -> InputError:
        words = self._sentence(error)
        if _code(error) in UNWRITABLE and issubclass(StorageError, self.error):
            return StorageError(f"{path}: {words}", words)
        return self.error(f"{path}: {words}")

    def _check_tables(self, db: sqlite3.Connection, shown: str | Path) -> None:
        """Raise ``error`` if a view or a virtual table takes the place of a table: it may have any
        number of rows."""
        names = [match[1] for match in _TABLE.finditer(self.tables)]
        for name in names:
            found = db.execute("SELECT type, sql FROM sqlite_schema WHERE name = ?", (name,))
            for kind, sql in found.fetchall():
                if kind != "table" or not str(sql).upper().startswith("CREATE TABLE"):
                    raise self.error(f"{shown}: {self.damaged}")

    def _sentence(self, error: sqlite3.Error) -> str:
        match _code(error):
            case sqlite3.SQLITE_NOTADB:
                return f"this is not a {self.name}"
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR:  # or a table or column is gone
                return self.damaged
            case sqlite3.SQLITE_FULL:
                return "the disk is full; everything stored before is still there"
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return f"another program has locked the {self.name} for {self.patience:.0f} seconds"
            case sqlite3.SQLITE_READONLY:
                return f"the {self.name} is read-only"
            case sqlite3.SQLITE_CANTOPEN:
                return "the file cannot be opened"
            case None if "decode" in str(error):
                return self.damaged
        return f"the {self.name} cannot be used: {error}"


#: The codes of files that cannot be written, as on a full disk.
UNWRITABLE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)


def _code(error: sqlite3.Error) -> int | None:
    """Return the code of an error without its extension, None for an error of the module."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


PAGE_BYTES = 4096  #: bytes of a database without tables


def is_empty(path: Path) -> bool:
    """Return whether a file is missing, or was left without its tables by a full disk."""
    log = Path(f"{path}-wal")
    if log.exists() and log.stat().st_size:
        return False
    return not path.exists() or path.stat().st_size <= PAGE_BYTES


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Run the block as one transaction, which no other process interleaves with."""
    try:  # an interrupt may come at any line
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk has ended it already
            db.execute("ROLLBACK")
        raise


def _opened(name: str, patience: float, *, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(name, patience, isolation_level=None, check_same_thread=False, uri=uri)


def _readable(db: sqlite3.Connection) -> bool:
    """Return whether the file can be read in the usual way.

    That way writes small files beside it, so the result is False if its folder is read-only or the
    disk is full.
    """
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if _code(error) in (*UNWRITABLE, sqlite3.SQLITE_CANTOPEN):
            return False
        raise
    return True
