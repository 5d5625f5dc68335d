"""User strategies: classes in files and modules, found by name.

A file is executed from its text once in each process, so a worker on another machine needs no copy.
A module is imported, so it must be installed on every machine that plays.
"""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from sapper.errors import InputError, StrategyError, quoted
from sapper.files import read_text
from sapper.lazy import cached_property
from sapper.players.decision import Strategy

NAME = re.compile(r"[a-z][a-z0-9-]*")  #: form of a strategy's name
EXPECTED = "a class with a name (text) and a method decide(position, chance)"


@dataclass(frozen=True)
class StrategySource:
    """The source of strategies: the ``text`` of a file, or a module, whose text is None.

    ``place`` is the name of the file or the module; ``digest`` is the SHA-256 of its contents.
    """

    place: str
    digest: str
    text: str | None

    @property
    def name(self) -> str:
        """The file name without its folder, which visitors must not see, or the module name."""
        return self.place if self.text is None else Path(self.place).name

    @classmethod
    def at(cls, place: str) -> StrategySource:
        """Return the current source at ``FILE.py`` or in ``MODULE``.

        Raises ``InputError`` for a file that cannot be read, and for an unknown module.
        """
        if place.endswith(".py") or "/" in place or "\\" in place:
            text = read_text(place)
            return cls(place, sha256(text.encode()).hexdigest(), text)
        return cls(place, _digest_of_module(place), None)


@dataclass(frozen=True)
class OwnStrategy:
    """A user strategy with its ``name`` in recipes.

    ``make`` is its class, or a function that makes it; ``source`` is None for a strategy passed as
    a Python object. A strategy with a source is pickled as its source and its name.
    """

    name: str
    make: Callable[..., Strategy]
    source: StrategySource | None = None

    def __call__(self, **options: Any) -> Strategy:
        """Make the strategy for a game."""
        return self.make(**options)

    def __reduce__(self) -> tuple[object, ...]:
        if self.source is None:
            return OwnStrategy, (self.name, self.make)
        return _found, (self.source, self.name)

    @property
    def at(self) -> str | None:
        """The file or module that defines it."""
        return None if self.source is None else self.source.place

    @cached_property
    def place(self) -> str:
        """The file and the line of its code for messages, or the module name."""
        assert self.source is not None
        code = getattr(inspect.unwrap(getattr(self.make, "decide", self.make)), "__code__", None)
        shown = self.source.name
        return shown if code is None else f"{shown}, line {code.co_firstlineno}"

    @property
    def digest(self) -> str:
        """The SHA-256 of the contents of its source, or of the text of its class.

        Raises ``StrategyError`` if that text is unknown, as in some interactive interpreters.
        """
        if self.source is not None:
            return self.source.digest
        try:
            return sha256(inspect.getsource(self.make).encode()).hexdigest()
        except (OSError, TypeError):
            raise StrategyError(
                f"strategy '{self.name}': its source text cannot be read, so a store could not"
                " tell whether it has changed: put it in a file, and name that to use_strategies"
            ) from None

    @property
    def words(self) -> str:
        """The first line of its docstring as a clause."""
        text = inspect.getdoc(self.make) or ""
        line = text.strip().partition("\n")[0].rstrip(".")
        return line if line[:2].isupper() else line[:1].lower() + line[1:]

    def fault(self, error: BaseException) -> str:
        """Describe an exception raised by its code, with the file and the line."""
        if self.source is None:
            return _raised(error)
        return _fault(self.source, _module_of(self.source), error, self.source.name)


@lru_cache(maxsize=256)
def strategies_in(source: StrategySource) -> Mapping[str, OwnStrategy]:
    """Run a file or import a module, and return the strategies in it by name.

    Strategies are classes with a ``name`` and a ``decide``, except imported classes and those whose
    class name begins with an underscore. Raises ``StrategyError`` naming the file and the line if
    it has none, or if its code fails.
    """
    module = _module_of(source)
    try:
        if source.text is not None:
            module.__file__ = source.place
            sys.modules[module.__name__] = module  # dataclasses look up the types of fields here
            code = compile(source.text, source.place, "exec", dont_inherit=True)
            exec(code, module.__dict__)
        else:
            import_module(source.place)
    except (Exception, SystemExit) as error:
        sys.modules.pop(module.__name__, None)
        raise StrategyError(_fault(source, module, error, source.place)) from error
    module = sys.modules[source.place] if source.text is None else module
    strategies: dict[str, OwnStrategy] = {}
    for made in vars(module).values():
        if not (isinstance(made, type) and _belongs(made, module)):
            continue
        strategy = OwnStrategy(str(getattr(made, "name", "")), made, source)
        if strategy.name in strategies and strategies[strategy.name].make is not made:
            raise StrategyError(
                f"{strategy.place}: two strategies have the name {quoted(strategy.name)}"
            )
        if NAME.fullmatch(strategy.name) is None:
            raise StrategyError(
                f"{strategy.place}: the name {quoted(strategy.name)} should be lower-case letters,"
                " digits and hyphens, beginning with a letter"
            )
        strategies[strategy.name] = strategy
    if not strategies:
        raise StrategyError(f"{source.place} defines no strategy: expected {EXPECTED}")
    return strategies


def _found(source: StrategySource, name: str) -> OwnStrategy:
    """Return a strategy received from another process.

    Raises ``StrategyError`` if this process would import another version of its module.
    """
    if source.text is None and source != StrategySource.at(source.place):
        raise StrategyError(f"the module {source.place} is not the same on all machines that play")
    return strategies_in(source)[name]


def _module_of(source: StrategySource) -> ModuleType:
    if source.text is None:
        return sys.modules.get(source.place) or ModuleType(source.place)
    name = f"strategies_{source.digest[:16]}"
    return sys.modules.get(name) or ModuleType(name)


def _belongs(made: type, module: ModuleType) -> bool:
    """Return whether a strategy is defined in the module or in a module of the package."""
    here = f"{made.__module__}.".startswith(f"{module.__name__}.")
    named = isinstance(getattr(made, "name", None), str) and callable(getattr(made, "decide", None))
    return here and named and not (made.__name__.startswith("_") or inspect.isabstract(made))


def _digest_of_module(name: str) -> str:
    """Return the SHA-256 of a module's file, or of all Python files of a package."""
    if (here := str(Path.cwd())) not in sys.path:  # as python -m does, but a script does not
        sys.path.insert(0, here)
    try:
        spec = find_spec(name)
    except Exception:  # importing its parent packages may fail as well
        spec = None
    if spec is None:
        raise InputError(f"there is no module {quoted(name)}: expected FILE.py or MODULE")
    folders = [Path(folder) for folder in spec.submodule_search_locations or ()]
    files = [file for folder in folders for file in sorted(folder.rglob("*.py"))]
    if not files and spec.origin is not None and Path(spec.origin).is_file():
        files = [Path(spec.origin)]
    digest = sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _fault(source: StrategySource, module: ModuleType, error: BaseException, shown: str) -> str:
    """Describe an exception raised by the code of a source, with the last of its lines that ran;
    ``shown`` names the source."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno or 1}: {error.msg}"
    file = getattr(module, "__file__", None) or source.place
    ran = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    where = f"{shown}, line {ran[-1].lineno}" if ran else shown
    return f"{where}: {_raised(error)}"


def _raised(error: BaseException) -> str:
    words = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
