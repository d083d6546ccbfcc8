"""The 24 mountains, the branches among them and the palaces that hold both (宝鉴 卷三 运筹: 四维八干二十支).

A branch mask has bit b for branch b, a palace mask bit p for palace p, a mountain mask bit m for the m-th
mountain clockwise from due north. A palace holds three mountains; one or two of them are branches.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..names import BRANCHES, RING, STEMS

#: The mountains clockwise from north: branches, the eight stems without 戊 己, and the corners 艮 巽 坤 乾.
MOUNTAINS = "子癸丑艮寅甲卯乙辰巽巳丙午丁未坤申庚酉辛戌乾亥壬"
#: The four corners, which are neither stem nor branch.
CORNERS = "艮巽坤乾"

#: The palace of each mountain: 壬子癸 are 坎 1, and each next three the next palace of the ring.
MOUNTAIN_PALACE = tuple(RING[(m + 1) // 3 % 8] for m in range(24))
#: The mountains of each palace, clockwise; none for the centre (and for the spare 0).
PALACE_MOUNTAINS = tuple(
    tuple(sorted((m for m in range(24) if MOUNTAIN_PALACE[m] == p), key=lambda m: (m + 1) % 24)) for p in range(10)
)
#: The palace of each branch, and the branches of each palace, clockwise.
BRANCH_PALACE = tuple(MOUNTAIN_PALACE[MOUNTAINS.index(branch)] for branch in BRANCHES)
PALACE_BRANCHES = tuple(tuple(b for b in range(12) if BRANCH_PALACE[b] == p) for p in range(10))
#: The mountain of each stem; None for 戊 and 己, which belong to the centre.
STEM_MOUNTAIN = tuple(MOUNTAINS.index(stem) if stem in MOUNTAINS else None for stem in STEMS)


def branch_mask(branches: Iterable[int]) -> int:
    """Return the mask of branches, which may be given beyond 11 or below 0."""
    mask = 0
    for branch in branches:
        mask |= 1 << branch % 12
    return mask


def bits_of(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending."""
    return [bit for bit in range(int(mask).bit_length()) if mask >> bit & 1]


def branches_of(mask: int) -> list[str]:
    """Return the branches of a branch mask, from 子.

    >>> branches_of(0b1001)
    ['子', '卯']
    """
    return [BRANCHES[b] for b in bits_of(mask)]


def mountains_of(mask: int) -> list[str]:
    """Return the mountains of a mountain mask, clockwise from north."""
    return [MOUNTAINS[m] for m in bits_of(mask)]


def palaces_of_branches(mask: int) -> int:
    """Return the palace mask of the palaces in which some branch of a branch mask lies."""
    return _union(BRANCH_PALACE, mask)


def palaces_of_mountains(mask: int) -> int:
    """Return the palace mask of the palaces in which some mountain of a mountain mask lies."""
    return _union(MOUNTAIN_PALACE, mask)


def branches_of_palaces(mask: int) -> int:
    """Return the branch mask of every branch in some palace of a palace mask."""
    return branch_mask(b for p in bits_of(mask) if p for b in PALACE_BRANCHES[p])


def mountains_of_palaces(mask: int) -> int:
    """Return the mountain mask of every mountain in some palace of a palace mask."""
    return sum(1 << m for p in bits_of(mask) if p for m in PALACE_MOUNTAINS[p])


def _union(palace: tuple[int, ...], mask: int) -> int:
    found = 0
    for bit in bits_of(mask):
        found |= 1 << palace[bit]
    return found
