/* The loops of `_core.pyx` that should become vectors, in plain C: whatever a compiler makes of them, the answer is the
   same. A block is 60 double-hours; `chart_of` in _core.pxd says what its record holds. */

#ifndef QIMEN_CORE_H
#define QIMEN_CORE_H

#include "_wide.h"

/* Chart id of the first hour of each ju code, and the offsets, as 16-bit values: a load that becomes a whole vector at
   once costs less than a product or a move between registers. */
static const int16_t QIMEN_FIRST[32] = {0,   60,  120, 180, 240, 300, 360, 420, 480,
                                        540, 600, 660, 720, 780, 840, 900, 960, 1020};
static const int16_t QIMEN_OFFSET[64] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57,
    58, 59, 60, 61, 62, 63};

/* Chart ids of the 60 hours of each block, and 4 values more: whole vectors cost less than an exact end.
   The caller has room for them, and the next block writes over them. */
QIMEN_WIDE
static void qimen_fill(uint16_t *out, const uint32_t *blocks, int64_t count) {
    for (int64_t b = 0; b < count; b++, out += 60) {
        const uint32_t r = blocks[b];
        int16_t *o = (int16_t *)out;
        /* Each branch loads what it needs: a value that goes straight into a vector costs one load. */
        if ((r >> 15 & 63) == 60) {
            const int16_t x = QIMEN_FIRST[r & 31];
            for (int16_t i = 0; i < 64; i++)
                o[i] = (int16_t)(i + x);
        } else if (r >> 21 == 60) {
            const int16_t x = QIMEN_FIRST[r & 31], y = QIMEN_FIRST[r >> 5 & 31], first = QIMEN_OFFSET[r >> 15 & 63];
            for (int16_t i = 0; i < 64; i++)
                o[i] = (int16_t)(i + (i >= first ? y : x));
        } else {
            const int16_t x = QIMEN_FIRST[r & 31], y = QIMEN_FIRST[r >> 5 & 31], first = QIMEN_OFFSET[r >> 15 & 63];
            const int16_t more = (int16_t)(QIMEN_FIRST[r >> 10 & 31] - y), second = QIMEN_OFFSET[r >> 21 & 63];
            for (int16_t i = 0; i < 64; i++)
                o[i] = (int16_t)(i + (i >= first ? y : x) + (i >= second ? more : 0));
        }
    }
}

/* Rows of 60 masks of each block, from the tables of the phases (12, or 1 where days do not matter) that blocks run
   through; like qimen_fill it writes 4 values more, and reads as many behind a row. Masks, not conditions: those would
   not become vectors. */
QIMEN_WIDE
static void qimen_select(uint16_t *restrict out, const uint32_t *restrict blocks, int64_t count, int phase, int phases,
                         const uint16_t *restrict tables) {
    const uint16_t *table = tables + phase * 1080, *const end = tables + phases * 1080;
    for (int64_t b = 0; b < count; b++, out += 60) {
        const uint32_t r = blocks[b];
        const int16_t first = QIMEN_OFFSET[r >> 15 & 63];
        const uint16_t *x = table + (r & 31) * 60, *y = table + (r >> 5 & 31) * 60;
        if (first == 60)
            for (int i = 0; i < 64; i++)
                out[i] = x[i];
        else if (r >> 21 == 60)
            for (int16_t i = 0; i < 64; i++) {
                const uint16_t m = (uint16_t)-(i >= first);
                out[i] = (uint16_t)((y[i] & m) | (x[i] & ~m));
            }
        else {
            const uint16_t *z = table + (r >> 10 & 31) * 60;
            const int16_t second = QIMEN_OFFSET[r >> 21 & 63];
            for (int16_t i = 0; i < 64; i++) {
                const uint16_t m = (uint16_t)-(i >= first), n = (uint16_t)-(i >= second);
                out[i] = (uint16_t)((z[i] & n) | (((y[i] & m) | (x[i] & ~m)) & ~n));
            }
        }
        table += 1080;
        table = table == end ? tables : table;
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

/* Which of `count` elements (in[k], or k where `in` is NULL) have their value in a set: their places, in order. */
static int qimen_pass(uint16_t *out, const uint16_t *in, int count, const uint8_t *column, uint64_t set) {
    int kept = 0;
    if (in)
        for (int k = 0; k < count; k++) {
            out[kept] = in[k];
            kept += set >> column[in[k]] & 1;
        }
    else
        for (int k = 0; k < count; k++) {
            out[kept] = (uint16_t)k;
            kept += set >> column[k] & 1;
        }
    return kept;
}

/* Masks of the palaces that have all of `need`, none of `deny` and one of each group, at `count` charts. facts[bit] has
   the palaces of every chart that have a fact; the last of its rows those that are there. */
static void qimen_hold(uint16_t *restrict hits, const uint16_t *restrict charts, int count,
                       const uint16_t *restrict facts, int there, uint64_t need, uint64_t deny,
                       const uint64_t *restrict groups, int group_count) {
    const uint16_t *row = facts + (need ? qimen_ctz(need) : there) * 1080;
    for (int k = 0; k < count; k++)
        hits[k] = row[charts[k]];
    need = need ? need & (need - 1) : 0;
    for (; need; need &= need - 1) {
        row = facts + qimen_ctz(need) * 1080;
        for (int k = 0; k < count; k++)
            hits[k] &= row[charts[k]];
    }
    for (; deny; deny &= deny - 1) {
        row = facts + qimen_ctz(deny) * 1080;
        for (int k = 0; k < count; k++)
            hits[k] &= (uint16_t)~row[charts[k]];
    }
    for (int g = 0; g < group_count; g++)
        for (int k = 0; k < count; k++) {
            uint16_t some = 0;
            for (uint64_t word = groups[g]; word; word &= word - 1)
                some |= facts[qimen_ctz(word) * 1080 + charts[k]];
            hits[k] &= some;
        }
}

#endif
