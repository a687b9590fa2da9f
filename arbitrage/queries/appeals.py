"""Reads cases before the commission: open cases, time limits of appeals, members who sit."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from arbitrage.core.appeals import (
    DECIDED_STATES,
    AppealWindow,
    CaseInvolvement,
    CaseOrigin,
    CaseState,
    CaseSubject,
    GameTimes,
    RecusalReason,
    compute_window,
)
from arbitrage.core.explanation_parts import COMMISSION, FEDERATION
from arbitrage.models import Act, Appeal, Ruling, SecondLook
from arbitrage.queries.blinding import build_blinding_filter
from arbitrage.queries.second_looks import TurnEntry
from tournament.core.events import EventKind
from tournament.core.people.names import fold_name
from tournament.core.states import PLACED_TURN_STATES, GameState, Role, TurnState
from tournament.models import Entry, Game, Journal, StaffMember, Tournament, Turn
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.people.accounts import list_officers
from tournament.queries.people.seating import find_centre
from tournament.queries.spoilers import list_hidden_turns

#: Players have seen the decisions on turns in these states.
SHOWN_TURN_STATES = PLACED_TURN_STATES | {TurnState.CANCELLED}
#: Rows about such a turn.
IS_TURN_SHOWN = Q(turn__state__in=list(SHOWN_TURN_STATES))
_RELATED = (
    *("tournament", "turn__game__tournament", "entry", "act__by", "by", "closed_by"),
    *("informed_by", "against"),
)


def find_games_with_open_cases(games: Collection[Game]) -> set[int]:
    """Return those of ``games`` with an open case; answers ``ports.find_unsettled``."""
    open_cases = Appeal.objects.filter(turn__game__in=games, state=CaseState.OPEN).order_by()
    return set(open_cases.values_list("turn__game", flat=True).distinct())


def list_cases(tournament: Tournament, blinded: Collection[TurnEntry] = ()) -> QuerySet[Appeal]:
    """Return the cases that the staff may read now, open ones first, then the newest first.

    ``blinded``: bulletins that wait for the second look of the reader.
    """
    rows = Appeal.objects.filter(tournament=tournament).exclude(
        turn__in=list_hidden_turns([tournament])
    )
    if blinded:
        rows = rows.exclude(build_blinding_filter(blinded))
    return rows.select_related(*_RELATED).order_by("closed_at", "-number")


def count_open_cases(tournament: Tournament) -> int:
    return list_cases(tournament).filter(state=CaseState.OPEN).count()


def list_cases_of_entry(entry: Entry) -> QuerySet[Appeal]:
    """Return the cases that the tablet of an entry shows, the newest first.

    Nothing of a turn is shown before its reveal.
    """
    rows = Appeal.objects.filter(IS_TURN_SHOWN, entry=entry)
    return rows.select_related(*_RELATED).order_by("-number")


def list_orders(tournament: Tournament) -> QuerySet[Appeal]:
    """Return the cases whose order to the judge is not carried out yet."""
    rows = Appeal.objects.filter(tournament=tournament, order_done_at=None).exclude(order="")
    return rows.select_related("turn__game").order_by("closed_at")


def get_appeal_window(
    game: Game, now: datetime, decided_at: datetime | None = None, *, entry: Entry | None
) -> AppealWindow:
    """Return the period for appeals of ``entry`` against decisions in ``game``, or taken later at
    ``decided_at`` (6.3).

    ``entry`` None: of players in no *mort subite*.
    """
    others = Game.objects.filter(tournament=game.tournament_id).exclude(pk=game.pk)
    contested = set(entry.contests.values_list("game", flat=True)) if entry else set()
    edition = game.tournament.regulation
    times = [_to_game_times(other, is_own=_is_own(other, contested)) for other in others]
    return compute_window(_to_game_times(game), times, edition, now, decided_at)


def _is_own(game: Game, contested: Collection[int]) -> bool:
    return not is_mort_subite(game) or game.pk in contested


def list_games_to_contest(entry: Entry, current: Game, now: datetime) -> list[Game]:
    """Return the current game and, during a *mort subite*, the games before whose period for
    appeals is still open to the entry (6.3)."""
    if not is_mort_subite(current):
        return [current]
    earlier = Game.objects.filter(tournament=entry.tournament_id).exclude(pk=current.pk)
    return [
        current,
        *(game for game in earlier if get_appeal_window(game, now, entry=entry).is_open),
    ]


def list_games_keeping_appeals_open(game: Game, now: datetime) -> list[Game]:
    """Return the games that have not started: until one does, players may appeal on ``game``."""
    window = get_appeal_window(game, now, entry=None)
    if game.finished_at is None or not window.is_open or window.closes_at is not None:
        return []
    unstarted = Game.objects.filter(tournament=game.tournament_id, started_at=None)
    return list(unstarted.exclude(state=GameState.VOID).order_by("number"))


def _to_game_times(game: Game, *, is_own: bool = True) -> GameTimes:
    is_void = game.state == GameState.VOID
    return GameTimes(game.started_at, game.finished_at, void=is_void, is_own=is_own)


def get_commission_cases(turn: Turn, entries: Collection[int] | None = None) -> dict[int, Appeal]:
    """Return the case whose decision is a ruling of ``turn``, the last one, by entry."""
    rows = Appeal.objects.filter(turn=turn, decision_version__gt=0).order_by("decision_version")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return {case.entry_id: case for case in rows}


def get_deciding_body(case: Appeal | None, ruling: Ruling | None) -> str:
    """Return which body decided ``ruling``, in force, by ``case``.

    The commission, the federation, or (empty) an arbiter.
    """
    if case is None or ruling is None or case.decision_version != ruling.version:
        return ""
    return FEDERATION if case.origin == CaseOrigin.FEDERATION else COMMISSION


def find_entries_decided_by_commission(turn: Turn, rulings: Iterable[Ruling]) -> set[int]:
    """Return the entries of ``rulings``, in force, whose final decision is the commission's."""
    versions = {ruling.entry_id: ruling.version for ruling in rulings}
    decided = get_commission_cases(turn, versions)
    return {pk for pk, case in decided.items() if case.decision_version == versions[pk]}


