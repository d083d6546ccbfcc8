"""Calendars: how a school turns solar terms into runs of one term, yuan and ju.

One function a method, all of one shape: terms as a clock meets them, and the knobs, to `Runs`. Nothing after
this package knows which method made them. `tables.py` builds and keeps the runs of the whole term table.
"""

from .leaders import chaibu, li, zhirun
from .pentads import lin, maoshan

#: The builder of each `School.method`.
BUILDERS = {"chaibu": chaibu, "zhirun": zhirun, "li": li, "maoshan": maoshan, "lin": lin}

__all__ = ["BUILDERS", "chaibu", "li", "lin", "maoshan", "zhirun"]
