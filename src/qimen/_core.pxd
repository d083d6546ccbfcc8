# The kernels that other Cython code may cimport.
from libc.stdint cimport int64_t, uint16_t, uint32_t

cpdef uint16_t chart_id(const uint32_t[::1] blocks, int64_t first_hour, int64_t hour) noexcept
