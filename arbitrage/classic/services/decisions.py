"""Decisions of an officer: several commands of a game, all of them or none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.classic.core.calls import CallState
from arbitrage.classic.models import TableCall
from arbitrage.classic.queries.game_for_officer import GameForOfficer
from arbitrage.classic.services.calls import OFFICER_ROLES, record_proposed_answers, take_call
from tournament.classic.core.commands import Command
from tournament.classic.core.officers import choose_officer
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.transitions import COMMAND_RULES
from tournament.classic.models import MatchGame
from tournament.classic.queries.games import load_state
from tournament.classic.services.play import SenderFields, run_command
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.states import Role
from tournament.queries.access import require_role
from tournament.queries.people.accounts import list_officers
from tournament.services.tournament_journal import open_journal_transaction

#: Key in the data of a step: the player for whom an officer records it.
ACTOR_KEY = "as"

type OfficeStep = tuple[Command, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class DecisionReasons:
    """The reasons of a decision: ``reason`` is visible to the players.

    ``deviation_reason``: why a verdict differs from the word list, visible to officers only.
    """

    reason: str = ""
    deviation_reason: str = ""


def decide_match_game(
    *,
    game: MatchGame,
    steps: Sequence[OfficeStep],
    call: TableCall | None = None,
    reasons: DecisionReasons = DecisionReasons(),
    by: User,
    now: datetime,
) -> MatchGame:
    """Run ``steps``, then answer ``call``, which the officer takes unless another one has it; the
    director may decide any call.

    Raise NotAllowed, WrongState for a call that is closed or taken by another officer,
    ClassicRefused.
    """
    roles = require_role(by, game.match.tournament, *OFFICER_ROLES)
    with open_journal_transaction():
        # Lock the game before its calls, in the same order as ``calls.update_calls``.
        MatchGame.objects.select_for_update().get(pk=game.pk)
        if call is not None:
            call = _claim_call(call, roles, by, now)
            if any(command is Command.VERDICT for command, _data in steps):
                proposed = GameForOfficer(call.game, call).proposed_answers
                record_proposed_answers(call, proposed, reasons.deviation_reason, by=by, now=now)
        for command, data in steps:
            game = _run_step(game, command, data, roles, reasons.reason, by, now)
        if call is not None:
            game = _answer_call(game, call, roles, reasons, by, now)
    return game


def _run_step(
    game: MatchGame,
    command: Command,
    data: Mapping[str, Any],
    roles: set[Role],
    reason: str,
    by: User,
    now: datetime,
) -> MatchGame:
    """Run the command as the actor named in its data, else as the actor for ``roles``."""
    values = {name: value for name, value in data.items() if name != ACTOR_KEY}
    actor = Actor(data[ACTOR_KEY]) if ACTOR_KEY in data else choose_actor(command, values, roles)
    if command is Command.DECIDE:
        require_other_director(GameForOfficer(game), values, by)
    return run_command(
        game_id=game.pk,
        command=command,
        actor=actor,
        data=values,
        sender_fields=SenderFields(reason=reason),
        by=by,
        now=now,
    )


def choose_actor(command_name: Command, data: Mapping[str, Any], roles: set[Role]) -> Actor:
    """Return the actor of a command of a user with ``roles``: an arbiter where the regulation
    allows one (9.2), else the director.

    Raise NotAllowed for commands of the director only (9.3).
    """
    by_arbiter = Actor.ARBITER in COMMAND_RULES[command_name].actors and (
        data.get("sanction") != MatchSanction.EXCLUSION
    )
    if by_arbiter:
        return choose_officer(roles)
    if Role.JUDGE not in roles:
        raise NotAllowed("director-only")
    return Actor.DIRECTOR


def list_directors(tournament_id: int) -> set[int]:
    """Return the accounts that may judge appeals in the tournament."""
    return set(list_officers(tournament_id, Role.JUDGE).values_list("pk", flat=True))


def require_other_director(officer_game: GameForOfficer, data: Mapping[str, Any], by: User) -> None:
    """Raise NotAllowed for a director who judges their own decision while there is another director
    (reading C-25)."""
    pending = [
        history
        for history in officer_game.rulings
        if history.ruling.is_pending and data.get("ruling") in (None, history.number)
    ]
    other_directors = list_directors(officer_game.game.match.tournament_id) - {by.pk}
    if other_directors and pending and pending[-1].ruling_event.by_id == by.pk:
        raise NotAllowed("own-decision")


def _claim_call(call: TableCall, roles: set[Role], by: User, now: datetime) -> TableCall:
    """Return the current call, taken by the officer who decides, or by the arbiter who fetched the
    director."""
    call = TableCall.objects.select_related("tournament", "game__match", "taken_by").get(pk=call.pk)
    if call.state == CallState.WAITING:
        return take_call(call=call, by=by, now=now)
    if call.state != CallState.TAKEN:
        raise WrongState("call-over", number=call.number)
    if call.taken_by_id != by.pk and Role.JUDGE not in roles:
        raise WrongState("call-taken", name=call.taken_by)
    return call


def _answer_call(
    game: MatchGame,
    call: TableCall,
    roles: set[Role],
    reasons: DecisionReasons,
    by: User,
    now: datetime,
) -> MatchGame:
    """Answer the call of the player, if it is still open."""
    state = load_state(game)
    side = Side(call.side) if call.side else None
    if side is None or not (state.get_player(side).has_called or state.director_requester is side):
        return game
    actor = choose_actor(Command.ANSWER, {}, roles)
    return run_command(
        game_id=game.pk, command=Command.ANSWER, actor=actor, data={"side": side.value},
        sender_fields=SenderFields(reason=reasons.reason), by=by, now=now,
    )  # fmt: skip
