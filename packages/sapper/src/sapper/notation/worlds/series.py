"""Series of worlds: boards with rules of their own, numbered from a seed, for games and matches."""

from __future__ import annotations

from sapper.errors import InputError, import_beside
from sapper.game import World
from sapper.notation.demo_boards import PREFIX, demo_size, demo_world

VARIANT = ":"  #: between the name of a variant and a size, as in ``liar:8x8x10``


def is_series(level: str) -> bool:
    """Return whether a level names a series: boards of the demo of limited belief
    (``demo-small``), or of a variant (``liar:8x8x10``)."""
    return VARIANT in level or level.lower().startswith(PREFIX)


def numbered_world(series: str, seed: int, number: int = 0) -> World:
    """Return world ``number`` of a seed. Raises ``InputError`` for an unknown series or size.

    >>> from sapper.notation.worlds.series import numbered_world
    >>> numbered_world("demo-small", 1, 2).name
    'demo-small-3'
    """
    if VARIANT in series:
        variant, _, size = series.rpartition(VARIANT)
        variants = import_beside("sapper_variants", f"the variant {variant}")
        world: World = variants.variant_world(variant, size, seed, number)
        return world
    return demo_world(series, seed + number)


def series_name(series: str) -> str:
    """Return the usual name of a series.

    Raises ``InputError`` for a single board, such as ``demo-small-1``.
    """
    if VARIANT in series:
        return series
    if demo_size(series) not in (None, series.lower()):
        raise InputError(
            f"{series} is a single board: a match has {demo_size(series)} of every seed"
        )
    return series.lower()
