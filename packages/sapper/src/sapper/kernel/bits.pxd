cdef extern from *:
    """
    static inline int sapper_popcount(unsigned long long x) {
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int) ((x * 0x0101010101010101ULL) >> 56);
    }
    static inline int sapper_trailing_zeros(unsigned long long x) {
    #ifdef __GNUC__
        return __builtin_ctzll(x);
    #else
        return sapper_popcount((x & (0 - x)) - 1);
    #endif
    }
    """
    int popcount "sapper_popcount"(unsigned long long) noexcept nogil
    int trailing_zeros "sapper_trailing_zeros"(unsigned long long) noexcept nogil

cdef void put(unsigned long long[::1] bits, int i) noexcept nogil
cdef void drop(unsigned long long[::1] bits, int i) noexcept nogil
cdef int lowest(unsigned long long[::1] bits, int start) noexcept nogil
cdef int size(unsigned long long[::1] bits) noexcept nogil

cdef class SlicedCounters:
    cdef int width
    cdef unsigned long long[::1] slices
    cdef long long count
    cdef void clear(self, int row) noexcept nogil
    cdef void add(self, unsigned long long chosen, int row) noexcept nogil
    cdef int largest(self, unsigned long long chosen, int row) noexcept nogil
