from sapper.inference.kernel.counter cimport Counter
from sapper.inference.kernel.frontier cimport Frontier

cdef class Twins:
    cdef int size, n_swaps, n_possible, n_likely, n_chosen, members
    cdef int[::1] starts, sets, cells, possible, likely, chosen, again, one_safe, other_safe
    cdef unsigned char[::1] mine, swapped
    cdef int prepare(self, Frontier frontier) noexcept nogil
    cdef void divide(self, unsigned char[::1] layout) noexcept nogil
    cdef void _list_likely(self) noexcept nogil
    cdef bint _can(self, Frontier frontier, int swap) noexcept nogil
    cdef int rivals(self, int cell) noexcept nogil
    cdef int _choose(self, int[::1] listed, int n_listed, int[::1] chosen) noexcept nogil
    cdef bint _twins(self, int swap) noexcept nogil
    cdef bint _apart(self, int swap, int n, int[::1] chosen) noexcept nogil
    cdef bint _meets(self, int swap, int other) noexcept nogil
    cdef void _swap(self, int subset) noexcept nogil
    cdef bint _same(self) noexcept nogil
