cdef int bits(unsigned long long x) noexcept nogil

cdef class Layouts:
    cdef int n
    cdef int[::1] clues, order, safe_in, starts, fill
    cdef unsigned long long[::1] near, stack, spare, threat
    cdef unsigned char[::1] kind
    cdef unsigned long long closed, left
    cdef int safe(self, long long start, long long end, unsigned long long hidden) noexcept nogil
    cdef int split(self, long long start, long long end, int cell, int depth) noexcept nogil
    cdef int rank(self, long long start, long long end, unsigned long long left, int depth) noexcept nogil
    cdef bint _outdone(self, int cell, unsigned long long others, int at) noexcept nogil
    cdef bint same_mines(self, long long start, long long end, unsigned long long cells) noexcept nogil
    cdef long long like_first(self, long long start, long long end, unsigned long long cells) noexcept nogil
    cdef unsigned long long part(self, unsigned long long hidden, unsigned long long left, unsigned long long seed) noexcept nogil
