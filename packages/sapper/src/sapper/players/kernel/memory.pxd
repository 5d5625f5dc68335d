cdef class Memory:
    cdef unsigned long long[::1] key
    cdef unsigned char[::1] kind_of
    cdef int[::1] first, end, cell
    cdef double[::1] worth
    cdef int slots, room, slot, known, used
    cdef bint find(self, unsigned long long key) noexcept nogil
    cdef bint begin(self, unsigned long long key, int kind, int cells) noexcept nogil
    cdef void add(self, int cell, double worth) noexcept nogil
