"""Second looks (5.9): what is looked at twice, what somebody says of it, what settles it."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.core.second_looks import (
    LOOK_TRANSITIONS,
    MOST_EVERY,
    MOST_FIRST,
    LookCommand,
    LookState,
    Twice,
)
from arbitrage.models import LookPlan, SecondLook
from arbitrage.queries.second_looks import Looks, plan_now
from arbitrage.services.deciding import deciding, require_standing
from arbitrage.services.journal_digests import salt
from arbitrage.services.rulings import check_decision, held_for
from arbitrage.services.second_look_settlement import tell_look
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import Role
from tournament.models import Entry, Tournament, Turn
from tournament.queries.access import require_role
from tournament.queries.people.seating import number_in

#: Who says what is looked at twice.
PLANNING = (Role.ORGANISER, Role.JUDGE)
#: Who reads the differences, and may settle those that are not his own.
SETTLING = (Role.ARBITER, Role.DOUBLE_ARBITER, Role.JUDGE)


def choose_plan(*, tournament: Tournament, plan: Twice, by: User, now: datetime) -> LookPlan | None:
    """From the next turn that opens; None when it is what holds already.

    Raises NotAllowed, BadSetting.
    """
    require_role(by, tournament, *PLANNING)
    if not (0 <= plan.every <= MOST_EVERY and 0 <= plan.first <= MOST_FIRST):
        raise BadSetting("look-plan", every=MOST_EVERY, first=MOST_FIRST)
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if plan == plan_now(tournament):
            return None
        given = {"plan": plan.to_dict(), "by": by, "at": now}
        return LookPlan.objects.create(tournament=tournament, **given)


def look(
    *,
    turn: Turn,
    entry: Entry,
    version: int,
    points: int,
    sanction: str,
    by: User,
    now: datetime,
) -> SecondLook:
    """What ``by`` says of the bulletin; ``points`` are those awarded, after a penalty.

    Raises NotAllowed for who may not look at this one, WrongState when nobody has to, LostRace when
    something else is decided than what was before him, BadSetting.
    """
    require_role(by, turn.game.tournament, Role.DOUBLE_ARBITER)
    check_decision(points, sanction, [])
    with deciding(turn) as fresh:
        _require_due(fresh, entry, by)
        held = held_for(fresh, entry, version)
        agreed = (points, sanction) == (held.points, held.sanction)
        found = SecondLook.objects.create(
            turn=fresh,
            entry=entry,
            version=version,
            settled_version=version,
            ruled_by=held.by,
            points=points,
            sanction=sanction,
            state=LookState.AGREED if agreed else LookState.DIFFERS,
            by=by,
            at=now,
        )
        tell_look(found, found.state, by=by, now=now)
    return found


def _require_due(turn: Turn, entry: Entry, by: User) -> None:
    book = Looks.on_turn(turn)
    place, number = (turn.pk, entry.pk), number_in(turn.game_id, entry)
    if place not in book.due:
        raise WrongState("no-look-due", number=number)
    if place in book.barred(by):
        raise NotAllowed("not-second", number=number)


def settle_difference(
    *, look: SecondLook, command: str, text: str = "", by: User, now: datetime
) -> SecondLook:
    """``contest`` (with a motive) and ``join`` are his who looked; ``keep`` (with a reason) is an
    arbiter's or the judge's.

    Raises NotAllowed, BadSetting without a motive or reason, LostRace when it is settled already,
    WrongState for a turn that does not count any more.
    """
    require_role(by, look.turn.game.tournament, *SETTLING)
    if command not in set(LookCommand):
        raise BadSetting("unknown-look-command", command=command)
    asked = LookCommand(command)
    if (asked is LookCommand.KEEP) == (look.by_id == by.pk):
        number = number_in(look.turn.game_id, look.entry)
        raise NotAllowed("own-difference" if look.by_id == by.pk else "not-own-look", number=number)
    if asked is not LookCommand.JOIN and not text.strip():
        raise BadSetting("look-no-reason")
    with deciding(look.turn) as fresh:
        require_standing(fresh)
        held = SecondLook.objects.select_related("entry").get(pk=look.pk)
        held.turn = fresh
        state = LOOK_TRANSITIONS.get((LookState(held.state), asked))
        if state is None:
            raise LostRace("look", number=number_in(fresh.game_id, held.entry))
        _move(held, state, text.strip(), by, now)
    return held


def _move(look: SecondLook, state: LookState, text: str, by: User, now: datetime) -> None:
    said: dict[LookState, dict[str, Any]] = {
        LookState.CONTESTED: {"motive": text},
        LookState.KEPT: {"reason": text, "settled_by": by, "settled_at": now},
        LookState.JOINED: {"settled_by": by, "settled_at": now},
    }
    for name, value in (said[state] | {"state": state}).items():
        setattr(look, name, value)
    salt(look, "looks")
    look.save(update_fields=["state", *said[state], "salts", "erased"])
    tell_look(look, state, by=by, now=now)
