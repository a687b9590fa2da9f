"""One canonical form for values, so that equal values have equal digests (``docs/archive.md``)."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def to_canonical(value: Any) -> str:
    """Encode ``value`` as JSON in the form from which digests are computed."""
    return _ENCODER.encode(value)


def compute_digest(value: Any) -> str:
    """Return the SHA-256 of the canonical form, in hexadecimal digits."""
    return sha256(to_canonical(value).encode()).hexdigest()


def compute_digest_of_lines(values: Iterable[Any]) -> str:
    """Return the SHA-256 of canonical forms, each followed by a newline."""
    digest = sha256()
    for value in values:
        digest.update(to_canonical(value).encode() + b"\n")
    return digest.hexdigest()


def to_utc_text(moment: datetime) -> str:
    """Format an instant in universal time, to the microsecond."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def from_utc_text(text: str) -> datetime:
    """Parse the result of ``to_utc_text``. Raise ValueError."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
