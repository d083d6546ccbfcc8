# The kernels that other Cython code may cimport.
from libc.stdint cimport int64_t, uint16_t, uint32_t


cdef inline uint16_t chart_of(uint32_t record, uint32_t offset) noexcept nogil:
    # The record of a block of 60 hours: ju codes a, b, c of five bits, then two offsets of six. Hours before the
    # first offset have ju a, before the second ju b, the others ju c.
    cdef uint32_t shift = 5 * ((offset >= (record >> 15 & 63)) + (offset >= (record >> 21 & 63)))
    return <uint16_t>((record >> shift & 31) * 60 + offset)


cpdef uint16_t chart_id(const uint32_t[::1] blocks, int64_t first_hour, int64_t hour) noexcept
