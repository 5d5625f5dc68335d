from sapper.kernel.chance cimport Chance
from sapper.inference.kernel.boxes cimport Boxes
from sapper.inference.kernel.combination cimport Combination
from sapper.inference.kernel.counter cimport Counter
from sapper.inference.kernel.frontier cimport Frontier
from sapper.inference.kernel.store cimport StateStore
from sapper.inference.kernel.tables cimport Tables

cdef class TableSampler:
    cdef Frontier frontier
    cdef Boxes boxes
    cdef Tables tables
    cdef StateStore store
    cdef Combination combined
    cdef unsigned char[::1] layout
    cdef int[::1] cells, count, begins, by_state, stack_node, stack_state, stack_mines
    cdef long long[::1] by_state_at
    cpdef void prepare(self) noexcept nogil
    cdef void _list(self, int node, long long begin) noexcept nogil
    cdef void draw(self, Chance chance) noexcept nogil
    cdef int _draw_frontier(self, Chance chance) noexcept nogil
    cdef int _draw_component(self, int c, int t, Chance chance) noexcept nogil
    cdef void _walk(self, int c, int mines, Chance chance) noexcept nogil
    cdef int _step_leaf(self, int top, long long first, long long last, Chance chance) noexcept nogil
    cdef int _step_table(self, int top, long long first, long long last, Chance chance) noexcept nogil
    cdef void _lay_box(self, int box, Chance chance) noexcept nogil
    cdef void _lay_off(self, int mines, Chance chance) noexcept nogil
    cdef void _lay_among(self, int n, int mines, Chance chance) noexcept nogil
    cdef void _room(self) noexcept nogil
    cdef void _more_begins(self, long long size) noexcept with gil
    cdef void _more_links(self, long long size) noexcept with gil
