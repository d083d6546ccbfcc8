# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: embedsignature=False
"""Kernels of one hour and of every chart: look up runs, lay plates, gather facts, match masks.

No school, no rule and no message is known here; `_core.pyi` is the contract. All arrays are contiguous and
typed, inputs are read-only, the caller owns every output, and no kernel holds the GIL.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from "_wide.h":
    int qimen_ctz(uint64_t) noexcept nogil

cdef extern from "_core.h":
    void qimen_fill(uint16_t*, const uint32_t*, int64_t) noexcept nogil
    void qimen_select(uint16_t*, const uint32_t*, int64_t, int, int, const uint16_t*) noexcept nogil
    int64_t qimen_find(
        const uint32_t*, uint32_t, uint64_t, uint32_t, uint32_t, const int64_t*, uint16_t*, int64_t
    ) noexcept nogil
    int qimen_pass(uint16_t*, const uint16_t*, int, const uint8_t*, uint64_t) noexcept nogil
    void qimen_hold(
        uint16_t*, const uint16_t*, int, const uint16_t*, int, uint64_t, uint64_t, const uint64_t*, int
    ) noexcept nogil

cdef enum:
    CHARTS = 1080
    ELEMENTS = 512
    NONE8 = 255
    NONE16 = 65535

# The ring, clockwise from north, and each palace's place on it (the centre has none).
cdef uint8_t[8] RING = [1, 8, 3, 4, 9, 2, 7, 6]
cdef uint8_t[10] RING_INDEX = [NONE8, 0, 5, 2, 3, NONE8, 7, 6, 1, 4]
# The nine plate stems in laying order: 戊己庚辛壬癸丁丙乙.
cdef uint8_t[9] LAYING = [4, 5, 6, 7, 8, 9, 3, 2, 1]
# First place of each kind of fact; `facts.py` names the same layout. The last row has the palaces that are there.
cdef enum:
    HEAVEN = 0
    EARTH = 10
    STAR = 20
    DOOR = 29
    DEITY = 37
    PALACE = 45
    ENVOY = 54
    THERE = 55


# ---------------------------------------------------------------- time axis


def lookup(const int64_t[::1] starts, const int64_t[::1] keys, int64_t[::1] out):
    """out[i] = index of the last start <= keys[i], -1 before the first. Neighbours are tried first."""
    cdef Py_ssize_t n = starts.shape[0], i, low, high, middle, last = 0
    cdef int64_t key
    with nogil:
        for i in range(keys.shape[0]):
            key = keys[i]
            if n == 0 or key < starts[0]:
                out[i] = -1
                continue
            if starts[last] <= key and (last + 1 == n or key < starts[last + 1]):
                out[i] = last
                continue
            low = 0
            high = n
            while high - low > 1:
                middle = (low + high) >> 1
                if starts[middle] <= key:
                    low = middle
                else:
                    high = middle
            last = low
            out[i] = low


def build_blocks(const int64_t[::1] starts, const uint8_t[::1] codes, int64_t first_block, uint32_t[::1] out):
    """Fill one record a block of 60 hours: ju codes a, b, c (5 bits each), then two 6-bit offsets.

    Hours at offset < first split have code a, < second split code b, the others c. Returns the index of
    the first block with more than two changes, else -1.
    """
    cdef Py_ssize_t n = starts.shape[0], i = 0, block
    cdef int64_t begin
    cdef uint32_t record
    cdef uint8_t code
    cdef int changes
    cdef uint8_t[3] ju
    cdef uint8_t[2] split
    cdef Py_ssize_t crowded = -1
    with nogil:
        for block in range(out.shape[0]):
            begin = (first_block + block) * 60
            while i + 1 < n and starts[i + 1] <= begin:
                i += 1
            code = codes[i]
            changes = 0
            ju[0] = ju[1] = ju[2] = code
            split[0] = split[1] = 60
            while i + 1 < n and starts[i + 1] < begin + 60:
                i += 1
                if codes[i] == code:
                    continue
                code = codes[i]
                if changes == 2:
                    crowded = block
                    break
                split[changes] = <uint8_t>(starts[i] - begin)
                changes += 1
                ju[changes] = code
                if changes == 1:
                    ju[2] = code
            if crowded >= 0:
                break
            out[block] = (
                <uint32_t>ju[0] | <uint32_t>ju[1] << 5 | <uint32_t>ju[2] << 10
                | <uint32_t>split[0] << 15 | <uint32_t>split[1] << 21
            )
    return crowded


cpdef uint16_t chart_id(const uint32_t[::1] blocks, int64_t first_hour, int64_t hour) noexcept:
    """Chart of one hour, 65535 outside the blocks; `first_hour` is the first hour of blocks[0]."""
    cdef int64_t since = hour - first_hour
    if since < 0 or since >= blocks.shape[0] * 60:
        return NONE16
    return chart_of(blocks[since // 60], <uint32_t>(since % 60))


def chart_ids(
    const uint32_t[::1] blocks, int64_t first_hour, int64_t first, int64_t last,
    const int64_t[::1] hours, uint16_t[::1] out,
):
    """Chart of each hour, 65535 outside first..last; returns how many were outside."""
    cdef int64_t n = hours.shape[0], outside
    if n == 0:
        return 0
    with nogil:
        outside = qimen_find(
            &blocks[0], <uint32_t>(blocks.shape[0] - 1), <uint64_t>first_hour, <uint32_t>(first - first_hour),
            <uint32_t>(last - first + 1), &hours[0], &out[0], n,
        )
    return outside


def chart_range(const uint32_t[::1] blocks, int64_t first_hour, int64_t start, uint16_t[::1] out):
    """Charts of the hours from `start` on; the caller has checked that the blocks cover them."""
    cdef Py_ssize_t n = out.shape[0], done = 0, block = (start - first_hour) // 60, whole
    cdef int offset = <int>((start - first_hour) % 60), i, end
    cdef uint16_t[64] edge
    with nogil:
        while done < n:
            # Whole blocks as long as 64 values fit; what is left, and a beginning inside a block, through a buffer.
            whole = (n - done - 64) // 60 + 1 if offset == 0 and n - done >= 64 else 0
            if whole > 0:
                qimen_fill(&out[done], &blocks[block], whole)
                block += whole
                done += whole * 60
                continue
            qimen_fill(&edge[0], &blocks[block], 1)
            end = 60 if n - done >= 60 - offset else offset + <int>(n - done)
            for i in range(offset, end):
                out[done + i - offset] = edge[i]
            done += end - offset
            offset = 0
            block += 1


cdef class Bound:
    """Charts of single hours at the cost of a call; `bound.py` adds what needs no speed."""

    cdef const uint32_t[::1] blocks
    cdef int64_t first_hour
    cdef int64_t first
    cdef int64_t last

    def __cinit__(self, const uint32_t[::1] blocks, int64_t first_hour, int64_t first, int64_t last, *rest):
        self.blocks = blocks
        self.first_hour = first_hour
        self.first = first
        self.last = last

    def chart_id(self, int64_t hour):
        """Return the chart id 0..1079 of a double-hour; RangeError outside the years of the term table."""
        if hour < self.first or hour > self.last:
            return self.outside(hour)
        cdef int64_t since = hour - self.first_hour
        return chart_of(self.blocks[since // 60], <uint32_t>(since % 60))


cdef inline Py_ssize_t copy_rows(
    uint8_t* out, const uint8_t* table, uint32_t record, int offset, int end, Py_ssize_t width
) noexcept nogil:
    """Copy the rows of the hours [offset, end) of a block; returns the bytes written."""
    cdef int first = <int>(record >> 15 & 63), second = <int>(record >> 21 & 63)
    cdef uint8_t* begin = out
    cdef int cut
    if offset < first:
        cut = first if first < end else end
        memcpy(out, table + ((record & 31) * 60 + offset) * width, (cut - offset) * width)
        out += (cut - offset) * width
        offset = cut
    if offset < end and offset < second:
        cut = second if second < end else end
        memcpy(out, table + ((record >> 5 & 31) * 60 + offset) * width, (cut - offset) * width)
        out += (cut - offset) * width
        offset = cut
    if offset < end:
        memcpy(out, table + ((record >> 10 & 31) * 60 + offset) * width, (end - offset) * width)
        out += (end - offset) * width
    return out - begin


def range_rows(
    const uint32_t[::1] blocks, int64_t first_hour, int64_t start,
    const uint8_t[:, ::1] table, uint8_t[:, ::1] out,
):
    """out[i] = table[chart of hour start + i]; the caller has checked that the blocks cover the hours."""
    cdef Py_ssize_t n = out.shape[0], done = 0, width = table.shape[1]
    cdef Py_ssize_t block = (start - first_hour) // 60
    cdef int offset = <int>((start - first_hour) % 60), end
    cdef uint32_t record
    cdef uint8_t* to
    cdef const uint8_t* rows
    if n == 0:
        return
    to = &out[0, 0]
    rows = &table[0, 0]
    with nogil:
        while done < n:
            record = blocks[block]
            if offset == 0 and record >> 15 & 63 == 60 and n - done >= 60:
                memcpy(to, rows + (record & 31) * 60 * width, 60 * width)
                to += 60 * width
                done += 60
            else:
                end = 60 if n - done >= 60 - offset else offset + <int>(n - done)
                to += copy_rows(to, rows, record, offset, end, width)
                done += end - offset
                offset = 0
            block += 1


def range_masks(
    const uint32_t[::1] blocks, int64_t first_hour, const int64_t[::1] starts, const uint16_t[::1] contexts,
    const uint16_t[:, :, ::1] masks, int64_t start, uint16_t[::1] out,
):
    """out[i] = masks[context, block mod 12, chart] of hour start + i; the first segment begins at or before start.

    Where the days do not matter the masks have one phase instead of twelve. Four more values must lie behind the masks
    in memory.
    """
    cdef Py_ssize_t n = starts.shape[0], segment, phase, whole, block = (start - first_hour) // 60
    cdef int64_t hour = start, stop = start + out.shape[0], last
    cdef int offset = <int>((start - first_hour) % 60), end, phases = <int>masks.shape[1]
    cdef const uint16_t* context
    if out.shape[0] == 0:
        return
    with nogil:
        for segment in range(n):
            last = starts[segment + 1] if segment + 1 < n and starts[segment + 1] < stop else stop
            context = &masks[contexts[segment], 0, 0]
            while hour < last:
                phase = (first_hour // 60 + block) % 12 if phases > 1 else 0
                # Whole blocks, the one in which the segment ends among them, as long as 64 values fit into the output:
                # what they write too much is written over.
                whole = (last - hour + 59) // 60 if offset == 0 else 0
                while whole > 0 and stop - hour < 60 * whole + 4:
                    whole -= 1
                if whole > 0:
                    qimen_select(&out[hour - start], &blocks[block], whole, <int>phase, phases, context)
                    if hour + 60 * whole > last:
                        block += whole - 1
                        offset = <int>(last - hour - 60 * (whole - 1))
                        hour = last
                    else:
                        block += whole
                        hour += 60 * whole
                    continue
                end = 60 if last - hour >= 60 - offset else offset + <int>(last - hour)
                copy_rows(
                    <uint8_t*>&out[hour - start], <const uint8_t*>(context + phase * CHARTS), blocks[block],
                    offset, end, 2,
                )
                hour += end - offset
                block += end // 60
                offset = end % 60


# ---------------------------------------------------------------- plates


cdef inline int wrap(int palace) noexcept nogil:
    palace = (palace - 1) % 9
    return (palace + 9 if palace < 0 else palace) + 1


def lay_plates(
    int lodge_yang, int lodge_yin, bint fly,
    uint8_t[:, ::1] earth, uint8_t[:, ::1] heaven, uint8_t[:, ::1] guest,
    uint8_t[:, ::1] star, uint8_t[:, ::1] door, uint8_t[:, ::1] deity, uint8_t[:, ::1] hands,
):
    """Lay the plates of all 1080 charts; a lodge of 0 leaves the centre where it is.

    hands[chart] = raw home of zhi_fu, raw palace, lodged home, lodged palace, raw and lodged palace of
    zhi_shi, star of zhi_fu, door of zhi_shi (255 where the centre has none).
    """
    cdef int chart, sign, ju, pillar, xun, i, palace, target, lodge, step, turn, yi, stem
    cdef int home_raw, at_raw, home, at, shi_raw, shi
    cdef uint8_t[10] place
    with nogil:
        for chart in range(CHARTS):
            sign = 1 if chart < CHARTS // 2 else -1
            lodge = lodge_yang if sign > 0 else lodge_yin
            ju = chart // 60 % 9 + 1
            pillar = chart % 60
            xun = pillar // 10
            for palace in range(10):
                earth[chart, palace] = heaven[chart, palace] = guest[chart, palace] = NONE8
                star[chart, palace] = door[chart, palace] = deity[chart, palace] = NONE8
            for i in range(9):
                palace = wrap(ju + sign * i)
                earth[chart, palace] = LAYING[i]
                place[LAYING[i]] = <uint8_t>palace
            yi = 4 + xun
            stem = pillar % 10
            if stem == 0:
                stem = 4 if fly else yi
            home_raw = place[yi]
            at_raw = place[stem]
            home = lodge if home_raw == 5 and lodge else home_raw
            at = lodge if at_raw == 5 and lodge else at_raw
            if fly:
                step = at_raw - home_raw
                for palace in range(1, 10):
                    target = wrap(palace + step)
                    heaven[chart, target] = earth[chart, palace]
                    star[chart, target] = <uint8_t>(palace - 1)
                    if palace != 5:
                        door[chart, target] = RING_INDEX[palace]
                shi_raw = at_raw
                shi = at_raw
            else:
                step = RING_INDEX[at] - RING_INDEX[home] + 8
                for i in range(8):
                    palace = RING[i]
                    target = RING[(i + step) % 8]
                    heaven[chart, target] = earth[chart, palace]
                    star[chart, target] = <uint8_t>(palace - 1)
                    if palace == lodge:
                        guest[chart, target] = earth[chart, 5]
                shi_raw = wrap(home_raw + sign * (pillar % 10))
                shi = lodge if shi_raw == 5 else shi_raw
                turn = RING_INDEX[shi] - RING_INDEX[home] + 8
                for i in range(8):
                    door[chart, RING[(i + turn) % 8]] = <uint8_t>i
                    deity[chart, RING[(RING_INDEX[at] + sign * i + 8) % 8]] = <uint8_t>i
            hands[chart, 0] = <uint8_t>home_raw
            hands[chart, 1] = <uint8_t>at_raw
            hands[chart, 2] = <uint8_t>home
            hands[chart, 3] = <uint8_t>at
            hands[chart, 4] = <uint8_t>shi_raw
            hands[chart, 5] = <uint8_t>shi
            hands[chart, 6] = <uint8_t>(home_raw - 1)
            hands[chart, 7] = RING_INDEX[home]


def gather_facts(
    int lodge_yang, int lodge_yin,
    const uint8_t[:, ::1] earth, const uint8_t[:, ::1] heaven, const uint8_t[:, ::1] guest,
    const uint8_t[:, ::1] star, const uint8_t[:, ::1] door, const uint8_t[:, ::1] deity,
    const uint8_t[:, ::1] hands, uint16_t[:, ::1] out,
):
    """out[fact, chart] = mask of the palaces that have it; the yi of the hour's xun counts as 甲 besides.

    The centre of a lodged plate has no facts: its stems are read at the lodge. The caller zeroes `out`.
    """
    cdef int chart, palace, lodge, yi
    cdef uint64_t word, heavens, earths, one = 1
    with nogil:
        for chart in range(CHARTS):
            lodge = lodge_yang if chart < CHARTS // 2 else lodge_yin
            yi = 4 + chart % 60 // 10
            for palace in range(1, 10):
                if palace == 5 and lodge:
                    continue
                heavens = one << heaven[chart, palace]
                earths = one << earth[chart, palace]
                word = one << (STAR + star[chart, palace])
                if guest[chart, palace] != NONE8:
                    heavens |= one << guest[chart, palace]
                    word |= one << (STAR + 4)
                if palace == lodge:
                    earths |= one << earth[chart, 5]
                if heavens >> yi & 1:
                    heavens |= 1
                if earths >> yi & 1:
                    earths |= 1
                word |= heavens << HEAVEN | earths << EARTH | one << (PALACE + palace - 1)
                if door[chart, palace] != NONE8:
                    word |= one << (DOOR + door[chart, palace])
                if deity[chart, palace] != NONE8:
                    word |= one << (DEITY + deity[chart, palace])
                if hands[chart, 5] == palace:
                    word |= one << ENVOY
                word |= one << THERE
                while word:
                    out[qimen_ctz(word), chart] |= <uint16_t>(1 << palace)
                    word &= word - 1


# ---------------------------------------------------------------- rules


cdef inline uint64_t resolve(uint64_t word, uint32_t roles, const uint8_t* stems, Py_ssize_t stride) noexcept nogil:
    """Add to `word` the heaven and earth bits that its roles stand for at this element."""
    cdef int role
    while roles:
        role = qimen_ctz(roles)
        roles &= roles - 1
        if role < 5:
            word |= <uint64_t>1 << (HEAVEN + stems[role * stride])
        else:
            word |= <uint64_t>1 << (EARTH + stems[(role - 5) * stride])
    return word


def match_rows(
    const uint16_t[:, ::1] facts,
    const int32_t[::1] row_of, const uint64_t[::1] need, const uint64_t[::1] deny,
    const uint32_t[::1] need_roles, const uint32_t[::1] deny_roles,
    const int32_t[::1] any_start, const uint64_t[::1] any_word, const uint32_t[::1] any_roles,
    const int32_t[::1] test_start, const int32_t[::1] test_column, const uint64_t[::1] test_set,
    const uint16_t[::1] charts, const uint8_t[:, ::1] columns, const uint8_t[:, ::1] stems,
    uint16_t[:, ::1] out,
):
    """OR into out[row, i] the palace mask of every clause of the row at element i.

    A clause: every test passes (bit columns[test_column, i] of test_set), and at one palace all bits of
    `need`, none of `deny` and one of each `any` word are present. A clause without bits sets bit 0.
    """
    cdef Py_ssize_t clauses = row_of.shape[0], n = charts.shape[0], c, t, g, begin, group_count
    cdef int count, k
    cdef bint constant
    cdef uint64_t[8] groups
    cdef uint16_t[ELEMENTS] places, at, hits
    cdef uint16_t* kept
    cdef uint16_t* to
    cdef const uint8_t* roles
    cdef const uint16_t* palaces
    if n == 0 or clauses == 0:
        return
    palaces = &facts[0, 0]
    with nogil:
        # A strip of elements at a time, and of these the ones that pass the tests, without a branch on any of them.
        begin = 0
        while begin < n:
            for c in range(clauses):
                count = ELEMENTS if n - begin > ELEMENTS else <int>(n - begin)
                kept = NULL
                for t in range(test_start[c], test_start[c + 1]):
                    count = qimen_pass(&places[0], kept, count, &columns[test_column[t], begin], test_set[t])
                    kept = &places[0]
                if count == 0:
                    continue
                if kept == NULL:
                    for k in range(count):
                        places[k] = <uint16_t>k
                to = &out[row_of[c], begin]
                group_count = any_start[c + 1] - any_start[c]
                constant = need_roles[c] == 0 and deny_roles[c] == 0
                for g in range(group_count):
                    groups[g] = any_word[any_start[c] + g]
                    constant = constant and any_roles[any_start[c] + g] == 0
                if constant and group_count == 0 and need[c] == 0 and deny[c] == 0:
                    for k in range(count):
                        to[places[k]] |= 1
                    continue
                for k in range(count):
                    at[k] = charts[begin + places[k]]
                if constant:
                    qimen_hold(
                        &hits[0], &at[0], count, palaces, THERE, need[c], deny[c], &groups[0], <int>group_count
                    )
                else:
                    for k in range(count):
                        roles = &stems[0, begin + places[k]]
                        for g in range(group_count):
                            groups[g] = resolve(any_word[any_start[c] + g], any_roles[any_start[c] + g], roles, n)
                        qimen_hold(
                            &hits[k], &at[k], 1, palaces, THERE, resolve(need[c], need_roles[c], roles, n),
                            resolve(deny[c], deny_roles[c], roles, n), &groups[0], <int>group_count,
                        )
                for k in range(count):
                    to[places[k]] |= hits[k]
            begin += ELEMENTS