def list_referred_keys(turn: Turn, entries: Collection[int]) -> set[tuple[int, str]]:
    """Return entry and key of the bulletins that a rule has referred to the commission already."""
    cases = Appeal.objects.filter(turn=turn, entry__in=entries, origin=CaseOrigin.RULE)
    versions = {(case.entry_id, case.version) for case in cases.exclude(state=CaseState.MOOT)}
    rows = Ruling.objects.filter(turn=turn, entry__in={entry for entry, _ in versions})
    return {
        (entry, key)
        for entry, version, key in rows.values_list("entry", "version", "key")
        if (entry, version) in versions
    }


def list_second_looks(turn: Turn, entry: Entry) -> QuerySet[SecondLook]:
    """Return the second looks at a bulletin (*double arbitrage*), the oldest first."""
    rows = SecondLook.objects.filter(turn=turn, entry=entry)
    return rows.select_related("by").order_by("at", "pk")


@dataclass(frozen=True, slots=True)
class CommissionSeat:
    """A member of the commission, and the reasons why they do not sit in a case. ``centre`` is the
    member's, empty without one; ``is_concerned``: the player sat there."""

    user: User
    recusal_reasons: list[RecusalReason]
    centre: str = ""
    is_concerned: bool = False


def list_commission_members(tournament: Tournament) -> list[User]:
    """Return the commission of the tournament (6.4.1), by name."""
    users = list_officers(tournament, Role.COMMISSION)
    return sorted(users, key=lambda user: (user.get_full_name() or user.username).casefold())


def list_seats(case: Appeal) -> list[CommissionSeat]:
    members = list_commission_members(case.tournament)
    involvement = find_involvement(case, members)
    centres, concerned = get_members_centres(case.tournament), _find_centre_name(case)
    return [
        CommissionSeat(
            user,
            involvement.list_recusal_reasons(user.pk),
            centre := centres.get(user.pk, ""),
            bool(centre) and centre == concerned,
        )
        for user in members
    ]


