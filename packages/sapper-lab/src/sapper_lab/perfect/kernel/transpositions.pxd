from sapper_lab.perfect.kernel.clock cimport Clock

cdef class TranspositionTable:
    cdef Clock clock
    cdef readonly long long states
    cdef long long size, mask, limit
    cdef unsigned long long[::1] name_a, name_b
    cdef unsigned int[::1] low, high
    cdef long long find(self, unsigned long long a, unsigned long long b) noexcept nogil
    cdef bint keep(self, unsigned long long a, unsigned long long b, long long low, long long high) noexcept nogil
    cdef bint _grow(self) noexcept with gil
