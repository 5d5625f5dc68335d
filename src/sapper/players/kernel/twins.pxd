from sapper.inference.kernel.counter cimport Counter
from sapper.inference.kernel.frontier cimport Frontier

cdef class Twins:
    cdef int size, n_pairs, n_possible, n_chosen, members
    cdef int[::1] one, other, starts, around, possible, chosen, again, one_safe, other_safe
    cdef unsigned char[::1] mine
    cdef int prepare(self, Frontier frontier) noexcept nogil
    cdef void divide(self, unsigned char[::1] layout) noexcept nogil
    cdef int rivals(self, int cell) noexcept nogil
    cdef int _choose(self, int[::1] chosen) noexcept nogil
    cdef bint _twins(self, int pair) noexcept nogil
    cdef bint _apart(self, int pair, int n, int[::1] chosen) noexcept nogil
    cdef bint _meets(self, int pair, int other) noexcept nogil
    cdef void _swap(self, int subset) noexcept nogil
    cdef bint _same(self) noexcept nogil
