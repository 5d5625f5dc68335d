from sapper.kernel.bits cimport lowest, put, size
from sapper.kernel.chance cimport Seed
from sapper.inference.kernel.counter cimport Counter
from sapper.inference.kernel.sampler cimport TableSampler
from sapper.players.kernel.memory cimport Memory
from sapper.players.kernel.playout cimport Playouts

cdef class Rollouts:
    cdef Playouts playouts
    cdef Counter now
    cdef Memory memory
    cdef TableSampler first, later
    cdef unsigned char[::1] view
    cdef unsigned long long here, key
    cdef double worth
    cdef bint counted
    cdef double _expect(self, int cell, unsigned long long luck) noexcept nogil
    cdef double _expect_first(self, int cell, int promise, Seed seed, unsigned long long number) noexcept nogil
    cdef void _shuffle(self, Seed seed, unsigned long long number) noexcept nogil
    cdef double _play_on(self, int cell, double value) noexcept nogil
    cdef void _open(self, int cell) noexcept nogil
    cdef unsigned long long _mark(self, int cell, int code) noexcept nogil
    cdef int _decide(self, int strategy) noexcept nogil
    cdef int _recall(self) noexcept nogil
    cdef void _learn(self, int cell, unsigned long long key) noexcept nogil
    cdef void _begin(self, unsigned long long luck) noexcept nogil
    cdef void _forget(self) noexcept nogil
    cdef void _draw(self, TableSampler sampler, int safe) noexcept nogil
