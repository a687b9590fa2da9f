"""A broker that counts the messages sent to it, or refuses them, and the queue of turns."""

from typing import Any

from kombu.exceptions import OperationalError

from tournament.models import TurnWork
from tournament.queries import clock
from tournament.services.play import work


class Broker:
    """A task broker that can be unavailable."""

    def __init__(self) -> None:
        self.away = False
        self.sent: list[tuple[str, *tuple[int, ...]]] = []

    def send_task(self, name: str, args: tuple[int, ...], **_: Any) -> None:
        self._require()
        self.sent.append((name, *args))

    def count_messages(self, name: str) -> int:
        self._require()
        return self.sent.count((name,))

    def _require(self) -> None:
        if self.away:
            raise OperationalError("away")


def list_queued() -> list[tuple[str, int]]:
    """List kind and turn of queued work, in its order."""
    rows = TurnWork.objects.filter(held_at=None).order_by("priority", "pk")
    return list(rows.values_list("kind", "turn"))


def perform_queued() -> None:
    """Perform all queued work, as a worker does."""
    while work.perform_next(clock.now):
        pass


def lose_queued() -> None:
    """Delete all queued work: nobody asked for it."""
    TurnWork.objects.all().delete()
