"""Boards as SVG: `qimen.svg.board(board, lang=, theme=)`, a string; nothing else is needed to show one."""

from .render.svg import HEIGHT, WIDTH, board

__all__ = ["HEIGHT", "WIDTH", "board"]
