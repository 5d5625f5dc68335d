from sapper.inference.kernel.bounds cimport Bounds

cdef class Expectimax:
    cdef int n, stride
    cdef bint shaped, stopped
    cdef readonly Bounds bounds
    cdef readonly long long visits
    cdef long long tick
    cdef double deadline
    cdef object report
    cdef int[::1] row, column, order, safe_in, starts, fill, seen_row, seen_column, seen_code
    cdef unsigned long long[::1] near, stack, spare, threat, code_a, code_b
    cdef unsigned char[::1] kind
    cdef unsigned long long found_a, found_b, closed, left
    cdef long long solve(self, long long start, long long end, unsigned long long hidden, long long need, int depth) noexcept nogil
    cdef int _safe(self, long long start, long long end, unsigned long long hidden) noexcept nogil
    cdef long long _greedy(self, long long start, long long end, unsigned long long hidden, int depth) noexcept nogil
    cdef long long _most(self, long long start, long long end, unsigned long long hidden, int depth) noexcept nogil
    cdef long long _guess(self, long long start, long long end, unsigned long long hidden, unsigned long long left, long long need, int depth) noexcept nogil
    cdef long long _open(self, long long start, long long end, unsigned long long hidden, int cell, long long need, long long most, int depth) noexcept nogil
    cdef void _split(self, long long start, long long end, int cell, int depth) noexcept nogil
    cdef int _rank(self, long long start, long long end, unsigned long long left, int depth) noexcept nogil
    cdef long long _parts(self, long long start, long long end, unsigned long long hidden, unsigned long long left, int depth) noexcept nogil
    cdef bint _outdone(self, int cell, unsigned long long others, int at) noexcept nogil
    cdef unsigned long long _part(self, unsigned long long hidden, unsigned long long left, unsigned long long seed) noexcept nogil
    cdef void _name(self, unsigned long long mines, unsigned long long hidden, unsigned long long left) noexcept nogil
    cdef void _look(self) noexcept with gil
