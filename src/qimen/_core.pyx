# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: embedsignature=False
"""Kernels: look up runs, lay plates, gather facts, match masks, walk hits.

No school, no rule and no message is known here; `_core.pyi` is the contract. All arrays are contiguous and
typed, inputs are read-only, the caller owns every output, and no kernel holds the GIL.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int qimen_ctz(uint64_t w) { unsigned long i; _BitScanForward64(&i, w); return (int)i; }
    #else
    static inline int qimen_ctz(uint64_t w) { return __builtin_ctzll(w); }
    #endif

    #if defined(__GNUC__) && defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
    #define QIMEN_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define QIMEN_WIDE
    #endif

    /* Chart ids of the 60 hours of each block, and 4 values more: whole vectors cost less than an exact end.
       The caller has room for them, and the next block writes over them. */
    QIMEN_WIDE
    static void qimen_fill(uint16_t *out, const uint32_t *blocks, int64_t count) {
        for (int64_t b = 0; b < count; b++, out += 60) {
            const uint32_t r = blocks[b];
            const int16_t first = (int16_t)(r >> 15 & 63), second = (int16_t)(r >> 21 & 63);
            const int16_t j0 = (int16_t)((r & 31) * 60), j1 = (int16_t)((r >> 5 & 31) * 60);
            const int16_t d2 = (int16_t)((r >> 10 & 31) * 60 - j1);
            int16_t *o = (int16_t *)out;
            if (second == 60)
                for (int16_t i = 0; i < 64; i++)
                    o[i] = (int16_t)(i + (i >= first ? j1 : j0));
            else
                for (int16_t i = 0; i < 64; i++)
                    o[i] = (int16_t)(i + (i >= first ? j1 : j0) + (i >= second ? d2 : 0));
        }
    }

    /* Rows of 60 masks of each block, from the tables of the 12 phases that blocks run through; like qimen_fill it
       writes 4 values more, and reads as many behind a row. Masks, not conditions: those would not become vectors. */
    QIMEN_WIDE
    static void qimen_select(uint16_t *restrict out, const uint32_t *restrict blocks, int64_t count, int phase,
                             const uint16_t *restrict tables) {
        for (int64_t b = 0; b < count; b++, out += 60) {
            const uint32_t r = blocks[b];
            const int16_t first = (int16_t)(r >> 15 & 63), second = (int16_t)(r >> 21 & 63);
            const uint16_t *table = tables + phase * 1080;
            const uint16_t *x = table + (r & 31) * 60, *y = table + (r >> 5 & 31) * 60, *z = table + (r >> 10 & 31) * 60;
            phase = phase == 11 ? 0 : phase + 1;
            if (first == 60)
                for (int16_t i = 0; i < 64; i++)
                    out[i] = x[i];
            else if (second == 60)
                for (int16_t i = 0; i < 64; i++) {
                    const uint16_t m = (uint16_t)-(i >= first);
                    out[i] = (uint16_t)((y[i] & m) | (x[i] & ~m));
                }
            else
                for (int16_t i = 0; i < 64; i++) {
                    const uint16_t m = (uint16_t)-(i >= first), n = (uint16_t)-(i >= second);
                    out[i] = (uint16_t)((z[i] & n) | (((y[i] & m) | (x[i] & ~m)) & ~n));
                }
        }
    }

    /* Chart ids of hours in any order. Strips of short loops, so that the loads of a strip are under way together
       and the arithmetic around them runs in vectors. t * (2**32 / 60 + 1) >> 32 is t / 60 below 97 million hours,
       and a table has 26 million; hours outside read the last block and are written over. */
    QIMEN_WIDE
    static int64_t qimen_find(const uint32_t *restrict blocks, uint32_t last, uint64_t zero, uint32_t low,
                              uint32_t length, const int64_t *restrict hours, uint16_t *restrict out, int64_t n) {
        enum { STRIP = 128 };
        uint32_t block[STRIP], offset[STRIP], record[STRIP];
        int64_t outside = 0;
        for (int64_t k = 0; k < n; k += STRIP) {
            const int m = n - k < STRIP ? (int)(n - k) : STRIP;
            uint32_t wrong = 0;
            for (int i = 0; i < m; i++) {
                const uint64_t since = (uint64_t)hours[k + i] - zero;
                offset[i] = (uint32_t)since;
                wrong |= (uint32_t)(since >> 32);
            }
            for (int i = 0; i < m; i++) {
                const uint32_t t = offset[i], q = (uint32_t)(((uint64_t)t * 71582789u) >> 32);
                wrong |= t - low >= length;
                offset[i] = t - q * 60;
                block[i] = q < last ? q : last;
            }
            for (int i = 0; i < m; i++)
                record[i] = blocks[block[i]];
            for (int i = 0; i < m; i++) {
                const uint32_t r = record[i], o = offset[i];
                uint32_t ju = r;
                ju = o >= (r >> 15 & 63) ? r >> 5 : ju;
                ju = o >= (r >> 21 & 63) ? r >> 10 : ju;
                out[k + i] = (uint16_t)((ju & 31) * 60 + o);
            }
            if (wrong)
                for (int i = 0; i < m; i++)
                    if ((uint64_t)hours[k + i] - zero - low >= length) {
                        out[k + i] = 65535;
                        outside++;
                    }
        }
        return outside;
    }

    /* Hits of each block of a strip: words[ju code] where each of its up to three ju stands, from the tables of the
       12 phases that blocks run through. */
    static void qimen_words(uint64_t *restrict out, const uint32_t *restrict blocks, int count, int phase,
                            const uint64_t *restrict tables) {
        const uint64_t *words = tables + phase * 18, *const end = tables + 12 * 18;
        for (int i = 0; i < count; i++) {
            const uint32_t r = blocks[i];
            const uint64_t first = ((uint64_t)1 << (r >> 15 & 63)) - 1, second = ((uint64_t)1 << (r >> 21 & 63)) - 1;
            out[i] = (words[r & 31] & first) | (words[r >> 5 & 31] & second & ~first) | (words[r >> 10 & 31] & ~second);
            words += 18;
            words = words == end ? tables : words;
        }
    }

    /* Bits of a strip of words, summed by halves: it runs in vectors, and where a machine has no instruction for it. */
    QIMEN_WIDE
    static int64_t qimen_bits(const uint64_t *words, int count) {
        uint64_t sum = 0;
        for (int i = 0; i < count; i++) {
            uint64_t w = words[i];
            w = w - ((w >> 1) & 0x5555555555555555u);
            w = (w & 0x3333333333333333u) + ((w >> 2) & 0x3333333333333333u);
            w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fu;
            w = w + (w >> 8);
            w = w + (w >> 16);
            sum += (w + (w >> 32)) & 0x7f;
        }
        return (int64_t)sum;
    }
    """
    int qimen_ctz(uint64_t) noexcept nogil
    void qimen_words(uint64_t*, const uint32_t*, int, int, const uint64_t*) noexcept nogil
    int64_t qimen_bits(const uint64_t*, int) noexcept nogil
    void qimen_fill(uint16_t*, const uint32_t*, int64_t) noexcept nogil
    void qimen_select(uint16_t*, const uint32_t*, int64_t, int, const uint16_t*) noexcept nogil
    int64_t qimen_find(
        const uint32_t*, uint32_t, uint64_t, uint32_t, uint32_t, const int64_t*, uint16_t*, int64_t
    ) noexcept nogil

