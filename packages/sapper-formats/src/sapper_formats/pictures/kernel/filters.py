"""Undoes the filters of PNG rows (ISO/IEC 15948, section 9.2)."""

import cython

SUB = cython.declare(cython.int, 1)
UP = cython.declare(cython.int, 2)
AVERAGE = cython.declare(cython.int, 3)
PAETH = cython.declare(cython.int, 4)


def unfiltered(data, row, step):
    """Return the bytes of all rows, each ``row`` long and preceded by its filter in ``data``.

    ``step`` is the distance in bytes between neighbouring pixels. Raises ``ValueError`` for an
    unknown filter.
    """
    rows = len(data) // (1 + row)
    # The row above the first is all zeros, and so is the pixel to the left of each row.
    done = bytearray((rows + 1) * row)
    given: cython.const[cython.uchar][::1] = data
    made: cython.uchar[::1] = done
    for start in range(row, (rows + 1) * row, row):
        place = (start // row - 1) * (1 + row)
        kind = given[place]
        if kind > PAETH:
            raise ValueError(f"a row has filter {kind}, which PNG does not define")
        place += 1 - start
        if kind == 0:
            made[start : start + row] = given[place + start : place + start + row]
            continue
        for i in range(start, start + row):
            left = made[i - step] if i >= start + step else 0
            up = made[i - row]
            if kind == SUB:
                guess = left
            elif kind == UP:
                guess = up
            elif kind == AVERAGE:
                guess = (left + up) >> 1
            else:
                corner = made[i - row - step] if i >= start + step else 0
                by_left = up - corner if up > corner else corner - up
                by_up = left - corner if left > corner else corner - left
                by_corner = left + up - 2 * corner
                if by_corner < 0:
                    by_corner = -by_corner
                if by_left <= by_up and by_left <= by_corner:
                    guess = left
                else:
                    guess = up if by_up <= by_corner else corner
            made[i] = (given[place + i] + guess) & 255
    return done[row:]
