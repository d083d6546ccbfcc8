/* What the kernels' C needs of a compiler: loops built twice where the machine may have wider vectors, the place of a
   word's lowest bit, and the number of its bits. */

#ifndef QIMEN_WIDE_H
#define QIMEN_WIDE_H

#include <stdint.h>
#if defined(_MSC_VER)
#include <intrin.h>
static __inline int qimen_ctz(uint64_t w) { unsigned long i; _BitScanForward64(&i, w); return (int)i; }
static __inline int qimen_popcount(uint64_t w) {
    w = w - ((w >> 1) & 0x5555555555555555u);
    w = (w & 0x3333333333333333u) + ((w >> 2) & 0x3333333333333333u);
    return (int)((((w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56);
}
#define QIMEN_POPCOUNT(w) qimen_popcount(w)
#else
static inline int qimen_ctz(uint64_t w) { return __builtin_ctzll(w); }
/* A macro, so that a loop built for wide vectors uses the instruction that comes with them. */
#define QIMEN_POPCOUNT(w) __builtin_popcountll(w)
#endif

#if defined(__GNUC__) && __GNUC__ >= 12 && defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define QIMEN_WIDE __attribute__((target_clones("arch=x86-64-v3", "default")))
#elif defined(__GNUC__) && defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define QIMEN_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define QIMEN_WIDE
#endif

#endif
