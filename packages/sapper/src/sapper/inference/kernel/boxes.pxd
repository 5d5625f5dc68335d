from sapper.kernel.bits cimport lowest
from sapper.inference.kernel.frontier cimport Frontier

cdef class Boxes:
    cdef Frontier frontier
    cdef int n_clues, n_boxes, n_cells, n_components, culprit
    cdef int slot_mask, asked, asked_least
    cdef long long stamp
    cdef int[::1] clue_cell, clue_of, clue_need, capacity, width, clue_start, clue_box
    cdef int[::1] box_of, boxed, next, first, box_size, lo, hi, box_start, box_clue
    cdef int[::1] member, member_start, component_of
    cdef int[::1] queue, slot_box
    cdef unsigned long long[::1] signature
    cdef long long[::1] slot_stamp
    cdef unsigned char[::1] queued
    cdef bint build(self) noexcept nogil
    cdef void _find(self) noexcept nogil
    cdef void _list_boxes(self) noexcept nogil
    cdef void _put(self, int cell) noexcept nogil
    cdef bint _same(self, int box, int cell) noexcept nogil
    cdef bint _tighten(self) noexcept nogil
    cdef void _measure(self) noexcept nogil
    cdef void _split(self) noexcept nogil
