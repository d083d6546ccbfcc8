"""`python -m qimen` is the command `qimen`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
