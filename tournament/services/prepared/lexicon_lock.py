"""The lock between transactions that rely on a lexicon and those that change lexica."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable

from tournament.core.errors import Busy

#: Any number that is not used for another lock of this database.
_LOCK = 1_818_591_081
#: Seconds until a waiting transaction is refused. Others queue behind a change, so it gives up
#: sooner: a session that hangs must not keep games from starting.
USING_WAIT_S, CHANGING_WAIT_S = 6.0, 2.0


@contextmanager
def lock_lexica_for_use() -> Iterator[None]:
    """Open a transaction that relies on a lexicon: until its end no lexicon changes.

    Keep it short: what takes time is done before (``word_lists.prepare_fixed_list``). Raise Busy.
    """
    with _open_transaction("pg_advisory_xact_lock_shared", USING_WAIT_S):
        yield


@contextmanager
def lock_lexica_for_change() -> Iterator[None]:
    """Open a transaction that changes lexica: no other one changes or relies on one.

    Raise Busy.
    """
    with _open_transaction("pg_advisory_xact_lock", CHANGING_WAIT_S):
        yield


@contextmanager
def _open_transaction(function: str, seconds: float) -> Iterator[None]:
    """Limit the wait for every lock of the transaction, because this lock blocks others."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{seconds}s'")
                cursor.execute(f"SELECT {function}(%s)", [_LOCK])
            yield
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        raise Busy("lexica") from error
