from sapper.inference.kernel.optimum.cliques cimport Cliques
from sapper.inference.kernel.optimum.few cimport FewLayouts
from sapper.inference.kernel.optimum.layouts cimport Layouts
from sapper.inference.kernel.optimum.names cimport StateNames
from sapper.inference.kernel.optimum.sets cimport Sets
from sapper.inference.kernel.optimum.transpositions cimport TranspositionTable
from sapper.inference.kernel.word cimport trailing_zeros

cdef class Expectimax:
    cdef bint stopped
    cdef Layouts layouts
    cdef Sets sets
    cdef Cliques cliques
    cdef FewLayouts few
    cdef StateNames names
    cdef readonly TranspositionTable table
    cdef readonly long long visits
    cdef long long tick
    cdef double deadline
    cdef object report
    cdef void _name(self, long long start) noexcept nogil
    cdef long long _solve(self, long long start, long long n, long long end, long long need, int level, int depth) noexcept nogil
    cdef long long _bound(self, long long start, long long n, long long end, bint upper, int depth) noexcept nogil
    cdef long long _guess(self, long long start, long long n, long long end, long long need, int level, int depth) noexcept nogil
    cdef long long _open(self, long long start, long long n, long long end, int cell, long long need, int level, int depth) noexcept nogil
    cdef long long _parts(self, long long start, long long n, long long end, int level, int depth) noexcept nogil
    cdef unsigned long long _part(self, unsigned long long opened, unsigned long long left, unsigned long long seed) noexcept nogil
    cdef void _look(self) noexcept with gil
