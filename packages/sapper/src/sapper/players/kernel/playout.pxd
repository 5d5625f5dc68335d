from sapper.game.kernel.board cimport Board
from sapper.kernel.chance cimport Chance
from sapper.inference.kernel.counter cimport Counter
from sapper.players.kernel.endgame cimport Endgame
from sapper.players.kernel.lookahead cimport Lookahead

cdef class Playouts:
    cdef Board board
    cdef Counter counter
    cdef Lookahead ahead
    cdef Endgame endgame
    cdef Chance chance
    cdef int mines, promise, corner, start, playable, n_chain, n_candidates
    cdef int moves, guesses, outcome
    cdef bint untouched, sure, ending, solves_endings
    cdef int[::1] chain, decisions, candidates
    cdef unsigned long long[::1] proved
    cdef int play(self) noexcept nogil
    cdef int _decide(self, int strategy) noexcept nogil
    cdef int _random(self) noexcept nogil
    cdef int _draw(self, int n) noexcept nogil
    cdef int _count(self, int strategy) noexcept nogil
    cdef int _proved(self) noexcept nogil
    cdef void _forget(self) noexcept nogil
    cdef int _best_guess(self) noexcept nogil
    cdef void _prove(self) noexcept nogil
    cdef int _least_risk(self) noexcept nogil
