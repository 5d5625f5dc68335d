from sapper.kernel.chance cimport Chance
from sapper.game.kernel.board cimport Board
from sapper.kernel.bits cimport lowest
from sapper.inference.kernel.counter cimport Counter

cdef class CertainGame:
    cdef Board board
    cdef Counter counter
    cdef int mines, promise, first, playable, strength, stamp
    cdef int[::1] marked, seen
    cdef unsigned long long[::1] proved
    cdef void _start(self) noexcept nogil
    cdef int _go(self) noexcept nogil
    cdef int _next(self) noexcept nogil
    cdef int _count(self) noexcept nogil
    cdef bint _pairs(self) noexcept nogil
    cdef bint _pair(self, int clue, int other, int only) noexcept nogil
