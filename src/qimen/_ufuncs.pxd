# The scalar steps as plain C functions: for `cimport`, and by address for numba (docs/embedding.md).
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t

# Chart of one hour: `blocks` holds `count` records (`qimen.ufuncs.block_table`), the first begins at `first_hour`.
# 65535 outside of them.
cdef uint16_t chart_id_at(const uint32_t* blocks, int64_t count, int64_t first_hour, int64_t hour) noexcept nogil
# Pillars 0..59 of an hour; 255 for INT64_MIN.
cdef uint8_t hour_pillar_at(int64_t hour) noexcept nogil
cdef uint8_t day_pillar_at(int64_t hour) noexcept nogil
