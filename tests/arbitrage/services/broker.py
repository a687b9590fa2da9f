"""A broker that records the tasks sent to it, or refuses them."""

from typing import Any

from kombu.exceptions import OperationalError


class Broker:
    """A task broker that can be unavailable."""

    def __init__(self) -> None:
        self.away = False
        self.sent: list[tuple[str, *tuple[int, ...]]] = []

    def send_task(self, name: str, args: tuple[int, ...], **_: Any) -> None:
        if self.away:
            raise OperationalError("away")
        self.sent.append((name, *args))
