"""One way to write a value, so that equal values have equal digests (``docs/archive.md``)."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical(value: Any) -> str:
    """``value`` as JSON in the one form that digests are taken of."""
    return _ENCODER.encode(value)


def digest(value: Any) -> str:
    """SHA-256 of the canonical form, in hexadecimal digits."""
    return sha256(canonical(value).encode()).hexdigest()


def digest_of_lines(values: Iterable[Any]) -> str:
    """SHA-256 of canonical forms, each ended by a newline."""
    whole = sha256()
    for value in values:
        whole.update(canonical(value).encode() + b"\n")
    return whole.hexdigest()


def as_text(moment: datetime) -> str:
    """An instant in universal time, to the microsecond."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def as_moment(text: str) -> datetime:
    """The inverse of ``as_text``. Raises ValueError."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
