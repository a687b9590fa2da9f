"""Names of archives as files: the local time and the name of the tournament, as people read them.

``2026-11-27 21h40 Festival de Vichy.duplicata.zip``. In the hour that comes twice when summer time
ends, the second one is marked: ``2026-10-25 02h40 bis …``.
"""

import re
from datetime import UTC, datetime, tzinfo

from arbitrage.archive.core.manifest import SUFFIX

_REPEATED = "bis"
_NAME = re.compile(
    rf"(\d{{4}}-\d{{2}}-\d{{2}} \d{{2}}h\d{{2}})( {_REPEATED})? .+{re.escape(SUFFIX)}", re.ASCII
)
#: Names of former versions: address and time in UTC.
_FORMER_NAME = re.compile(rf"[\w-]+-(\d{{8}}-\d{{6}})Z?{re.escape(SUFFIX)}", re.ASCII)
_FORMAT, _FORMER_FORMAT = "%Y-%m-%d %Hh%M", "%Y%m%d-%H%M%S"
#: Characters that a stick's file system refuses.
_REFUSED = re.compile(r'[\\/:*?"<>|]+')
#: A file system stores 255 bytes: the time, the suffix and this.
_MAX_NAME_BYTES = 180


def build_file_name(name: str, made_at: datetime, zone: tzinfo, *, is_shared: bool = False) -> str:
    """Return the name of an archive of the tournament ``name``; two of a minute have the same.

    ``is_shared``: the archive without keys and private fields.
    """
    local = made_at.astimezone(zone)
    repeated = f"{_REPEATED} " if _is_repeated(local) else ""
    kind = " (partage)" if is_shared else ""
    return f"{local:{_FORMAT}} {repeated}{_make_safe(name)}{kind}{SUFFIX}"


def parse_time(file_name: str, zone: tzinfo) -> datetime | None:
    """Return the time in the name of an archive, None for another file."""
    match = _NAME.fullmatch(file_name)
    former_match = _FORMER_NAME.fullmatch(file_name)
    try:
        if match:
            local = datetime.strptime(match[1], _FORMAT).replace(tzinfo=zone)
            return local.replace(fold=int(match[2] is not None)).astimezone(UTC)
        if former_match:
            return datetime.strptime(former_match[1], _FORMER_FORMAT).replace(tzinfo=UTC)
    except ValueError:  # no such day
        pass
    return None


def _is_repeated(local: datetime) -> bool:
    return local.fold == 1 and local.utcoffset() != local.replace(fold=0).utcoffset()


def _make_safe(name: str) -> str:
    printable = "".join(c if c.isprintable() else " " for c in _REFUSED.sub("-", name))
    shortened = printable.encode()[:_MAX_NAME_BYTES].decode(errors="ignore")
    return " ".join(shortened.split()).rstrip(" .") or "tournoi"
