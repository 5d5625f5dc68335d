from sapper.inference.kernel.word cimport trailing_zeros

cdef void put(unsigned long long[::1] bits, int i) noexcept nogil
cdef void drop(unsigned long long[::1] bits, int i) noexcept nogil
cdef int lowest(unsigned long long[::1] bits, int start) noexcept nogil
cdef int size(unsigned long long[::1] bits) noexcept nogil
