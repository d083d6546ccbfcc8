"""Boards as something to look at. Each module draws one medium from a `Board` and computes nothing."""

from .text import board_text, display_width

__all__ = ["board_text", "display_width"]
