"""The last decision of an arbiter on a turn, on one bulletin or on many at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User

from arbitrage.core.ruling_codes import UNDONE_DECISION
from tournament.core.events import EventKind
from tournament.models import Entry, Journal, Turn
from tournament.queries.people.seating import get_table_numbers


@dataclass(frozen=True, slots=True)
class UndoableDecision:
    """A row of the journal with an arbiter's decision.

    ``versions``: the version of the ruling that it wrote, by entry.
    """

    pk: int
    game: int
    decision: str
    versions: Mapping[int, int]

    @property
    def tables(self) -> list[int]:
        """The numbers of the tables of its bulletins."""
        return list(get_table_numbers(self.game, self.versions).values())


def find_undoable_decision(turn: Turn, user: User) -> UndoableDecision | None:
    """Return the decision that ``user`` can still undo; None after they undid one."""
    rows = Journal.objects.filter(turn=turn, by=user, kind=EventKind.TURN_CORRECTED)
    row = rows.filter(data__has_key="versions").order_by("-seq").first()
    if row is None or row.data["decision"] == UNDONE_DECISION:
        return None
    version_by_uid = dict(zip(row.data["entries"], row.data["versions"], strict=True))
    entries = Entry.objects.filter(tournament=turn.game.tournament_id, uid__in=version_by_uid)
    versions = {pk: version_by_uid[str(uid)] for pk, uid in entries.values_list("pk", "uid")}
    return UndoableDecision(row.pk, turn.game_id, row.data["decision"], versions)
