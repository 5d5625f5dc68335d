cdef class Clock:
    cdef bint stopped
    cdef long long tick
    cdef double deadline
    cdef public object report
    cdef object error
    cdef bint spend(self, long long layouts) noexcept nogil
    cdef void _look(self) noexcept with gil
