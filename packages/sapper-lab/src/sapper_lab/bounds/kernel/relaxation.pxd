from sapper.kernel.chance cimport Chance, Seed
from sapper.inference.kernel.sampler cimport TableSampler
from sapper.players.kernel.certain cimport CertainGame
from sapper.players.kernel.endgame cimport Endgame
from sapper_lab.bounds.kernel.twins cimport Twins

cdef class Relaxation:
    cdef CertainGame game
    cdef Endgame endgame
    cdef TableSampler sampler
    cdef Chance chance
    cdef Relaxation after
    cdef int mines, playable, guesses, layouts
    cdef int[::1] candidates, safe, before, clues
    cdef int n_before
    cdef double[::1] won
    cdef Twins twins
    cdef double first
    cdef double _deal(self, int cell, int promise, Seed seed, unsigned long long number) noexcept nogil
    cdef void _shuffle(self, int cell, int promise) noexcept nogil
    cdef bint _fits(self) noexcept nogil
    cdef double _open(self, int cell) noexcept nogil
    cdef double _guess(self) noexcept nogil
    cdef double _last_guess(self, int n) noexcept nogil
    cdef int _rank(self) noexcept nogil
    cdef double _mean(self, int cell, unsigned long long luck, double least) noexcept nogil
    cdef double _survive(self, Relaxation before, int cell, unsigned long long luck) noexcept nogil
