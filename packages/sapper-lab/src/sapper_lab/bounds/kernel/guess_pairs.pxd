from sapper.inference.kernel.counter cimport Counter
from sapper.inference.kernel.sampler cimport TableSampler
from sapper.kernel.chance cimport Chance, Seed
from sapper_lab.bounds.kernel.twins cimport Twins

cdef class GuessPairs:
    cdef Counter counter
    cdef TableSampler sampler
    cdef Twins twins
    cdef Chance chance
    cdef int size
    cdef int[::1] starts, near, clue
    cdef unsigned char[::1] swapped
    cdef float[::1] share, safe
    cdef void _divide(self, const unsigned char[::1] position, int at) noexcept nogil
    cdef void _add(self, int layouts, double[:, ::1] once, float[:, :, ::1] twice) noexcept nogil
