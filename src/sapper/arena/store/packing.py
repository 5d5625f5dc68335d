"""Pack counts of decisions into few bytes, because a store has millions of them."""

from __future__ import annotations

from collections.abc import Sequence

MORE = 0x80  #: the bit of a byte that says that the number continues in the next one


def pack(numbers: Sequence[int]) -> bytes:
    """Pack alternating strategies and counts, each number as LEB128 (seven bits a byte, lowest
    first)."""
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
    """Return the counts by strategy that ``pack`` packed. Raises ``ValueError`` for other bytes."""
    numbers, number, shift = [], 0, 0
    for byte in packed:
        number |= (byte & (MORE - 1)) << shift
        if byte & MORE:
            shift += 7
        else:
            numbers.append(number)
            number = shift = 0
    if shift or len(numbers) % 2:
        raise ValueError("packed decisions must be pairs of whole numbers")
    return dict(zip(numbers[::2], numbers[1::2], strict=True))
