from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.store cimport StateStore

cdef class Scope:
    cdef Boxes boxes
    cdef StateStore store
    cdef int n, kept_end
    cdef unsigned long long used
    cdef int[::1] at, clue, shift, room
    cdef unsigned long long[::1] mask
    cdef int[::1] kept_at, kept_n, kept_clue, kept_shift, kept_room
    cdef void clear(self) noexcept nogil
    cdef void take(self, int node) noexcept nogil
    cdef void keep(self, int node) noexcept nogil
    cdef void drop(self) noexcept nogil
    cdef unsigned long long _field(self, int clue) noexcept nogil
    cdef bint admit(self, int node, int clue) noexcept nogil
    cdef int _gap(self, int width) noexcept nogil
    cdef void _compact(self, int node) noexcept nogil
    cdef void close(self) noexcept nogil
    cdef void _grow(self) noexcept with gil
