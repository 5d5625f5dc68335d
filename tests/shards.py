"""Parts of the tests for machines that run them side by side."""

from __future__ import annotations

import re


def shard(text: str) -> slice:
    """Return the numbers of the tests in the part ``K/N``."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise ValueError(f"--shard {text}: expected K/N with 1 ≤ K ≤ N, such as 2/3")
    return slice(int(match[1]) - 1, None, int(match[2]))
