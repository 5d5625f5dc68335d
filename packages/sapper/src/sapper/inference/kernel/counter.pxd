from sapper.kernel.bits cimport put
from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.combination cimport Combination
from sapper.inference.kernel.frontier cimport Frontier
from sapper.inference.kernel.inside cimport InsidePass
from sapper.inference.kernel.marginals cimport Marginals
from sapper.inference.kernel.tables cimport Tables
from sapper.inference.kernel.work cimport Work

cdef class Counter:
    cdef Work work
    cdef Frontier frontier
    cdef Boxes boxes
    cdef Tables tables
    cdef InsidePass inside
    cdef Combination combined
    cdef Marginals marginals
    cdef readonly int culprit
    cdef int answering
    cdef int[::1] answer
    cpdef void limit(self, long long megabytes, long long steps) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef void forget(self) noexcept nogil
    cdef int advance(self) noexcept nogil
    cdef int solve(self) noexcept nogil
    cpdef int prepare_clues_of(self, int cell, const unsigned char[::1] view) noexcept nogil
    cdef void _list_answers(self) noexcept nogil
    cpdef int count_with_clue(self, int clue) noexcept nogil
    cdef void _attempt(self, double tilt) noexcept nogil
    cdef void _retilt(self) noexcept nogil
    cdef double _tilt(self) noexcept nogil
    cpdef double risk(self, int cell) noexcept nogil
    cdef void add_safe(self, unsigned long long[::1] cells) noexcept nogil
    cdef double quiet(self, int cell, double least) noexcept nogil
    cpdef void risks(self, double[::1] to) noexcept nogil
