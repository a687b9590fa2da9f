"""Second looks (5.9): plans, looks, and the settlement of differences."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.core.second_looks import (
    LOOK_TRANSITIONS,
    MAX_EVERY,
    MAX_FIRST,
    LookCommand,
    LookCriteria,
    LookState,
)
from arbitrage.models import LookPlan, SecondLook
from arbitrage.queries.second_looks import SecondLooks, get_current_plan, list_plans
from arbitrage.services.decision_checks import check_decision
from arbitrage.services.journal_digests import add_salts
from arbitrage.services.rulings import get_seen_ruling
from arbitrage.services.second_look_settlement import record_look
from arbitrage.services.turn_lock import lock_turn, require_valid
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import Role
from tournament.models import Entry, Tournament, Turn
from tournament.queries.access import require_role
from tournament.queries.people.seating import get_table_number
from tournament.queries.people.table_scope import require_own_centre

#: Roles that choose the plan.
PLANNING_ROLES = (Role.ORGANISER, Role.JUDGE)
#: Roles that read the differences, and may settle those that are not their own.
SETTLING_ROLES = (Role.ARBITER, Role.DOUBLE_ARBITER, Role.JUDGE)


def choose_plan(
    *, tournament: Tournament, plan: LookCriteria, by: User, now: datetime
) -> LookPlan | None:
    """Store a plan for turns that open from now on; return None when it is in force already.

    Raise NotAllowed, BadSetting.
    """
    require_role(by, tournament, *PLANNING_ROLES)
    if not (0 <= plan.every <= MAX_EVERY and 0 <= plan.first <= MAX_FIRST):
        raise BadSetting("look-plan", every=MAX_EVERY, first=MAX_FIRST)
    with transaction.atomic():
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if plan == get_current_plan(tournament):
            return None
        fields = {"plan": plan.to_dict(), "by": by, "at": now}
        return LookPlan.objects.create(tournament=tournament, **fields)


def copy_plan(
    original: Tournament, created: Tournament, /, *, by: User | None, now: datetime
) -> None:
    """Give a new tournament the plan of another."""
    plan = list_plans(original).last()
    if plan is not None:
        LookPlan.objects.create(tournament=created, plan=plan.plan, by=by, at=now)


def give_second_look(
    *,
    turn: Turn,
    entry: Entry,
    version: int,
    points: int,
    sanction: str,
    by: User,
    now: datetime,
) -> SecondLook:
    """Record the verdict of ``by`` on the bulletin; ``points`` are those awarded, after a penalty.

    Raise NotAllowed for a person who may not look at it, WrongState when no look is due, LostRace
    when the decision they were shown has changed, BadSetting.
    """
    require_role(by, turn.game.tournament, Role.DOUBLE_ARBITER)
    check_decision(points, sanction, [])
    with lock_turn(turn) as locked_turn:
        require_own_centre(by, locked_turn.game, [entry.pk], [Role.DOUBLE_ARBITER])
        _require_due(locked_turn, entry, by)
        ruling = get_seen_ruling(locked_turn, entry, version)
        is_agreed = (points, sanction) == (ruling.points, ruling.sanction)
        second_look = SecondLook.objects.create(
            turn=locked_turn,
            entry=entry,
            version=version,
            settled_version=version,
            ruled_by=ruling.by,
            points=points,
            sanction=sanction,
            state=LookState.AGREED if is_agreed else LookState.DIFFERS,
            by=by,
            at=now,
        )
        record_look(second_look, second_look.state, by=by, now=now)
    return second_look


def _require_due(turn: Turn, entry: Entry, by: User) -> None:
    looks = SecondLooks.from_turn(turn)
    place, number = (turn.pk, entry.pk), get_table_number(turn.game_id, entry)
    if place not in looks.due_looks:
        raise WrongState("no-look-due", number=number)
    if place in looks.list_barred(by):
        raise NotAllowed("not-second", number=number)


def settle_difference(
    *, look: SecondLook, command: str, text: str = "", by: User, now: datetime
) -> SecondLook:
    """Settle or contest a difference.

    ``contest`` (with a motive) and ``join`` are for the person who looked; ``keep`` (with a reason)
    for another arbiter or the judge. Raise NotAllowed, BadSetting without a motive or reason,
    LostRace when it is settled already, WrongState for a turn that does not count any more.
    """
    require_role(by, look.turn.game.tournament, *SETTLING_ROLES)
    require_own_centre(by, look.turn.game, [look.entry_id], SETTLING_ROLES)
    if command not in set(LookCommand):
        raise BadSetting("unknown-look-command", command=command)
    look_command = LookCommand(command)
    if (look_command is LookCommand.KEEP) == (look.by_id == by.pk):
        number = get_table_number(look.turn.game_id, look.entry)
        raise NotAllowed("own-difference" if look.by_id == by.pk else "not-own-look", number=number)
    if look_command is not LookCommand.JOIN and not text.strip():
        raise BadSetting("look-no-reason")
    with lock_turn(look.turn) as locked_turn:
        require_valid(locked_turn)
        fresh_look = SecondLook.objects.select_related("entry").get(pk=look.pk)
        fresh_look.turn = locked_turn
        state = LOOK_TRANSITIONS.get((LookState(fresh_look.state), look_command))
        if state is None:
            raise LostRace("look", number=get_table_number(locked_turn.game_id, fresh_look.entry))
        _change_look_state(fresh_look, state, text.strip(), by, now)
    return fresh_look


def _change_look_state(
    look: SecondLook, state: LookState, text: str, by: User, now: datetime
) -> None:
    fields_by_state: dict[LookState, dict[str, Any]] = {
        LookState.CONTESTED: {"motive": text},
        LookState.KEPT: {"reason": text, "settled_by": by, "settled_at": now},
        LookState.JOINED: {"settled_by": by, "settled_at": now},
    }
    for name, value in (fields_by_state[state] | {"state": state}).items():
        setattr(look, name, value)
    add_salts(look, "looks")
    look.save(update_fields=["state", *fields_by_state[state], "salts", "erased"])
    record_look(look, state, by=by, now=now)
