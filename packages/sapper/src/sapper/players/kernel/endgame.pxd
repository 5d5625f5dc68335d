from sapper.kernel.chance cimport Chance
from sapper.inference.kernel.counter cimport Counter
from sapper.kernel.bits cimport SlicedCounters, trailing_zeros
from sapper.players.kernel.layouts cimport Layouts

cdef class Endgame:
    cdef Layouts layouts
    cdef SlicedCounters counts
    cdef int most_nodes, set_mask, n_layouts, nodes, choice, won
    cdef int[::1] members, clique, first, last, before, size, end, cliques, seen
    cdef int[::1] set_size, set_won, bounds
    cdef unsigned char[::1] shown, set_exact
    cdef unsigned long long surely_safe, maybe_safe
    cdef unsigned long long[::1] safe, bits, name, sum, set_name
    cdef long long[::1] set_stamp
    cdef long long stamp
    cdef int solve(self, Counter now) noexcept nogil
    cdef void _break_ties(self) noexcept nogil
    cdef int _progress(self, int n, int c) noexcept nogil
    cdef void _divide_into_cliques(self) noexcept nogil
    cdef bint _distinguished(self, int a, int b) noexcept nogil
    cdef int _win(self, int start, int n, int end, unsigned long long name, int depth, int least) noexcept nogil
    cdef bint _solved(self, int slot, unsigned long long name) noexcept nogil
    cdef int _slot(self, unsigned long long name, int n) noexcept nogil
    cdef int _try(self, int start, int n, int end, int depth, int least) noexcept nogil
    cdef unsigned long long _telling(self, int start, int n) noexcept nogil
    cdef void _count_cliques(self, int start, int n, int depth) noexcept nogil
    cdef int _split(self, int start, int n, int end, int c, int depth, int best, int bound) noexcept nogil
