"""Files that are whole or not there."""

from __future__ import annotations

import os


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """A whole file or none: written beside its place, then put there at once.

    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "file")
    >>> write(path, b"all"), open(path).read(), os.listdir(os.path.dirname(path))
    (None, 'all', ['file'])
    """
    part = f"{os.fspath(path)}.part"
    try:
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise
