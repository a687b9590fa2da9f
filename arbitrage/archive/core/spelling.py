"""How an archive spells what is no text of its own, read back as strictly as it was written."""

from datetime import date
from uuid import UUID


def as_uid(text: str) -> UUID:
    """Raises ValueError for any other spelling than with hyphens, in small letters."""
    uid = UUID(text)
    if str(uid) != text:
        raise ValueError(text)
    return uid


def as_day(text: str) -> date:
    """Raises ValueError for any other spelling than ``2026-11-24``."""
    day = date.fromisoformat(text)
    if day.isoformat() != text:
        raise ValueError(text)
    return day
