from sapper.inference.kernel.counter cimport Counter
from sapper.inference.kernel.sampler cimport Sampler
from sapper.players.playout cimport Playouts

cdef class Rollouts:
    cdef Playouts playouts
    cdef Counter now
    cdef Sampler first, later
    cdef unsigned char[::1] view
    cdef double _expect(self, int cell, unsigned long long luck) noexcept nogil
    cdef void _begin(self, unsigned long long luck) noexcept nogil
    cdef void _draw(self, Sampler sampler, int safe) noexcept nogil