def get_members_centres(tournament: Tournament) -> dict[int, str]:
    """Return the centres of the members who have one, by account."""
    rows = StaffMember.objects.filter(tournament=tournament, role=Role.COMMISSION)
    return dict(rows.filter(centre__isnull=False).values_list("user", "centre__name"))


def _find_centre_name(case: Appeal) -> str:
    return str(find_centre(case.turn.game_id, case.entry) or "")


def find_involvement(case: Appeal, members: Collection[User]) -> CaseInvolvement:
    """Return how ``members`` were involved in a case (reading B-32)."""
    bulletin_fields = {"turn": case.turn_id, "entry": case.entry_id}
    leading_accounts: frozenset[int] = frozenset()
    if case.subject == CaseSubject.DECISION:
        rows = Journal.objects.filter(turn=case.turn_id, by__isnull=False)
        leading_accounts = _list_account_ids(rows.exclude(kind__in=_ARBITERS_EVENTS))
    return CaseInvolvement(
        ruling_accounts=_list_account_ids(
            Ruling.objects.filter(**bulletin_fields).exclude(version=case.decision_version)
        ),
        acting_accounts=_list_account_ids(Act.objects.filter(**bulletin_fields)),
        second_look_accounts=_list_account_ids(list_second_looks(case.turn, case.entry)),
        leading_accounts=leading_accounts,
        playing_accounts=_list_playing_accounts(case, members),
    )


#: Events that arbiters and members write into the journal of a turn; the judge writes the others.
_ARBITERS_EVENTS = (
    EventKind.TURN_CORRECTED,
    EventKind.PAPER_TYPED,
    EventKind.CASE_CHANGED,
    EventKind.LOOK_CHANGED,
    EventKind.STANDINGS_CHANGED,
)


def _list_account_ids(rows: QuerySet[Any]) -> frozenset[int]:
    accounts = rows.filter(by__isnull=False).order_by().values_list("by", flat=True).distinct()
    return frozenset(accounts)


def _list_playing_accounts(case: Appeal, members: Collection[User]) -> frozenset[int]:
    """Return the members who play in the entry of a case.

    Accounts are not linked to players: the judge who plays is known by their game, others by name.
    """
    plays = {
        user.pk for user in members if fold_name(user.get_full_name()) in _list_names(case.entry)
    }
    if case.turn.game.judge_plays_id == case.entry_id:
        judges = StaffMember.objects.filter(tournament=case.tournament_id, role=Role.JUDGE)
        plays |= set(judges.values_list("user", flat=True))
    return frozenset(plays)


def _list_names(entry: Entry) -> set[str]:
    """Return the names of the players, in both orders of first and last name."""
    players = entry.players.all()
    names = {fold_name(f"{player.first_name} {player.last_name}") for player in players}
    return (
        names | {fold_name(f"{player.last_name} {player.first_name}") for player in players}
    ) - {""}


def find_open_case(
    *, turn: Turn, entry: Entry, subject: str, act: Act | None = None
) -> Appeal | None:
    """Return the open case about exactly this subject, or None."""
    rows = Appeal.objects.filter(turn=turn, entry=entry, subject=subject, act=act)
    return rows.filter(state=CaseState.OPEN).select_related(*_RELATED).first()


def find_entries_before_commission(turn: Turn, entries: Collection[int]) -> set[int]:
    """Return those of ``entries`` whose bulletin of ``turn`` waits for the commission."""
    rows = Appeal.objects.filter(
        turn=turn, entry__in=entries, subject=CaseSubject.RULING, state=CaseState.OPEN
    )
    return set(rows.values_list("entry", flat=True))


def find_decided_case(
    *, turn: Turn, entry: Entry, subject: str, act: Act | None, version: int
) -> Appeal | None:
    """Return the case in which the commission decided this subject, or None."""
    rows = Appeal.objects.filter(
        turn=turn, entry=entry, subject=subject, act=act, state__in=list(DECIDED_STATES)
    )
    if subject == CaseSubject.RULING:
        rows = rows.filter(decision_version=version)
    if subject == CaseSubject.DECISION:
        return None  # a turn has many decisions
    return rows.order_by("number").last()
