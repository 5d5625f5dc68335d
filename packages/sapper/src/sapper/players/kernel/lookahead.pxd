from sapper.inference.kernel.counter cimport Counter
from sapper.players.kernel.evaluation cimport Evaluation

cdef class Lookahead:
    cdef Counter after
    cdef Evaluation evaluation
    cdef int n, most
    cdef double slack
    cdef bint asked
    cdef unsigned long long far
    cdef int[::1] cell
    cdef long long[::1] near
    cdef long long stamp
    cdef double[::1] safety, prior, survival, value, share
    cdef void rank(self, Counter now, const unsigned char[::1] view) noexcept nogil
    cdef void _prepare(self, Counter now) noexcept nogil
    cdef void _collect(self, Counter now, const unsigned char[::1] view) noexcept nogil
    cdef void _mark(self, Counter now) noexcept nogil
    cdef double _promise(self, Counter now, int cell) noexcept nogil
    cdef bint _listed(self, Counter now, int cell) noexcept nogil
    cdef void _look(self, Counter now, int i, const unsigned char[::1] view, double bound) noexcept nogil
    cdef (int, int) _range(self, Counter now, int cell, const unsigned char[::1] view) noexcept nogil
    cdef void _open(self, Counter now, int cell, const unsigned char[::1] view) noexcept nogil
    cdef double _after(self, Counter now, int cell, int clue, const unsigned char[::1] view) noexcept nogil
