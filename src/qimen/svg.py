"""Boards as SVG: `qimen.svg.board(board, lang=, theme=)`, a string; nothing else is needed to show one."""

from .render.svg import board

__all__ = ["board"]
