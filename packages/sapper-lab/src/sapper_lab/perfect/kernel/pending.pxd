cdef class Pending:
    cdef long long count, capacity
    cdef long long[::1] start, size, bound
    cdef unsigned long long[::1] safe, unsettled, telling, name_a, name_b
    cdef long long push(self, long long start, long long size, long long bound) noexcept nogil
    cdef void widest_first(self, long long base) noexcept nogil
    cdef void _grow(self) noexcept with gil
