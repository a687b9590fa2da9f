"""The desk of a process, where bulletins are handed in by socket or by form."""

import threading
from collections.abc import Callable
from concurrent.futures import Future

from tournament.core.bulletin_limits import check_game_and_turn, check_sheet
from tournament.core.errors import NotAllowed
from tournament.protocol import Save
from tournament.protocol.tokens import Ticket
from tournament.queries.server_time import ServerTime
from tournament.services.hand_in.intake import Submission
from tournament.services.hand_in.writer import HandInAnswer, Writer

ANSWER_WITHIN_S = 20.0


class HandInDesk:
    """Stamps bulletins on arrival and passes them to the writer of the process."""

    def __init__(self) -> None:
        self.server_time = ServerTime()
        self.writer = Writer()

    def submit(self, save: Save, ticket: Ticket, answer: Callable[[HandInAnswer], None]) -> None:
        """Queue a bulletin; ``answer`` is called when it is stored or refused.

        Raises:
            NotAllowed: only players hand in.
            BadSheet: it exceeds the limits of a bulletin.
            Busy: keep it and send it again.
        """
        if ticket.entry_id is None:
            raise NotAllowed("audience", audience=ticket.audience)
        arrived = self.server_time.read_seconds()
        check_game_and_turn(game_id=save.game_id, turn=save.turn)
        check_sheet(
            rev=save.rev,
            device=save.device,
            rows=save.rows,
            struck=save.struck,
            reference=save.reference,
            score=save.score,
        )
        submission = Submission(
            save, ticket.tournament_id, ticket.entry_id, arrived, ticket.link, ticket.table_id
        )
        self.writer.submit(submission, answer)

    def hand_in(self, save: Save, ticket: Ticket) -> HandInAnswer:
        """Hand in and wait for the answer, for a form; raises as ``submit``.

        Raises TimeoutError if the database does not answer: the bulletin may still be stored, and
        sending it again is harmless.
        """
        answer: Future[HandInAnswer] = Future()
        self.submit(save, ticket, answer.set_result)
        return answer.result(ANSWER_WITHIN_S)


_lock = threading.Lock()
_desk: HandInDesk | None = None


def open_desk() -> HandInDesk:
    """Return the desk of this process, opened by the first call. Reads the database."""
    global _desk  # noqa: PLW0603 - one per process
    with _lock:
        if _desk is None:
            desk = HandInDesk()
            desk.server_time.measure()
            desk.writer.start()
            _desk = desk
        return _desk


def close_desk(timeout_s: float) -> bool:
    """Store what was handed in and accept no more; False if the time was too short."""
    global _desk
    with _lock:
        desk, _desk = _desk, None
    return desk is None or desk.writer.stop(timeout_s)
