"""A database that cannot be written, a full disk: faults that pass without anyone mending the code."""

from __future__ import annotations

import errno

from django.db import InterfaceError, InternalError, OperationalError

# PostgreSQL calls a server that lost its right to write an internal error, everything else operational.
DATABASE = (OperationalError, InternalError, InterfaceError)
_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}


def is_unavailable(fault: BaseException) -> bool:
    """Whether the same request may well succeed later.

    >>> is_unavailable(OperationalError("database or disk is full")), is_unavailable(KeyError("turn"))
    (True, False)
    """
    return isinstance(fault, DATABASE) or (isinstance(fault, OSError) and fault.errno in _DISK)
