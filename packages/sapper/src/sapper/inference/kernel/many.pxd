from sapper.inference.kernel.counter cimport Counter

cdef void _count(
    Counter counter,
    const unsigned char[:, ::1] views,
    const int[::1] mines,
    double[:, ::1] risks,
    double[::1] logarithms,
    int[::1] statuses,
) noexcept nogil
