"""Slips on paper: printed, handed over, asked for; each gesture is in the journal and can be taken
back by whoever made it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from arbitrage.models import Slip
from arbitrage.queries.slips import open_slips
from arbitrage.queries.slips_on_paper import UNDONE, last_handling
from arbitrage.services.posting import follow_later
from tournament.core.errors import BadSetting, LostRace
from tournament.core.events import EventKind
from tournament.core.states import Role
from tournament.models import Game, Journal
from tournament.queries.access import require_role
from tournament.queries.people.seating import numbers_in
from tournament.services.journal import append

#: Who corrects hands over.
HANDING = (Role.ARBITER, Role.DOUBLE_ARBITER)


class Handling(StrEnum):
    """What is done with slips on paper."""

    PRINTED = "printed"
    HANDED = "handed"
    #: Asked for on paper, whatever 5.9 lets go without.
    WANTED = "wanted"


#: The slips that a gesture changes.
_OPEN: Mapping[Handling, Q] = {
    Handling.PRINTED: Q(printed_at__isnull=True),
    Handling.HANDED: Q(handed_at__isnull=True),
    Handling.WANTED: Q(wanted=False),
}
_BEFORE: Mapping[Handling, dict[str, Any]] = {
    Handling.PRINTED: {"printed_at": None},
    Handling.HANDED: {"handed_at": None, "handed_by": None},
    Handling.WANTED: {"wanted": False},
}


def handle_slips(
    *, game: Game, slips: Collection[int], done: str, by: User, now: datetime
) -> list[Slip]:
    """Stamp those of ``slips``, in force and of turns revealed, that have no such stamp yet; gives
    all of them, by table.

    Raises NotAllowed, BadSetting for something else than a ``Handling`` or when none is there.
    """
    require_role(by, game.tournament, *HANDING)
    if done not in set(Handling):
        raise BadSetting("unknown-handling", done=done)
    handling = Handling(done)
    with transaction.atomic():
        found = list(open_slips(game).filter(pk__in=slips))
        if not found:
            raise BadSetting("no-slips")
        stamps = _stamps(handling, by, now)
        fresh = Slip.objects.filter(_OPEN[handling], pk__in=[slip.pk for slip in found])
        # In order: two who hand over the same ones would else each wait for the other.
        held = fresh.order_by("pk").select_for_update(no_key=True)
        changed = list(held.values_list("pk", flat=True))
        if changed:
            Slip.objects.filter(pk__in=changed).update(**stamps)
            _tell(game, handling, changed, by=by, now=now)
    return found


def _stamps(handling: Handling, by: User, now: datetime) -> dict[str, Any]:
    stamps: dict[Handling, dict[str, Any]] = {
        Handling.PRINTED: {"printed_at": now},
        Handling.HANDED: {"handed_at": now, "handed_by": by},
        Handling.WANTED: {"wanted": True},
    }
    return stamps[handling]


def undo_handling(*, game: Game, gesture: int, by: User, now: datetime) -> int:
    """Take back the last gesture of ``by`` with the slips of ``game``; of how many. What a player
    was not told after all brings him the average it is due (5.9).

    ``gesture`` is its row of the journal. Raises NotAllowed, LostRace when it is not his last one.
    """
    require_role(by, game.tournament, *HANDING)
    with transaction.atomic():
        last = last_handling(game, by)
        if last is None or last.pk != gesture:
            raise LostRace("handling")
        handling = Handling(last.data["done"])
        slips = Slip.objects.filter(uid__in=last.data["slips"])
        pks = list(slips.values_list("pk", flat=True))
        slips = slips.exclude(_OPEN[handling])
        places = list(slips.values_list("turn", "entry"))
        undone = slips.update(**_BEFORE[handling])
        if handling is Handling.HANDED:
            _tell_again(game, places, by=by, now=now)
        _tell(game, UNDONE, pks, by=by, now=now)
    return undone


def _tell_again(
    game: Game, places: Collection[tuple[int, int]], *, by: User, now: datetime
) -> None:
    locked = game.turns.select_for_update(no_key=True, of=["self"])
    for turn in locked.select_related("game__tournament").order_by("ordinal"):
        entries = {entry for at, entry in places if at == turn.pk}
        if entries:
            follow_later(turn, entries, by=by, now=now)


def _tell(game: Game, done: str, slips: Collection[int], *, by: User, now: datetime) -> Journal:
    found = Slip.objects.filter(pk__in=slips).order_by("pk").values_list("uid", "entry")
    tables = sorted(numbers_in(game.pk, {entry for _, entry in found}).values())
    data = {"done": done, "slips": [str(uid) for uid, _ in found], "tables": tables}
    return append(game, EventKind.SLIPS, by=by, now=now, data=data)
