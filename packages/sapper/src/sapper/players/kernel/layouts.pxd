from sapper.inference.kernel.counter cimport Counter

cdef class Layouts:
    cdef int most, n, n_cells, n_bits, steps, most_steps
    cdef double log_most
    cdef int[::1] cell, place, need, open_to
    cdef unsigned long long[::1] safe, bits
    cdef unsigned char[::1] shown
    cdef bint enumerate(self, Counter now, int steps) noexcept nogil
    cdef void _list_cells(self, Counter now) noexcept nogil
    cdef void _list_box(self, Counter now, int box) noexcept nogil
    cdef void _list(self, int cell) noexcept nogil
    cdef void _decide_from(self, Counter now, int j, int left, unsigned long long safe) noexcept nogil
    cdef bint _decide(self, Counter now, int j, int mine) noexcept nogil
    cdef void _undecide(self, Counter now, int j, int mine) noexcept nogil
    cdef bint _show(self, Counter now) noexcept nogil
