# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: embedsignature=False
"""Kernels of a range of hours: walk its hits, count them, and count what stands in its blocks.

No school, no rule and no message is known here; `_walk.pyi` is the contract. All arrays are contiguous and
typed, inputs are read-only, the caller owns every output, and no kernel holds the GIL.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from qimen._core cimport chart_of

cdef extern from "_wide.h":
    int qimen_ctz(uint64_t) noexcept nogil

cdef extern from "_walk.h":
    void qimen_words(uint64_t*, const uint32_t*, int, int, const uint64_t*) noexcept nogil
    uint64_t qimen_live(const uint64_t*, int) noexcept nogil
    int64_t qimen_bits(const uint64_t*, int) noexcept nogil
    uint64_t qimen_change "QIMEN_CHANGE"(Py_ssize_t, Py_ssize_t, uint32_t, uint32_t, int64_t) noexcept nogil
    void qimen_tell(uint16_t*, const int32_t*, int64_t) noexcept nogil
    void qimen_steps(int32_t*, const uint64_t*, int64_t, const int32_t*, const int32_t*) noexcept nogil
    int64_t qimen_total(const int32_t*, const uint8_t*, int64_t) noexcept nogil
    int64_t qimen_weigh(const uint64_t*, int64_t, const int32_t*, const uint64_t*) noexcept nogil

# What blocks are counted in, and hours.
ctypedef fused number:
    uint16_t
    int32_t

cdef enum:
    CHARTS = 1080
    PHASES = 12
    CODES = 18
    STRIP = 64


# ---------------------------------------------------------------- hits


cdef uint64_t[64] BELOW  # BELOW[k]: bits 0..k-1
cdef int _k
for _k in range(64):
    BELOW[_k] = (<uint64_t>1 << _k) - 1


cdef inline int strip_of(
    uint64_t* strip, const uint32_t* blocks, int phase, const uint64_t* table, int64_t begin, int64_t hour, int64_t end
) noexcept nogil:
    """Fill a strip with the words of the blocks from `begin` on, cut to [hour, end); returns their number."""
    cdef int64_t length = (end - begin + 59) // 60
    if length > STRIP:
        length = STRIP
    qimen_words(strip, blocks, <int>length, phase, table)
    strip[0] &= ~BELOW[hour - begin]
    if end - begin < 60 * length:
        strip[length - 1] &= BELOW[end - begin - 60 * (length - 1)]
    return <int>length


cdef inline Py_ssize_t put(
    uint64_t word, int64_t at, const uint16_t* masks, int64_t* hits, uint16_t* hit_masks, Py_ssize_t count
) noexcept nogil:
    """Write the hours of a word and their masks behind `count` others; returns how many there are then."""
    cdef int bit
    while word:
        bit = qimen_ctz(word)
        word &= word - 1
        hits[count] = at + bit
        hit_masks[count] = masks[bit]
        count += 1
    return count


def walk(
    const uint32_t[::1] blocks, int64_t first_hour, const int64_t[::1] starts, const uint16_t[::1] contexts,
    const uint64_t[:, :, ::1] words, const uint16_t[:, :, ::1] masks, int64_t hour, int64_t stop,
    int64_t[::1] hits, uint16_t[::1] hit_masks,
):
    """Write the hits of [hour, stop) and their masks in order, until the buffer might overflow.

    words[context, block mod 12, ju code] has bit r set when hour r of the block hits; masks[context, block mod
    12, chart] is its palace mask, with one phase where the days do not matter. The first segment begins at or before
    hour. Returns (hits written, hour to go on from); that is stop when all is done.
    """
    cdef Py_ssize_t n = starts.shape[0], room = hits.shape[0] - 60, count = 0, segment = 0, phase, block
    cdef int64_t end, begin, at
    cdef uint64_t word, part, live
    cdef uint32_t record
    cdef int64_t* to = &hits[0]
    cdef uint16_t* to_masks = &hit_masks[0]
    cdef const uint64_t* table
    cdef const uint16_t* found
    cdef const uint16_t* row
    cdef uint64_t[STRIP] strip
    cdef Py_ssize_t length, k
    with nogil:
        # The segment that holds `hour`, when the walk goes on after a full buffer.
        block = n
        while block - segment > 1:
            phase = (segment + block) >> 1
            if starts[phase] <= hour:
                segment = phase
            else:
                block = phase
        while hour < stop:
            end = starts[segment + 1] if segment + 1 < n and starts[segment + 1] < stop else stop
            table = &words[contexts[segment], 0, 0]
            found = &masks[contexts[segment], 0, 0]
            block = (hour - first_hour) // 60
            begin = first_hour + 60 * block
            phase = (first_hour // 60 + block) % 12
            while hour < end and count <= room:
                # A strip of words first, then those that hit: no branch hangs on the data of the first loops.
                length = strip_of(&strip[0], &blocks[block], <int>phase, table, begin, hour, end)
                live = qimen_live(&strip[0], <int>length)
                while live:
                    k = qimen_ctz(live)
                    live &= live - 1
                    if count > room:
                        length = k
                        break
                    # Ju by ju: within one, the masks of the block's hours lie side by side.
                    record = blocks[block + k]
                    row = found + ((first_hour // 60 + block + k) % 12 if masks.shape[1] > 1 else 0) * CHARTS
                    at = begin + 60 * k
                    word = strip[k]
                    part = word & BELOW[record >> 15 & 63]
                    word ^= part
                    count = put(part, at, row + (record & 31) * 60, to, to_masks, count)
                    if word:
                        part = word & BELOW[record >> 21]
                        count = put(part, at, row + (record >> 5 & 31) * 60, to, to_masks, count)
                        count = put(word ^ part, at, row + (record >> 10 & 31) * 60, to, to_masks, count)
                begin += 60 * length
                block += length
                hour = begin
                phase = (first_hour // 60 + block) % 12
            if hour < end:
                break
            hour = end
            segment += 1
    return count, hour


def tally(
    const uint32_t[::1] blocks, int64_t first_hour, const int64_t[::1] starts, const uint16_t[::1] contexts,
    const uint64_t[:, :, ::1] words, int64_t hour, int64_t stop,
):
    """Number of hits of [hour, stop); segments as in `walk`."""
    cdef Py_ssize_t n = starts.shape[0], segment, phase, block
    cdef int64_t end, begin, count = 0
    cdef uint64_t[STRIP] strip
    cdef int length
    cdef const uint64_t* table
    with nogil:
        for segment in range(n):
            end = starts[segment + 1] if segment + 1 < n and starts[segment + 1] < stop else stop
            if hour >= end:
                continue
            table = &words[contexts[segment], 0, 0]
            block = (hour - first_hour) // 60
            begin = first_hour + 60 * block
            phase = (first_hour // 60 + block) % 12
            while hour < end:
                length = strip_of(&strip[0], &blocks[block], <int>phase, table, begin, hour, end)
                count += qimen_bits(&strip[0], length)
                block += length
                begin += 60 * length
                hour = begin
                phase = (phase + length) % 12
            hour = end
    return count


# ---------------------------------------------------------------- segments


def covers(const uint16_t[::1] values, const uint16_t[::1] numbers):
    """Whether every value has a number (65535 is none)."""
    cdef Py_ssize_t i
    cdef uint32_t none = 0
    with nogil:
        for i in range(values.shape[0]):
            none |= numbers[values[i]] == 0xFFFF
    return none == 0


def cut(
    const int64_t[::1] starts, const uint16_t[::1] values, const uint16_t[::1] numbers, int64_t[::1] turns,
    uint16_t[::1] tables,
):
    """Write where numbers[value] turns, and to what; returns how many segments that makes."""
    cdef Py_ssize_t i, count = 0
    cdef uint32_t last = 0x10000, number
    with nogil:
        for i in range(starts.shape[0]):
            number = numbers[values[i]]
            turns[count] = starts[i]
            tables[count] = <uint16_t>number
            count += number != last
            last = number
    return count


# ---------------------------------------------------------------- counts


def survey(
    const uint32_t[::1] blocks, int64_t first_hour, const int64_t[::1] starts, const uint16_t[::1] values,
    Py_ssize_t outside, int64_t hour, int64_t stop, int32_t[::1] keys, int32_t[::1] firsts, uint64_t[::1] changes,
):
    """Say of each block of [hour, stop) what stands at its end, and write down what changes inside it.

    keys[block] is (value of the segment * 12 + block mod 12) * 18 + ju code; its changes are those from
    firsts[block] to the next, one record each. A range that begins or ends inside a block changes there from or to the
    value `outside`. Returns the number of changes.
    """
    cdef Py_ssize_t n = starts.shape[0], segment = 0, count = 0, before, i
    cdef Py_ssize_t block = (hour - first_hour) // 60, value
    cdef int64_t begin, turn, split, at, end
    cdef uint32_t record, ju, was, row
    with nogil:
        for i in range(keys.shape[0]):
            begin = first_hour + 60 * (block + i)
            row = <uint32_t>((first_hour // 60 + block + i) % PHASES * CODES)
            record = blocks[block + i]
            at = hour - begin if hour > begin else 0
            end = stop - begin if stop - begin < 60 else 60
            while segment + 1 < n and starts[segment + 1] <= begin + at:
                segment += 1
            value = values[segment]
            ju = chart_of(record, <uint32_t>at) // 60
            firsts[i] = <int32_t>count
            if at > 0:
                changes[count] = qimen_change(outside, value, row + ju, row + ju, at)
                count += 1
            while True:
                # The nearest place behind `at` where a ju or a segment begins.
                split = record >> 15 & 63
                if split <= at:
                    split = record >> 21 if record >> 21 > at else 60
                turn = starts[segment + 1] - begin if segment + 1 < n else 60
                at = split if split < turn else turn
                if at >= end:
                    break
                before = value
                was = ju
                if at == turn:
                    segment += 1
                    value = values[segment]
                ju = chart_of(record, <uint32_t>at) // 60
                changes[count] = qimen_change(before, value, row + was, row + ju, at)
                count += 1
            if end < 60:
                changes[count] = qimen_change(value, outside, row + ju, row + ju, end)
                count += 1
                value = outside
            keys[i] = <int32_t>(value * PHASES * CODES + row + ju)
        firsts[keys.shape[0]] = <int32_t>count
    return count


def tell(const int32_t[::1] keys, uint16_t[::1] out):
    """Count the blocks of each key."""
    if keys.shape[0] == 0:
        return
    with nogil:
        qimen_tell(&out[0], &keys[0], keys.shape[0])


def fold(const number[:, :, ::1] table, const uint16_t[::1] numbers, int32_t[:, :, ::1] out):
    """Add table[value] to out[numbers[value]]; where only `out` has one phase it takes the sum of all."""
    cdef Py_ssize_t value, phase, i, rows = 1, width = table.shape[1] * table.shape[2]
    cdef const number* here
    cdef int32_t* there
    if out.shape[1] != table.shape[1]:
        rows, width = table.shape[1], table.shape[2]
    with nogil:
        for value in range(table.shape[0]):
            there = &out[numbers[value], 0, 0]
            for phase in range(rows):
                here = &table[value, 0, 0] + phase * width
                for i in range(width):
                    there[i] += here[i]


def spread(
    const int32_t[:, :, ::1] folded, const uint64_t[::1] changes, const uint64_t[::1] edges, const int32_t[::1] places,
    int32_t[:, :, ::1] hours,
):
    """Fill hours[context, block mod 12, chart] from the blocks of contexts and the changes inside them.

    What stands before a change has the hours below it; what stands after was counted whole and has them not: a step
    at the offset, and the sums from the end are hours. Steps that `hours` brings are summed with them.
    """
    cdef Py_ssize_t i, r
    cdef int32_t total, step
    cdef int32_t* first = &hours[0, 0, 0]
    cdef const int32_t* blocks = &folded[0, 0, 0]
    cdef int32_t[PHASES * CODES] rows
    for i in range(PHASES * CODES):
        rows[i] = <int32_t>(60 * (i if hours.shape[1] > 1 else i % CODES))
    with nogil:
        if changes.shape[0]:
            qimen_steps(first, &changes[0], changes.shape[0], &places[0], &rows[0])
        if edges.shape[0]:
            qimen_steps(first, &edges[0], edges.shape[0], &places[0], &rows[0])
        for i in range(folded.shape[0] * folded.shape[1] * CODES):
            total = blocks[i]
            for r in range(59, -1, -1):
                step = first[i * 60 + r]
                first[i * 60 + r] = total
                total += step


def totals(const int32_t[:, :, ::1] hours, const uint8_t[:, ::1] holds, int64_t[::1] out):
    """out[row] = the hours at which a row holds: holds[row] is 1 or 0 at each place of `hours` but the last context's."""
    cdef Py_ssize_t row
    if holds.shape[1] == 0:
        return
    with nogil:
        for row in range(holds.shape[0]):
            out[row] = qimen_total(&hours[0, 0, 0], &holds[row, 0], holds.shape[1])


def weigh(
    const uint64_t[::1] changes, const uint64_t[::1] edges, const int32_t[::1] places, const uint64_t[:, :, ::1] words
):
    """Hours that words[context, block mod 12, ju code] gain by the changes inside blocks, less those that they lose."""
    cdef int64_t count = 0
    cdef const uint64_t* bits = &words[0, 0, 0]
    with nogil:
        if changes.shape[0]:
            count += qimen_weigh(&changes[0], changes.shape[0], &places[0], bits)
        if edges.shape[0]:
            count += qimen_weigh(&edges[0], edges.shape[0], &places[0], bits)
    return count
