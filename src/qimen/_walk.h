/* The loops of `_walk.pyx` that should become vectors, in plain C. */

#ifndef QIMEN_WALK_H
#define QIMEN_WALK_H

#include "_wide.h"

/* Hits of each block of a strip: words[ju code] where each of its up to three ju stands, from the tables of the
   12 phases that blocks run through. A third ju is rare; where there is no second, the first stands for it. */
QIMEN_WIDE
static void qimen_words(uint64_t *restrict out, const uint32_t *restrict blocks, int count, int phase,
                        const uint64_t *restrict tables) {
    const uint64_t *words = tables + phase * 18, *const end = tables + 12 * 18;
    for (int i = 0; i < count; i++) {
        const uint32_t r = blocks[i];
        const uint64_t first = words[r & 31], later = ~(uint64_t)0 << (r >> 15 & 63);
        uint64_t word = first ^ ((first ^ words[r >> 5 & 31]) & later);
        if (r >> 21 != 60)
            word ^= (word ^ words[r >> 10 & 31]) & ~(uint64_t)0 << (r >> 21);
        out[i] = word;
        words += 18;
        words = words == end ? tables : words;
    }
}

#define QIMEN_BIT4(k) (uint64_t)1 << (k), (uint64_t)2 << (k), (uint64_t)4 << (k), (uint64_t)8 << (k)
#define QIMEN_BIT16(k) QIMEN_BIT4(k), QIMEN_BIT4(k + 4), QIMEN_BIT4(k + 8), QIMEN_BIT4(k + 12)
static const uint64_t QIMEN_BIT[64] = {QIMEN_BIT16(0), QIMEN_BIT16(16), QIMEN_BIT16(32), QIMEN_BIT16(48)};

/* Which of at most 64 words are not zero. Masks and a table of bits, not conditions: those would become branches. */
QIMEN_WIDE
static uint64_t qimen_live(const uint64_t *restrict words, int count) {
    uint64_t live = 0;
    for (int i = 0; i < count; i++)
        live |= -(uint64_t)(words[i] != 0) & QIMEN_BIT[i];
    return live;
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

/* What changes inside a block, in one word: the value before and after (11 bits each), phase * 18 + ju code before and
   after (8 each), and the offset from which the later ones stand. `CHANGE` in surveys.py reads the same layout. */
#define QIMEN_CHANGE(v, w, a, b, at) \
    ((uint64_t)(v) | (uint64_t)(w) << 11 | (uint64_t)(a) << 22 | (uint64_t)(b) << 30 | (uint64_t)(at) << 38)

/* Counts keys. */
static void qimen_tell(uint16_t *out, const int32_t *keys, int64_t count) {
    int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
        out[keys[i]]++;
        out[keys[i + 1]]++;
        out[keys[i + 2]]++;
        out[keys[i + 3]]++;
    }
    for (; i < count; i++)
        out[keys[i]]++;
}

/* Adds 1 at the offset of each change to what stood before it, takes it from what stands after: steps[places[value] +
   rows[phase * 18 + ju code] + offset]. */
static void qimen_steps(int32_t *restrict steps, const uint64_t *restrict changes, int64_t count,
                        const int32_t *restrict places, const int32_t *restrict rows) {
    for (int64_t i = 0; i < count; i++) {
        const uint64_t c = changes[i];
        const int32_t before = places[c & 2047] + rows[c >> 22 & 255];
        const int32_t after = places[c >> 11 & 2047] + rows[c >> 30 & 255];
        if (before != after) {
            int32_t *at = steps + (c >> 38);
            at[before]++;
            at[after]--;
        }
    }
}

/* Sum of the hours where a row holds: 1 or 0 each. No range has as many hours as an int32 holds. */
QIMEN_WIDE
static int64_t qimen_total(const int32_t *restrict hours, const uint8_t *restrict holds, int64_t count) {
    int32_t sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += hours[i] & -(int32_t)holds[i];
    return sum;
}

/* Hours that have a bit in words[places[value] + phase * 18 + ju code], gained and lost by the changes of a survey. */
QIMEN_WIDE
static int64_t qimen_weigh(const uint64_t *restrict changes, int64_t count, const int32_t *restrict places,
                           const uint64_t *restrict words) {
    int64_t sum = 0;
    for (int64_t i = 0; i < count; i++) {
        const uint64_t c = changes[i], below = ((uint64_t)1 << (c >> 38)) - 1;
        const uint32_t before = (uint32_t)places[c & 2047] + (c >> 22 & 255);
        const uint32_t after = (uint32_t)places[c >> 11 & 2047] + (c >> 30 & 255);
        if (before != after)
            sum += QIMEN_POPCOUNT(words[before] & below) - QIMEN_POPCOUNT(words[after] & below);
    }
    return sum;
}

#endif
