from sapper.chance cimport Chance
from sapper.inference.kernel.counter cimport Counter

cdef class Endgame:
    cdef int most_layouts, most_nodes, room
    cdef int set_mask, n_cells, n_layouts, nodes, choice, won
    cdef double log_most
    cdef int[::1] cell, place, need, open_to, members, safe_in
    cdef unsigned long long[::1] mines, name, set_name
    cdef int[::1] set_size, set_won
    cdef long long[::1] set_stamp
    cdef long long stamp
    cdef unsigned char[::1] shown
    cdef int solve(self, Counter now) noexcept nogil
    cdef void _list_cells(self, Counter now) noexcept nogil
    cdef void _list_box(self, Counter now, int box) noexcept nogil
    cdef void _list(self, int cell) noexcept nogil
    cdef void _enumerate(self, Counter now, int depth, int left, unsigned long long mask) noexcept nogil
    cdef bint _decide(self, Counter now, int depth, int mine) noexcept nogil
    cdef void _undecide(self, Counter now, int depth, int mine) noexcept nogil
    cdef void _show(self, Counter now) noexcept nogil
    cdef int _win(self, int start, int n, unsigned long long opened, int depth) noexcept nogil
    cdef bint _told_apart(self, int a, int b) noexcept nogil
    cdef int _slot(self, unsigned long long name, int n) noexcept nogil
    cdef int _try(self, int start, int n, unsigned long long opened, int depth) noexcept nogil
    cdef bint _tells(self, int start, int n, int c) noexcept nogil
    cdef int _split(self, int start, int n, int c, unsigned long long opened, int depth, int best) noexcept nogil
