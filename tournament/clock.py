"""The room's clock is the database's; interfaces read it here and pass ``now`` down."""

from datetime import datetime

from django.db import connection


def now() -> datetime:
    """The database's present moment, timezone-aware."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    assert row is not None
    moment: datetime = row[0]
    return moment


def millis(moment: datetime) -> int:
    """Milliseconds since 1970 UTC, as the live protocol writes moments."""
    return round(moment.timestamp() * 1000)
