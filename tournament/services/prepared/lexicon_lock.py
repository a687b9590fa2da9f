"""The lock between who relies on a lexicon and who changes what lexica there are."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable

from tournament.core.errors import Busy

#: Any number that nothing else of this database locks.
_LOCK = 1_818_591_081
#: Seconds until who waits is refused. Everybody waits behind who changes: he gives up sooner, so
#: that one session which hangs does not keep games from starting.
RELYING_WAIT_S, CHANGING_WAIT_S = 6.0, 2.0


@contextmanager
def relying() -> Iterator[None]:
    """A transaction that relies on a lexicon: until its end, none comes, changes or goes.

    Short: what takes time is done before (``word_lists.make_ready``). Raises Busy.
    """
    with _locked("pg_advisory_xact_lock_shared", RELYING_WAIT_S):
        yield


@contextmanager
def changing() -> Iterator[None]:
    """A transaction that changes what lexica there are: nobody else does, nor relies on one.

    Raises Busy.
    """
    with _locked("pg_advisory_xact_lock", CHANGING_WAIT_S):
        yield


@contextmanager
def _locked(function: str, seconds: float) -> Iterator[None]:
    """No lock of the transaction is waited for any longer: who has this one keeps others out."""
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
