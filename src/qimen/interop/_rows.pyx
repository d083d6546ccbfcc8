# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Lines of text with cells appended: what pyarrow's CSV writer does cell by cell, done by copying."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy


def append_cells(
    const uint8_t[::1] data, const int64_t[::1] starts, const int64_t[::1] ends,
    const int32_t[:, ::1] codes, const uint8_t[::1] text, const int32_t[::1] text_starts, uint8_t[::1] out,
):
    """Write data[starts[i]:ends[i]], the texts of codes[:, i], and a line end, for each i; return the bytes written.

    Text c is text[text_starts[c]:text_starts[c + 1]]; `out` must be long enough, and text and data not empty.
    """
    cdef Py_ssize_t i, k, size, rows = starts.shape[0], columns = codes.shape[0]
    cdef int64_t at = 0
    cdef int32_t code
    with nogil:
        for i in range(rows):
            size = ends[i] - starts[i]
            memcpy(&out[at], &data[starts[i]], size)
            at += size
            for k in range(columns):
                code = codes[k, i]
                size = text_starts[code + 1] - text_starts[code]
                memcpy(&out[at], &text[text_starts[code]], size)
                at += size
            out[at] = 10
            at += 1
    return at
