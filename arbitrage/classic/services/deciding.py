"""An officer decides: commands of the game in his name, all of them or none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.classic.core.calls import CallState
from arbitrage.classic.models import TableCall
from arbitrage.classic.queries.match_file import MatchFile
from arbitrage.classic.services.calls import OFFICERS, note_proposed, take
from tournament.classic.core.commands import Command
from tournament.classic.core.officers import first_instance
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.transitions import RULES
from tournament.classic.models import MatchGame
from tournament.classic.queries.games import state_of
from tournament.classic.services.play import SentCommand, command
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.states import Role
from tournament.models import StaffMember
from tournament.queries.access import require_role

#: In the data of a step: the player in whose name an officer writes it down.
AS = "as"

type OfficeStep = tuple[Command, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Why:
    """``reason`` is for the players too; ``otherwise``, why a verdict is not what the word list
    says, for officers alone."""

    reason: str = ""
    otherwise: str = ""


def decide(
    *,
    game: MatchGame,
    steps: Sequence[OfficeStep],
    call: TableCall | None = None,
    why: Why = Why(),
    by: User,
    now: datetime,
) -> MatchGame:
    """Do ``steps``, and answer ``call``. Whoever decides takes the call, unless another has it; the
    director decides of any.

    Raises NotAllowed, WrongState for a call that is over or with another, ClassicRefused.
    """
    roles = require_role(by, game.match.tournament, *OFFICERS)
    with transaction.atomic():
        # the game before its calls, as whoever plays on it does (``calls.follow``)
        MatchGame.objects.select_for_update().get(pk=game.pk)
        if call is not None:
            call = _mine(call, roles, by, now)
            if any(what is Command.VERDICT for what, _data in steps):
                note_proposed(call, MatchFile(call.game, call).proposed, why.otherwise)
        for what, data in steps:
            told = {name: value for name, value in data.items() if name != AS}
            who = Actor(data[AS]) if AS in data else actor_for(what, told, roles)
            if what is Command.DECIDE:
                require_other(MatchFile(game), told, by)
            sent = SentCommand(reason=why.reason)
            game = command(
                game_id=game.pk, what=what, actor=who, data=told, sent=sent, by=by, now=now
            )
        if call is not None:
            game = _answered(game, call, roles, why, by, now)
    return game


def actor_for(what: Command, data: Mapping[str, Any], roles: set[Role]) -> Actor:
    """As whom these roles do it: in the first instance an arbiter where the text lets one (9.2).

    Raises NotAllowed for what is the director's alone (9.3).
    """
    by_arbiter = Actor.ARBITER in RULES[what].actors and (
        data.get("sanction") != MatchSanction.EXCLUSION
    )
    if by_arbiter:
        return first_instance(roles)
    if Role.JUDGE not in roles:
        raise NotAllowed("director-only")
    return Actor.DIRECTOR


def directors_of(tournament_id: int) -> set[int]:
    """The accounts that may judge appeals there."""
    rows = StaffMember.objects.filter(
        tournament=tournament_id, role=Role.JUDGE, user__is_active=True
    )
    return set(rows.values_list("user", flat=True))


def require_other(file: MatchFile, data: Mapping[str, Any], by: User) -> None:
    """Nobody judges his own decision while there is another director (reading C-25). Raises
    NotAllowed."""
    waiting = [one for one in file.rulings if one.ruling.waits]
    asked = [one for one in waiting if data.get("ruling") in (None, one.number)]
    others = directors_of(file.game.match.tournament_id) - {by.pk}
    if others and asked and asked[-1].given.by_id == by.pk:
        raise NotAllowed("own-decision")


def _mine(call: TableCall, roles: set[Role], by: User, now: datetime) -> TableCall:
    """The call as it is now: with whoever decides, or with an arbiter who fetched the director."""
    call = TableCall.objects.select_related("tournament", "game__match", "taken_by").get(pk=call.pk)
    if call.state == CallState.WAITING:
        return take(call=call, by=by, now=now)
    if call.state != CallState.TAKEN:
        raise WrongState("call-over", number=call.number)
    if call.taken_by_id != by.pk and Role.JUDGE not in roles:
        raise WrongState("call-taken", name=call.taken_by)
    return call


def _answered(
    game: MatchGame, call: TableCall, roles: set[Role], why: Why, by: User, now: datetime
) -> MatchGame:
    """The player who raised his hand takes it down."""
    state = state_of(game)
    side = Side(call.side) if call.side else None
    if side is None or not (state.of(side).calls or state.referred is side):
        return game
    actor = actor_for(Command.ANSWER, {}, roles)
    return command(
        game_id=game.pk, what=Command.ANSWER, actor=actor, data={"side": side.value},
        sent=SentCommand(reason=why.reason), by=by, now=now,
    )  # fmt: skip
