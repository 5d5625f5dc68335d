from sapper.kernel.chance cimport Chance, Seed
from sapper.game.kernel.board cimport Board

cdef class CompiledGames:
    cdef Board board
    cdef Chance chance
    cdef Seed seed
    cdef int size, mines, promise, lives, reach
    cdef bint flagging, chords
    cdef double for_win, for_loss, for_mine, for_cell, for_move, for_illegal
    cdef int[::1] kinds, mask_of, starts, near
    cdef unsigned char[:, ::1] mine, clue, view
    cdef unsigned char[::1] laid, given
    cdef int[:, ::1] orders
    cdef int[::1] safe_left, lives_left, flagged
    cdef signed char[::1] blank
    cdef signed char[::1] shown
    cdef signed char[:, ::1] observations, masks
    cdef unsigned long long[:, ::1] seeds
    cdef long long[::1] numbers, moves
    cdef signed char[::1] outcomes
    cdef double[::1] rewards
    cdef void _begin(self, int game) noexcept nogil
    cdef void _step(self, int game, long long action) noexcept nogil
    cdef bint _legal(self, int game, int kind, int cell) noexcept nogil
    cdef void _lay(self, int game, int first) noexcept nogil
    cdef int _open(self, int game, int cell) noexcept nogil
    cdef void _show(self, int game, int cell, unsigned char code) noexcept nogil
    cdef void _judge(self, int game) noexcept nogil
    cdef void _mask_chords(self, int game) noexcept nogil
