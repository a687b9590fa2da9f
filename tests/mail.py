"""A mail server for tests, on a real socket."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope


@dataclass
class MailServer:
    """A server with the received messages, in order."""

    port: int
    letters: list[EmailMessage] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"smtp://localhost:{self.port}"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        letter = message_from_bytes(envelope.original_content or b"", policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 OK"

    def list_texts_to(self, address: str) -> list[str]:
        """Return the texts received for an address."""
        return [str(letter.get_content()) for letter in self.letters if letter["To"] == address]


@contextmanager
def mail_server(port: int) -> Iterator[MailServer]:
    server = MailServer(port)
    controller = Controller(server, hostname="localhost", port=port)
    controller.start()
    yield server
    controller.stop()
