cdef class Work:
    cdef int status
    cdef long long memory, allowance, done, next_look
    cdef double deadline
    cdef void limit(self, long long megabytes, long long steps, double deadline) noexcept nogil
    cdef void resume(self) noexcept nogil
    cdef void spend(self, long long steps) noexcept nogil
    cdef void _look(self) noexcept with gil
