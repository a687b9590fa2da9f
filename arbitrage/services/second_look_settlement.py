"""The effect of decisions on second looks (5.9).

A difference is settled by another decision, and reopened when that is taken back. ``post_rulings``
calls this before the slips are made.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.second_looks import LookState, compute_look_state
from arbitrage.models import Ruling, SecondLook
from arbitrage.queries.blinding import is_double_arbiter, list_blinded_on_turn
from arbitrage.queries.second_looks import get_rulings_of_looks, to_compared_decision
from arbitrage.services.journal_digests import digest_look
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.events import EventKind
from tournament.core.states import GameState
from tournament.models import Turn
from tournament.queries.people.seating import get_table_number, get_table_numbers
from tournament.services.journal import append_event

_FOLLOWING_STATES = [LookState.DIFFERS, LookState.CONTESTED, LookState.RULED]


def update_looks(
    turn: Turn, rulings: Mapping[int, Ruling], *, by: User | None, now: datetime
) -> None:
    """Update the second looks at the bulletins of new ``rulings``, by entry."""
    rows = SecondLook.objects.filter(turn=turn, entry__in=rulings, state__in=_FOLLOWING_STATES)
    looks = list(rows.select_related("entry"))
    first_rulings = get_rulings_of_looks(looks, "version")
    for look in looks:
        ruling = rulings[look.entry_id]
        state = compute_look_state(
            LookState(look.state),
            look.motive,
            to_compared_decision(first_rulings[look.pk]),
            to_compared_decision(ruling),
        )
        if state != look.state:
            _settle_look(look, state, ruling, by, now)


def _settle_look(
    look: SecondLook, state: LookState, ruling: Ruling, by: User | None, now: datetime
) -> None:
    is_settled = state in {LookState.RULED, LookState.LAPSED}
    look.state = state
    look.settled_version = ruling.version if is_settled else look.version
    look.settled_by, look.settled_at = (by, now) if is_settled else (None, None)
    look.save(update_fields=["state", "settled_version", "settled_by", "settled_at"])
    record_look(look, state if is_settled else "reopened", by=by, now=now)


def record_look(look: SecondLook, event: str, *, by: User | None, now: datetime) -> None:
    """Write a row of the journal for a second look.

    Arbiters and judge are notified, and after the end of the game everybody: the ranking may have
    become provisional or final.
    """
    turn = look.turn
    table = get_table_number(turn.game_id, look.entry)
    data: dict[str, Any] = {
        "look": event,
        "table": table,
        "entries": [str(look.entry.uid)],
        "uid": str(look.uid),
        **digest_look(look),
    }
    if reason := {LookState.CONTESTED: look.motive, LookState.KEPT: look.reason}.get(
        LookState(look.state)
    ):
        data["detail"] = reason
    append_event(turn.game, EventKind.LOOK_CHANGED, turn=turn, by=by, now=now, data=data)
    if turn.game.state == GameState.FINISHED:
        append_event(turn.game, EventKind.STANDINGS_CHANGED, turn=turn, results=[], now=now)


def require_no_pending_look(turn: Turn, entries: Collection[int], by: User | None) -> None:
    """Raise WrongState when one of ``entries`` waits for the second look of ``by``.

    Deciding would replace that look. Raise NotAllowed for an entry where they differ: another
    arbiter records the decision (5.9).
    """
    if by is None or not is_double_arbiter(by, turn.game.tournament):
        return
    if blinded := list_blinded_on_turn(turn, by).intersection(entries):
        raise WrongState("second-look-first", number=_find_first_table(turn, blinded))
    own_differences = SecondLook.objects.filter(
        turn=turn, entry__in=entries, by=by, state__in=[LookState.DIFFERS, LookState.CONTESTED]
    )
    if differing := set(own_differences.values_list("entry", flat=True)):
        raise NotAllowed("own-difference", number=_find_first_table(turn, differing))


def _find_first_table(turn: Turn, entries: Collection[int]) -> int:
    return min(get_table_numbers(turn.game_id, entries).values())
