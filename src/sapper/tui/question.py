"""A question of a view that is answered in the background."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from sapper.tui.view import BoardView

T = TypeVar("T")


@dataclass(frozen=True)
class Question(Generic[T]):
    """A computation for a view, what to do with its result, and whether it is still ``wanted`` when
    its turn comes."""

    compute: Callable[[], T]
    then: Callable[[T], None]
    view: BoardView
    wanted: Callable[[], bool]