from libc.string cimport memcpy

cdef enum:
    CHARTS = 1080
    STRIP = 96
    NONE8 = 255
    NONE16 = 65535

# The ring, clockwise from north, and each palace's place on it (the centre has none).
cdef uint8_t[8] RING = [1, 8, 3, 4, 9, 2, 7, 6]
cdef uint8_t[10] RING_INDEX = [NONE8, 0, 5, 2, 3, NONE8, 7, 6, 1, 4]
# The nine plate stems in laying order: 戊己庚辛壬癸丁丙乙.
cdef uint8_t[9] LAYING = [4, 5, 6, 7, 8, 9, 3, 2, 1]
# First bit of each kind of fact in a palace word; `facts.py` names the same layout.
cdef enum:
    HEAVEN = 0
    EARTH = 10
    STAR = 20
    DOOR = 29
    DEITY = 37
    PALACE = 45
    ENVOY = 54


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

    Four more values must lie behind the masks in memory.
    """
    cdef Py_ssize_t n = starts.shape[0], segment, phase, block, whole
    cdef int64_t hour = start, stop = start + out.shape[0], last
    cdef int offset, end
    cdef const uint16_t* context
    if out.shape[0] == 0:
        return
    with nogil:
        for segment in range(n):
            last = starts[segment + 1] if segment + 1 < n and starts[segment + 1] < stop else stop
            context = &masks[contexts[segment], 0, 0]
            while hour < last:
                block = (hour - first_hour) // 60
                phase = (first_hour // 60 + block) % 12
                offset = <int>((hour - first_hour) % 60)
                # Whole blocks as long as 64 values fit into the output; what they write too much is written over.
                whole = (last - hour) // 60 if offset == 0 else 0
                if whole > 0 and stop - hour - 60 * whole < 4:
                    whole -= 1
                if whole > 0:
                    qimen_select(&out[hour - start], &blocks[block], whole, <int>phase, context)
                    hour += 60 * whole
                    continue
                end = 60 if last - hour >= 60 - offset else offset + <int>(last - hour)
                copy_rows(
                    <uint8_t*>&out[hour - start], <const uint8_t*>(context + phase * CHARTS), blocks[block],
                    offset, end, 2,
                )
                hour += end - offset


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
    const uint8_t[:, ::1] hands, uint64_t[:, ::1] out,
):
    """One word of facts a palace; the yi of the hour's xun also sets the bit of 甲.

    The centre of a lodged plate has no word: its stems are read at the lodge.
    """
    cdef int chart, palace, lodge, yi
    cdef uint64_t word, heavens, earths, one = 1
    with nogil:
        for chart in range(CHARTS):
            lodge = lodge_yang if chart < CHARTS // 2 else lodge_yin
            yi = 4 + chart % 60 // 10
            out[chart, 0] = 0
            for palace in range(1, 10):
                if palace == 5 and lodge:
                    out[chart, palace] = 0
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
                out[chart, palace] = word


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
    const uint64_t[:, ::1] facts,
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
    cdef Py_ssize_t clauses = row_of.shape[0], n = charts.shape[0], c, i, t, g
    cdef int palace
    cdef bint passed, placeless
    cdef uint64_t wanted, denied, word
    cdef uint64_t[8] groups
    cdef Py_ssize_t group_count
    cdef uint16_t hits
    cdef const uint8_t* roles
    with nogil:
        for c in range(clauses):
            group_count = any_start[c + 1] - any_start[c]
            placeless = (
                need[c] == 0 and deny[c] == 0 and need_roles[c] == 0 and deny_roles[c] == 0 and group_count == 0
            )
            for i in range(n):
                passed = True
                for t in range(test_start[c], test_start[c + 1]):
                    if not test_set[t] >> columns[test_column[t], i] & 1:
                        passed = False
                        break
                if not passed:
                    continue
                if placeless:
                    out[row_of[c], i] |= 1
                    continue
                roles = &stems[0, i]
                wanted = resolve(need[c], need_roles[c], roles, n)
                denied = resolve(deny[c], deny_roles[c], roles, n)
                for g in range(group_count):
                    groups[g] = resolve(any_word[any_start[c] + g], any_roles[any_start[c] + g], roles, n)
                hits = 0
                for palace in range(1, 10):
                    word = facts[charts[i], palace]
                    if word == 0 or word & wanted != wanted or word & denied:
                        continue
                    for g in range(group_count):
                        if word & groups[g] == 0:
                            break
                    else:
                        hits |= <uint16_t>(1 << palace)
                out[row_of[c], i] |= hits


# ---------------------------------------------------------------- walking hits


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


def walk(
    const uint32_t[::1] blocks, int64_t first_hour, const int64_t[::1] starts, const uint16_t[::1] contexts,
    const uint64_t[:, :, ::1] words, const uint16_t[:, :, ::1] masks, int64_t hour, int64_t stop,
    int64_t[::1] hits, uint16_t[::1] hit_masks,
):
    """Write the hits of [hour, stop) and their masks in order, until the buffer might overflow.

    words[context, block mod 12, ju code] has bit r set when hour r of the block hits; masks[context, block mod
    12, chart] is its palace mask. The first segment begins at or before hour. Returns (hits written, hour to go
    on from); that is stop when all is done.
    """
    cdef Py_ssize_t n = starts.shape[0], room = hits.shape[0] - 60, count = 0, segment = 0, phase, block
    cdef int64_t end, begin
    cdef uint64_t word
    cdef uint32_t record
    cdef int bit
    cdef const uint64_t* table
    cdef const uint16_t* found
    cdef uint64_t[STRIP] strip
    cdef uint8_t[STRIP + 1] hit
    cdef Py_ssize_t length, some, i, k, start
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
                # A strip of words first, then the few that hit: no branch hangs on the data of the first loops.
                length = strip_of(&strip[0], &blocks[block], <int>phase, table, begin, hour, end)
                some = 0
                for i in range(length):
                    hit[some] = <uint8_t>i
                    some += strip[i] != 0
                for k in range(some):
                    if count > room:
                        length = hit[k]
                        break
                    word = strip[hit[k]]
                    record = blocks[block + hit[k]]
                    start = (first_hour // 60 + block + hit[k]) % 12
                    while word:
                        bit = qimen_ctz(word)
                        word &= word - 1
                        hits[count] = begin + 60 * hit[k] + bit
                        hit_masks[count] = found[start * CHARTS + chart_of(record, bit)]
                        count += 1
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


def histogram(
    const uint32_t[::1] blocks, int64_t first_hour, const int64_t[::1] starts, const uint16_t[::1] contexts,
    int64_t hour, int64_t stop, int32_t[:, :, :, ::1] out,
):
    """Add to out[context, block mod 12, ju code, r] a step of +1 where a stretch of hours begins and of -1 behind
    its end (r = 0..60): the sums along r count the hours of [hour, stop) by chart. Segments as in `walk`."""
    cdef Py_ssize_t n = starts.shape[0], segment, phase, block
    cdef int64_t end, begin
    cdef int low, high, first, second
    cdef uint32_t record
    cdef int32_t* steps
    with nogil:
        for segment in range(n):
            end = starts[segment + 1] if segment + 1 < n and starts[segment + 1] < stop else stop
            if hour >= end:
                continue
            block = (hour - first_hour) // 60
            begin = first_hour + 60 * block
            phase = (first_hour // 60 + block) % 12
            while hour < end:
                record = blocks[block]
                steps = &out[contexts[segment], phase, 0, 0]
                low = <int>(hour - begin)
                high = 60 if end - begin >= 60 else <int>(end - begin)
                first = <int>(record >> 15 & 63)
                second = <int>(record >> 21 & 63)
                if low < first:
                    steps[(record & 31) * 61 + low] += 1
                    steps[(record & 31) * 61 + (first if first < high else high)] -= 1
                    low = first
                if low < high and low < second:
                    steps[(record >> 5 & 31) * 61 + low] += 1
                    steps[(record >> 5 & 31) * 61 + (second if second < high else high)] -= 1
                    low = second
                if low < high:
                    steps[(record >> 10 & 31) * 61 + low] += 1
                    steps[(record >> 10 & 31) * 61 + high] -= 1
                begin += 60
                hour = begin
                block += 1
                phase = 0 if phase == 11 else phase + 1
            hour = end
