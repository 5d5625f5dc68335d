from sapper.kernel.chance cimport Chance
from sapper.players.kernel.playout cimport Playouts

cdef class KernelGames:
    cdef Playouts playouts
    cdef Chance deals
    cdef unsigned long long seed
    cdef const long long[::1] numbers
    cdef const int[::1] orders, starts
    cdef unsigned char[::1] outcomes
    cdef int[::1] moves, guesses
    cdef int[:, ::1] decisions
    cdef void _play(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
    cdef void _begin(
        self, Chance chance, unsigned long long stream, unsigned long long number
    ) noexcept nogil
