from sapper_lab.perfect.kernel.cliques cimport Cliques
from sapper_lab.perfect.kernel.clock cimport Clock
from sapper_lab.perfect.kernel.layouts cimport Layouts
from sapper.kernel.bits cimport SlicedCounters, popcount

cdef class Sets:
    cdef Layouts layouts
    cdef Cliques cliques
    cdef Clock clock
    cdef SlicedCounters counts
    cdef int deepest, row
    cdef int[::1] members, spare, at, size, most, seen
    cdef unsigned char[::1] shown
    cdef unsigned long long safe, unsettled, telling
    cdef long long free
    cdef void survey(self, long long start, long long n) noexcept nogil
    cdef long long stride(self) noexcept nogil
    cdef bint large(self, long long n) noexcept nogil
    cdef void count_cliques(self, long long start, long long n, int depth) noexcept nogil
    cdef unsigned long long never_alone(self, long long start, long long n, int cell, unsigned long long others) noexcept nogil
    cdef unsigned long long split(self, long long start, long long n, long long end, int cell, bint in_place, int depth) noexcept nogil
    cdef bint same_mines(self, long long start, long long n, unsigned long long cells) noexcept nogil
    cdef long long like_first(self, long long start, long long n, long long end, unsigned long long cells) noexcept nogil
