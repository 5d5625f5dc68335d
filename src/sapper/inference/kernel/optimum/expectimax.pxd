from sapper.inference.kernel.optimum.layouts cimport Layouts
from sapper.inference.kernel.optimum.names cimport StateNames
from sapper.inference.kernel.optimum.transpositions cimport TranspositionTable

cdef class Expectimax:
    cdef int n
    cdef bint stopped
    cdef readonly Layouts layouts
    cdef StateNames names
    cdef readonly TranspositionTable table
    cdef readonly long long visits
    cdef long long tick
    cdef double deadline
    cdef object report
    cdef long long solve(self, long long start, long long end, unsigned long long hidden, long long need, int depth) noexcept nogil
    cdef long long _bound(self, long long start, long long end, unsigned long long hidden, bint upper, int depth) noexcept nogil
    cdef long long _guess(self, long long start, long long end, unsigned long long hidden, unsigned long long left, long long need, int depth) noexcept nogil
    cdef long long _open(self, long long start, long long end, unsigned long long hidden, int cell, long long need, long long most, int depth) noexcept nogil
    cdef long long _parts(self, long long start, long long end, unsigned long long hidden, unsigned long long left, int depth) noexcept nogil
    cdef void _look(self) noexcept with gil
