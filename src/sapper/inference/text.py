"""Numbers of layouts as words."""

from __future__ import annotations

from math import floor


def layouts(log10: float) -> str:
    """The number of layouts in words: exact below a thousand million."""
    if log10 < 9:
        count = round(10**log10)
        return f"{count:,} layout" + ("s" if count != 1 else "")
    power = floor(log10)
    digits = f"{10 ** (log10 - power):.2f}"
    return f"1.00e{power + 1} layouts" if digits == "10.00" else f"{digits}e{power} layouts"
