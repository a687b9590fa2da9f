"""Slips on paper: printed, handed over, requested.

Each action is in the journal and can be undone by the person who did it.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet

from arbitrage.models import Slip
from arbitrage.queries.slips import list_open_slips
from arbitrage.queries.slips_on_paper import UNDO_ACTION, find_last_slip_action
from arbitrage.services.posting import update_later_turns
from tournament.core.errors import BadSetting, LostRace
from tournament.core.events import EventKind
from tournament.core.states import Role
from tournament.models import Game, Journal, Turn
from tournament.queries.access import require_role
from tournament.queries.people.seating import get_table_numbers
from tournament.queries.people.table_scope import find_scope
from tournament.services.journal import append_event
from tournament.services.locks import lock_turns

#: Roles that hand slips over.
DELIVERING_ROLES = (Role.ARBITER, Role.DOUBLE_ARBITER)


class SlipAction(StrEnum):
    """The actions on slips on paper."""

    PRINTED = "printed"
    HANDED = "handed"
    #: Requested on paper, even where 5.9 needs none.
    WANTED = "wanted"


#: The slips that an action changes.
_OPEN_FILTERS: Mapping[SlipAction, Q] = {
    SlipAction.PRINTED: Q(printed_at__isnull=True),
    SlipAction.HANDED: Q(handed_at__isnull=True),
    SlipAction.WANTED: Q(wanted=False),
}
_FIELDS_BEFORE: Mapping[SlipAction, dict[str, Any]] = {
    SlipAction.PRINTED: {"printed_at": None},
    SlipAction.HANDED: {"handed_at": None, "handed_by": None},
    SlipAction.WANTED: {"wanted": False},
}


def handle_slips(
    *, game: Game, slips: Collection[int], action: str, by: User, now: datetime
) -> tuple[int, int]:
    """Stamp those of ``slips``, in force and of turns revealed, that have no such stamp yet.

    Return how many were stamped, and how many had a stamp before. Raise NotAllowed, BadSetting for
    an unknown action or when no slip exists.
    """
    require_role(by, game.tournament, *DELIVERING_ROLES)
    if action not in set(SlipAction):
        raise BadSetting("unknown-handling", done=action)
    action = SlipAction(action)
    with transaction.atomic():
        scope = find_scope(by, game.tournament_id, DELIVERING_ROLES)
        open_slips = list_open_slips(game).filter(scope.build_filter(), pk__in=slips)
        available = list(open_slips.values_list("pk", flat=True))
        if not available:
            raise BadSetting("no-slips")
        changed = _lock_slips(Slip.objects.filter(_OPEN_FILTERS[action], pk__in=available))
        if changed:
            Slip.objects.filter(pk__in=changed).update(**_build_stamps(action, by, now))
            _record(game, action, changed, by=by, now=now)
    return len(changed), len(available) - len(changed)


def _build_stamps(action: SlipAction, by: User, now: datetime) -> dict[str, Any]:
    stamps: dict[SlipAction, dict[str, Any]] = {
        SlipAction.PRINTED: {"printed_at": now},
        SlipAction.HANDED: {"handed_at": now, "handed_by": by},
        SlipAction.WANTED: {"wanted": True},
    }
    return stamps[action]


def undo_slip_action(*, game: Game, journal_row: int, by: User, now: datetime) -> int:
    """Undo the last action of ``by`` with the slips of ``game``; return for how many.

    A player who is no longer notified gets the average that is then due (5.9). ``journal_row`` is
    its key in the journal. Raise NotAllowed, LostRace when it is not their last action.
    """
    require_role(by, game.tournament, *DELIVERING_ROLES)
    with transaction.atomic():
        turns = lock_turns(game.turns.select_related("game__tournament"))  # before the slips
        last = find_last_slip_action(game, by)
        if last is None or last.pk != journal_row:
            raise LostRace("handling")
        action = SlipAction(last.data["done"])
        slips = Slip.objects.filter(uid__in=last.data["slips"])
        pks = _lock_slips(slips)
        slips = slips.exclude(_OPEN_FILTERS[action])
        places = list(slips.values_list("turn", "entry"))
        count = slips.update(**_FIELDS_BEFORE[action])
        if action is SlipAction.HANDED:
            _follow_later_turns(turns, places, by=by, now=now)
        _record(game, UNDO_ACTION, pks, by=by, now=now)
    return count


def _follow_later_turns(
    turns: Iterable[Turn], places: Collection[tuple[int, int]], *, by: User, now: datetime
) -> None:
    for turn in turns:
        entries = {entry for turn_id, entry in places if turn_id == turn.pk}
        if entries:
            update_later_turns(turn, entries, by=by, now=now)


def _lock_slips(slips: QuerySet[Slip]) -> list[int]:
    """Lock the slips by key, as ``tournament.services.locks`` says; return their keys."""
    locked = slips.select_for_update(no_key=True, of=["self"]).order_by("pk")
    return list(locked.values_list("pk", flat=True))


def _record(game: Game, action: str, slips: Collection[int], *, by: User, now: datetime) -> Journal:
    rows = Slip.objects.filter(pk__in=slips).order_by("pk").values_list("uid", "entry")
    tables = sorted(get_table_numbers(game.pk, {entry for _, entry in rows}).values())
    data = {"done": action, "slips": [str(uid) for uid, _ in rows], "tables": tables}
    return append_event(game, EventKind.SLIPS_HANDLED, by=by, now=now, data=data)
