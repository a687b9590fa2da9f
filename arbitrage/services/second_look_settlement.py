"""What decisions do to second looks (5.9): a difference is settled by another decision, and open
again when that is taken back. ``post`` has it done, before the slips are made."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.second_looks import LookState, followed
from arbitrage.models import Ruling, SecondLook
from arbitrage.queries.blinding import is_second, veiled_of
from arbitrage.queries.second_looks import decided, rulings_of
from arbitrage.services.journal_digests import bound_look
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.events import EventKind
from tournament.core.states import GameState
from tournament.models import Turn
from tournament.queries.people.seating import number_in, numbers_in
from tournament.services.journal import append

_FOLLOWING = [LookState.DIFFERS, LookState.CONTESTED, LookState.RULED]


def follow_rulings(
    turn: Turn, rulings: Mapping[int, Ruling], *, by: User | None, now: datetime
) -> None:
    """``rulings`` are in force since now, by entry."""
    rows = SecondLook.objects.filter(turn=turn, entry__in=rulings, state__in=_FOLLOWING)
    looks = list(rows.select_related("entry"))
    before = rulings_of(looks, "version")
    for one in looks:
        held = rulings[one.entry_id]
        state = followed(LookState(one.state), one.motive, decided(before[one.pk]), decided(held))
        if state != one.state:
            _move(one, state, held, by, now)


def _move(look: SecondLook, state: LookState, held: Ruling, by: User | None, now: datetime) -> None:
    settled = state in {LookState.RULED, LookState.LAPSED}
    look.state = state
    look.settled_version = held.version if settled else look.version
    look.settled_by, look.settled_at = (by, now) if settled else (None, None)
    look.save(update_fields=["state", "settled_version", "settled_by", "settled_at"])
    tell_look(look, state if settled else "reopened", by=by, now=now)


def tell_look(look: SecondLook, what: str, *, by: User | None, now: datetime) -> None:
    """One row of the journal; arbiters and judge hear of it, and when the game is over everybody:
    whether the ranking is provisional may have changed."""
    turn = look.turn
    table = number_in(turn.game_id, look.entry)
    data: dict[str, Any] = {
        "look": what,
        "table": table,
        "entries": [str(look.entry.uid)],
        "uid": str(look.uid),
        **bound_look(look),
    }
    if reason := {LookState.CONTESTED: look.motive, LookState.KEPT: look.reason}.get(
        LookState(look.state)
    ):
        data["detail"] = reason
    append(turn.game, EventKind.LOOK, turn=turn, by=by, now=now, data=data)
    if turn.game.state == GameState.FINISHED:
        append(turn.game, EventKind.SCORED, turn=turn, results=[], now=now)


def require_first(turn: Turn, entries: Collection[int], by: User | None) -> None:
    """Raises WrongState when one of ``entries`` waits for the second look of ``by``, who would
    decide it in its place; NotAllowed when he has a difference there: the arbiter records (5.9)."""
    if by is None or not is_second(by, turn.game.tournament):
        return
    if veiled := veiled_of(turn, by).intersection(entries):
        raise WrongState("second-look-first", number=_first_table(turn, veiled))
    own = SecondLook.objects.filter(
        turn=turn, entry__in=entries, by=by, state__in=[LookState.DIFFERS, LookState.CONTESTED]
    )
    if found := set(own.values_list("entry", flat=True)):
        raise NotAllowed("own-difference", number=_first_table(turn, found))


def _first_table(turn: Turn, entries: Collection[int]) -> int:
    return min(numbers_in(turn.game_id, entries).values())
