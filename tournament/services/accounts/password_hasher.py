"""The digest of passwords: slow on purpose, and therefore few at once.

Each takes a processor for half a second or more. Forty at once would make every page, and the
judge's and the tables' among them, wait for seconds.
"""

import os
from typing import override

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tournament.services.work_slots import WorkSlots

#: Half of the processors: the others serve the games in progress.
MAX_CONCURRENT_HASHES = max(1, (os.process_cpu_count() or 1) // 2)
#: As many as sign in at once before a tournament; the last waits half a minute.
MAX_WAITING, WAIT_S = 40, 60.0

_SLOTS = WorkSlots("sign-in", count=MAX_CONCURRENT_HASHES, max_waiting=MAX_WAITING, wait_s=WAIT_S)


class QueuedPasswordHasher(PBKDF2PasswordHasher):
    """The hasher of Django, in a slot: for every check and every new password.

    Raise Busy if too many wait. Call it outside transactions.
    """

    @override
    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with _SLOTS.take():
            return super().encode(password, salt, iterations)
