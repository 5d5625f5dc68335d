from sapper_lab.perfect.kernel.cliques cimport Cliques
from sapper_lab.perfect.kernel.clock cimport Clock
from sapper_lab.perfect.kernel.few cimport FewLayouts
from sapper_lab.perfect.kernel.layouts cimport Layouts
from sapper_lab.perfect.kernel.names cimport StateNames
from sapper_lab.perfect.kernel.pending cimport Pending
from sapper_lab.perfect.kernel.sets cimport Sets
from sapper_lab.perfect.kernel.transpositions cimport TranspositionTable
from sapper.kernel.bits cimport trailing_zeros

cdef class Expectimax:
    cdef Layouts layouts
    cdef Sets sets
    cdef Cliques cliques
    cdef FewLayouts few
    cdef Pending pending
    cdef StateNames names
    cdef readonly TranspositionTable table
    cdef readonly long long visits
    cdef Clock clock
    cdef long long _least_risk(self, long long start, long long n, long long end, int depth) noexcept nogil
    cdef long long _solve(self, long long start, long long n, long long end, long long need, int level, int depth) noexcept nogil
    cdef long long _safe_first(self, long long start, long long n, long long end, long long need, int depth) noexcept nogil
    cdef long long _expand(self, long long start, long long n, long long end, int cell, bint in_place, long long need, int depth) noexcept nogil
    cdef long long _bound(self, long long start, long long n, long long most, int depth) noexcept nogil
    cdef long long _settle(self, long long base, long long bound, long long end, long long need, int level, int depth) noexcept nogil
    cdef long long _guess(self, long long state, long long end, long long need, int level, int depth) noexcept nogil
    cdef long long _parts(self, long long start, long long n, long long end, long long state, int level, int depth) noexcept nogil
