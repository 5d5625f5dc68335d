"""Counts of decisions in few bytes: a store has millions of them."""

from __future__ import annotations

from collections.abc import Sequence

MORE = 0x80  #: this bit of a byte says that the number goes on in the next one


def pack(numbers: Sequence[int]) -> bytes:
    """Strategy and count in turn, each number in groups of seven bits, lowest first (LEB128)."""
    if not numbers or max(numbers) < MORE:
        return bytes(numbers)
    packed = bytearray()
    for number in numbers:
        while number >= MORE:
            packed.append(number & (MORE - 1) | MORE)
            number >>= 7
        packed.append(number)
    return bytes(packed)


def unpack(packed: bytes) -> dict[int, int]:
    """The counts by strategy that ``pack`` packed. Raises ``ValueError`` for any other bytes."""
    numbers, number, shift = [], 0, 0
    for byte in packed:
        number |= (byte & (MORE - 1)) << shift
        if byte & MORE:
            shift += 7
        else:
            numbers.append(number)
            number = shift = 0
    if shift or len(numbers) % 2:
        raise ValueError("decisions are packed in pairs of whole numbers")
    return dict(zip(numbers[::2], numbers[1::2], strict=True))
