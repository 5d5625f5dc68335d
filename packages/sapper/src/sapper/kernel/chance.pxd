cdef class Chance:
    cdef unsigned long long a, b, c, d
    cdef void seed(self, unsigned long long key) noexcept nogil
    cpdef void fold(self, unsigned long long key) noexcept nogil
    cpdef unsigned long long bits(self) noexcept nogil
    cpdef unsigned long long _draw(self, unsigned long long n) noexcept nogil
    cpdef double random(self) noexcept nogil
    cpdef void restore(self, unsigned long long a, unsigned long long b, unsigned long long c, unsigned long long d)

cdef class Seed:
    cdef unsigned long long high, low
    cpdef void use(self, unsigned long long high, unsigned long long low) noexcept nogil
    cpdef void begin(self, Chance chance, unsigned long long stream, unsigned long long number) noexcept nogil
    cdef void _hash(self, Chance chance, unsigned long long stream, unsigned long long number) noexcept with gil
