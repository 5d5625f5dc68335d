from sapper.kernel.chance cimport Chance, Seed
from sapper.players.kernel.playout cimport Playouts

cdef class KernelGames:
    cdef Playouts playouts
    cdef Chance deals
    cdef Seed seed
    cdef const long long[::1] numbers
    cdef const int[::1] orders, starts
    cdef unsigned char[::1] outcomes
    cdef int[::1] moves, guesses
    cdef int[:, ::1] decisions
    cdef void _play(self, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
