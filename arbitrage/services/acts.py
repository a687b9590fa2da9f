"""The decisions of judge and arbiters about a player apart from the rulings on their bulletins.

Every act needs a reason, is written to the journal and can only be taken back by another act.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.codes import Sanction
from arbitrage.models import Act, ActKind
from arbitrage.queries.averages import find_average_offer
from arbitrage.queries.rulings import list_acts_in_force
from arbitrage.services.journal_digests import store_act
from arbitrage.services.posting import post_rulings
from arbitrage.services.turn_lock import lock_turn, require_valid
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.states import Role
from tournament.models import Entry, Score, Turn
from tournament.queries.access import require_role
from tournament.queries.people.seating import get_table_number
from tournament.queries.people.table_scope import require_own_centre

#: Roles that decide about conduct and warnings.
OFFICER_ROLES = (Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER)


def give_warning(*, turn: Turn, entry: Entry, reason: str, by: User, now: datetime) -> Act:
    """Give a warning for conduct, in addition to the result of the bulletin (5.8).

    Raise NotAllowed, BadSetting without a reason, WrongState for a turn that was cancelled.
    """
    edition = check_permission(turn, entry, reason, by)
    with lock_valid_turn(turn):
        article = edition.format_articles(Topic.DISCIPLINE)
        return append_act(turn, entry, ActKind.WARNING, article, reason=reason, by=by, now=now)


def give_zero(*, turn: Turn, entry: Entry, reason: str, by: User, now: datetime) -> Act:
    """Give a zero for grave misconduct, whatever is on the bulletin (5.7). Raise as
    ``give_warning``."""
    edition = check_permission(turn, entry, reason, by)
    with lock_valid_turn(turn):
        _require_no_act_of_kind(turn, entry, ActKind.ZERO)
        article = edition.format_articles(Topic.GRAVE)
        return append_act(turn, entry, ActKind.ZERO, article, reason=reason, by=by, now=now)


def remove_warning(*, turn: Turn, entry: Entry, reason: str, by: User, now: datetime) -> Act:
    """Stop counting the warning of this bulletin (5.9).

    Raise as ``give_warning``, and WrongState when the bulletin has no warning: warnings for conduct
    are taken back by ``withdraw_act``.
    """
    edition = check_permission(turn, entry, reason, by)
    with lock_valid_turn(turn):
        _require_no_act_of_kind(turn, entry, ActKind.REMOVAL)
        line = Score.objects.filter(turn=turn, entry=entry, sanction=Sanction.WARNING)
        if not line.exists():
            raise WrongState("no-warning")
        article = edition.format_articles(Topic.WARNINGS)
        return append_act(turn, entry, ActKind.REMOVAL, article, reason=reason, by=by, now=now)


def award_average(*, turn: Turn, entry: Entry, reason: str, by: User, now: datetime) -> Act:
    """Award an average in place of a zero for a word refused before (5.9).

    By this act the arbiter states that the player had not been notified of the reason. Raise as
    ``give_warning``, and WrongState when no average is due, or when there are no other players for
    it.
    """
    edition = check_permission(turn, entry, reason, by)
    with lock_valid_turn(turn):
        _require_no_act_of_kind(turn, entry, ActKind.AVERAGE)
        offer = find_average_offer(turn, entry)
        if offer is None:
            raise WrongState("no-average")
        if not offer.average.other_entries:
            raise WrongState("nobody-to-average")
        return append_act(
            turn,
            entry,
            ActKind.AVERAGE,
            edition.format_articles(Topic.AVERAGE),
            reason=reason,
            by=by,
            now=now,
            data=offer.average.to_dict(),
        )


def withdraw_act(
    *, act: Act, reason: str, by: User, now: datetime, roles: Sequence[Role] = OFFICER_ROLES
) -> Act:
    """Undo another act; both stay stored. ``roles``: roles that may.

    Raise as ``give_warning``, LostRace when it is already taken back.
    """
    check_permission(act.turn, act.entry, reason, by, roles)
    with lock_valid_turn(act.turn):
        if act.kind == ActKind.WITHDRAWAL or Act.objects.filter(takes_back=act).exists():
            raise LostRace("act")
        return append_act(
            act.turn,
            act.entry,
            ActKind.WITHDRAWAL,
            act.article,
            takes_back=act,
            reason=reason,
            by=by,
            now=now,
        )


@contextmanager
def lock_valid_turn(turn: Turn) -> Iterator[None]:
    """Lock a turn to decide on it. Raise WrongState if it was cancelled."""
    with lock_turn(turn) as locked_turn:
        require_valid(locked_turn)
        yield


def check_permission(
    turn: Turn, entry: Entry, reason: str, by: User, roles: Sequence[Role] = OFFICER_ROLES
) -> Edition:
    """Return the edition in force if this account may decide here and gives a reason.

    Raise NotAllowed, BadSetting.
    """
    tournament = turn.game.tournament
    require_role(by, tournament, *roles)
    if entry.tournament_id != tournament.pk:
        raise BadSetting("other-tournament")
    require_own_centre(by, turn.game, [entry.pk], roles)
    if not reason.strip():
        raise BadSetting("no-reason")
    return tournament.regulation


def _require_no_act_of_kind(turn: Turn, entry: Entry, kind: ActKind) -> None:
    if any(act.kind == kind for act in list_acts_in_force(turn, [entry.pk])[entry.pk]):
        raise LostRace("act")


def append_act(
    turn: Turn,
    entry: Entry,
    kind: ActKind,
    article: str,
    *,
    by: User,
    now: datetime,
    reason: str,
    **fields: Any,
) -> Act:
    act = Act(
        turn=turn,
        entry=entry,
        kind=kind,
        article=article,
        reason=reason.strip(),
        by=by,
        at=now,
        **fields,
    )
    bound = store_act(act)
    table = get_table_number(turn.game_id, entry)
    data = {"act": str(act.uid), "kind": kind, "table": table, "reason": act.reason, **bound}
    post_rulings(turn=turn, rulings=(), entries_with_acts=[entry.pk], by=by, now=now, data=data)
    return act
