"""Registers players and pairs one by one, and seats them at tables."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from itertools import count

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max, Q

from tournament.core.errors import BadSetting
from tournament.core.people.names import joined
from tournament.core.people.player_data import PlayerData, tidied
from tournament.core.people.roster import MAX_TABLE, PLAYERS_OF_A_PAIR
from tournament.core.states import Discipline
from tournament.models import (
    Bulletin,
    Entry,
    LateBulletin,
    Organisation,
    Player,
    StaffMember,
    Table,
    TookPart,
    Tournament,
    Turn,
)
from tournament.services.accounts.staff import CORRECTING
from tournament.services.people.roster import check_person, remember
from tournament.services.people.teams import find_team
from tournament.services.play.participation import take_seats, was_not_there
from tournament.services.tournaments import tell_room


def register_entry(
    *,
    tournament: Tournament,
    players: list[PlayerData],
    table_number: int | None = None,
    team: str = "",
    by: User | None,
    now: datetime,
) -> Entry:
    """Register a player or a pair at a table; without a number, at the next free one.

    Raises BadSetting: no name, too many players, a pair where matches are between two, table
    taken, licence registered already.
    """
    with transaction.atomic():
        one_at_a_time(tournament)
        number = next(free_numbers(tournament)) if table_number is None else table_number
        entry = _register(tournament, players, number, team, by=by, now=now)
        tell_room(tournament, by=by, now=now)
    return entry


def register_entries(
    *, tournament: Tournament, entries: list[list[PlayerData]], by: User | None, now: datetime
) -> list[Entry]:
    """Register players and pairs at the next free tables, in this order; all or none.

    Raises BadSetting as ``register_entry``.
    """
    with transaction.atomic():
        one_at_a_time(tournament)
        numbers = free_numbers(tournament)
        made = [
            _register(tournament, players, number, "", by=by, now=now)
            for players, number in zip(entries, numbers, strict=False)
        ]
        tell_room(tournament, by=by, now=now)
    return made


def one_at_a_time(tournament: Tournament) -> None:
    """Nobody else registers in this tournament until the transaction ends.

    The organisation first, as who gives roles in its tournaments does: the roster is written under
    both locks, and two who took them the other way round would wait for one another. Turns come
    after: who has locked one waits for no tournament, nor is what he writes of it kept waiting
    (``no_key``).
    """
    Organisation.objects.select_for_update(no_key=True).get(pk=tournament.organisation_id)
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def free_numbers(tournament: Tournament) -> Iterator[int]:
    """Numbers of free tables, then those after the last table; read when first asked."""
    free = tournament.tables.filter(entry__isnull=True).order_by("number")
    last = tournament.tables.aggregate(last=Max("number"))["last"] or 0
    yield from list(free.values_list("number", flat=True))
    yield from count(last + 1)


def _register(
    tournament: Tournament,
    players: list[PlayerData],
    table_number: int,
    team: str,
    *,
    by: User | None,
    now: datetime,
) -> Entry:
    written = check_players(players)
    check_alone(tournament, written)
    people = [new_player(tournament, data) for data in written]
    table = _free_table(tournament, table_number)
    remember(organisation=tournament.organisation, people=people, by=by, now=now)
    _save(people)
    entry = Entry.objects.create(
        tournament=tournament,
        table=table,
        name=name_of(people),
        team=find_team(tournament, team),
        plays_on=tournament.plays_on,
    )
    entry.players.add(*people)
    was_not_there(tournament, [entry])
    return entry


def name_of(people: list[Player]) -> str:
    """The name of an entry of these players, shown everywhere."""
    return joined(str(player) for player in people)


def check_players(players: list[PlayerData]) -> list[PlayerData]:
    """As they are written down. Raises BadSetting for too many, or what cannot be a player."""
    if not 1 <= len(players) <= PLAYERS_OF_A_PAIR:
        raise BadSetting("player-count", count=len(players))
    written = [tidied(data) for data in players]
    for data in written:
        check_person(data)
    return written


def check_alone(tournament: Tournament, players: list[PlayerData]) -> None:
    """A match is between two players (classic 1.1). Raises BadSetting for a pair."""
    if tournament.discipline == Discipline.CLASSIC and len(players) > 1:
        raise BadSetting("pair-in-classic")


def check_table_number(number: int) -> None:
    if not 1 <= number <= MAX_TABLE:
        raise BadSetting("bad-table-number", number=number, most=MAX_TABLE)


def _free_table(tournament: Tournament, number: int) -> Table:
    check_table_number(number)
    table, _ = Table.objects.get_or_create(tournament=tournament, number=number)
    if Entry.objects.filter(table=table).exists():
        raise BadSetting("table-taken", number=number)
    return table


def new_player(tournament: Tournament, data: PlayerData) -> Player:
    """Not written yet."""
    return Player(tournament=tournament, **asdict(data))


def _save(people: list[Player]) -> None:
    for player in people:
        try:
            with transaction.atomic():
                player.save()
        except IntegrityError:
            raise BadSetting("licence-taken", licence=player.licence) from None


def update_entry(
    *,
    entry: Entry,
    players: list[PlayerData],
    team: str = "",
    by: User | None,
    now: datetime,
) -> Entry:
    """Correct what is written of the players of an entry; its table and results stay.

    Raises BadSetting.
    """
    checked = check_players(players)
    check_alone(entry.tournament, checked)
    with transaction.atomic():
        one_at_a_time(entry.tournament)
        before = [player.known for player in entry.players.order_by("pk")]
        entry.players.all().delete()
        people = [new_player(entry.tournament, data) for data in checked]
        remember(
            organisation=entry.tournament.organisation,
            people=people,
            corrected={place: row for place, row in enumerate(before) if row is not None},
            by=by,
            now=now,
        )
        _save(people)
        entry.players.set(people)
        entry.name = name_of(people)
        entry.team = find_team(entry.tournament, team)
        entry.save(update_fields=["name", "team"])
        tell_room(entry.tournament, by=by, now=now)
    return entry


def withdraw_entry(*, entry: Entry, by: User | None, now: datetime) -> None:
    """The entry stops playing; what it has scored stays in the rankings of its games."""
    _set_withdrawn(entry, withdrawn=True, by=by, now=now)


def restore_entry(*, entry: Entry, by: User | None, now: datetime) -> None:
    """The entry plays again, and what it had handed in before it left is judged."""
    with transaction.atomic():
        one_at_a_time(entry.tournament)  # no game starts meanwhile
        _set_withdrawn(entry, withdrawn=False, by=by, now=now)
        take_seats(entry.tournament_id)
        _ask_for_corrections(entry)


def _ask_for_corrections(entry: Entry) -> None:
    """Whatever was corrected while it was away passed its bulletins over: the sweep asks again."""
    handed = Q(pk__in=Bulletin.objects.filter(entry=entry).values("turn"))
    handed |= Q(pk__in=LateBulletin.objects.filter(entry=entry).values("turn"))
    handed |= Q(pk__in=TookPart.objects.filter(entry=entry).exclude(typed="").values("turn"))
    turns = Turn.objects.filter(handed, game__tournament=entry.tournament_id)
    Turn.objects.filter(pk__in=turns.values("pk")).update(corrected_at=None)


def _set_withdrawn(entry: Entry, *, withdrawn: bool, by: User | None, now: datetime) -> None:
    with transaction.atomic():
        Entry.objects.filter(pk=entry.pk).update(withdrawn=withdrawn)
        entry.withdrawn = withdrawn
        tell_room(entry.tournament, by=by, now=now)


def assign_arbiter(
    *,
    tables: list[Table],
    user: User | None,
    by: User | None,
    now: datetime,
) -> None:
    """Give the tables to one arbiter of their tournament, or to nobody. Raises BadSetting."""
    with transaction.atomic():
        for tournament_id in {table.tournament_id for table in tables}:
            # Nobody takes his role away meanwhile (``remove_staff``).
            Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
            arbiters = StaffMember.objects.filter(tournament=tournament_id, role__in=CORRECTING)
            if user is not None and not arbiters.filter(user_id=user.pk).exists():
                raise BadSetting("not-staff", username=user.get_username())
        Table.objects.filter(pk__in=[table.pk for table in tables]).update(
            arbiter_id=user.pk if user else None
        )
