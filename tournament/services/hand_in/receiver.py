"""The receiver of a process, to which bulletins are handed in by socket or by form."""

import threading
from collections.abc import Callable
from concurrent.futures import Future

from tournament.core.bulletin_limits import check_game_and_turn, check_sheet
from tournament.core.errors import NotAllowed
from tournament.protocol import Save
from tournament.protocol.tokens import Ticket
from tournament.queries.server_time import ServerTime
from tournament.services.hand_in.intake import Submission
from tournament.services.hand_in.writer import BulletinWriter, HandInAnswer

ANSWER_WITHIN_S = 20.0


class BulletinReceiver:
    """Stamps bulletins on arrival and passes them to the writer of the process."""

    def __init__(self) -> None:
        self.server_time = ServerTime()
        self.writer = BulletinWriter()

    def submit(
        self, message: Save, ticket: Ticket, on_answer: Callable[[HandInAnswer], None]
    ) -> None:
        """Queue a bulletin; ``on_answer`` is called when it is stored or refused.

        Raises:
            NotAllowed: only players hand in.
            BadSheet: it exceeds the limits of a bulletin.
            Busy: keep it and send it again.
        """
        if ticket.entry_id is None:
            raise NotAllowed("audience", audience=ticket.audience)
        arrived = self.server_time.read_seconds()
        check_game_and_turn(game_id=message.game_id, turn=message.turn)
        check_sheet(
            rev=message.rev,
            device=message.device,
            rows=message.rows,
            struck=message.struck,
            reference=message.reference,
            score=message.score,
        )
        submission = Submission(
            message, ticket.tournament_id, ticket.entry_id, arrived, ticket.link, ticket.table_id
        )
        self.writer.submit(submission, on_answer)

    def hand_in(self, save: Save, ticket: Ticket) -> HandInAnswer:
        """Hand in and wait for the answer, for a form; raises as ``submit``.

        Raise TimeoutError if the database does not answer: the bulletin may still be stored, and
        sending it again is harmless.
        """
        answer: Future[HandInAnswer] = Future()
        self.submit(save, ticket, answer.set_result)
        return answer.result(ANSWER_WITHIN_S)


_lock = threading.Lock()
_receiver: BulletinReceiver | None = None


def open_receiver() -> BulletinReceiver:
    """Return the receiver of this process, opened by the first call. Reads the database."""
    global _receiver  # noqa: PLW0603 - one per process
    with _lock:
        if _receiver is None:
            receiver = BulletinReceiver()
            receiver.server_time.measure()
            receiver.writer.start()
            _receiver = receiver
        return _receiver


def close_receiver(timeout_s: float) -> bool:
    """Store what was handed in and accept no more; False if the time was too short."""
    global _receiver
    with _lock:
        receiver, _receiver = _receiver, None
    return receiver is None or receiver.writer.stop(timeout_s)
