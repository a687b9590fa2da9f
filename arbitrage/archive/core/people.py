"""Rows of the organisation, the tournament and the people who take part."""

from typing import Any

from arbitrage.archive.core.row import (
    AccountKey,
    ArchiveRow,
    CentreUid,
    Day,
    ImportNumber,
    Moment,
    Name,
    PlayerUid,
    TableNumber,
    TeamName,
    Uid,
)


class OrganisationRow(ArchiveRow, frozen=True, kw_only=True):
    organisation: Name
    address: str
    time_zone: str
    paper: str


class GroupRow(ArchiveRow, frozen=True, kw_only=True):
    kind: str
    code: Name
    name: Name
    position: int
    age_from: int | None
    age_to: int | None


class TournamentChangeRow(ArchiveRow, frozen=True, kw_only=True):
    kind: str
    name: str
    data: dict[str, Any]
    by: AccountKey | None
    at: Moment


class StaffRow(ArchiveRow, frozen=True, kw_only=True):
    user: AccountKey
    role: str
    centre: CentreUid | None


class AccountRow(ArchiveRow, frozen=True, kw_only=True):
    key: Name
    name: Name


class TableAccessRow(ArchiveRow, frozen=True, kw_only=True):
    """Code and link key with which a tablet opens a table."""

    table: TableNumber
    code: str
    key: str


class ScreenRow(ArchiveRow, frozen=True, kw_only=True):
    """Settings of the public screen; ``logo`` in base64."""

    scene: str
    logo: str | None
    logo_kind: str


class TournamentRow(ArchiveRow, frozen=True, kw_only=True):
    uid: Uid
    name: Name
    state: str
    venue: Name
    venue_address: Name
    contact: Name
    starts_on: Day
    ends_on: Day | None
    edition: str
    discipline: str
    classic: dict[str, Any]
    lexicon: Name
    links_valid_until: Moment
    confirm_clean: bool
    confirm_refused: bool
    points_on_slips: bool
    plays_on: str
    time_zone: str
    paper: str
    short_minors: bool
    ranking: dict[str, Any]
    solo_points: int | None
    solo_players: int | None
    counted_over: str
    publicity: str
    is_embeddable: bool
    created_at: Moment
    unverified: list[tuple[str, int | None]] | None
    screen: ScreenRow | None


class PersonRow(ArchiveRow, frozen=True, kw_only=True):
    uid: Uid
    last_name: Name
    first_name: Name
    licence: Name
    club: Name
    federation: Name
    country: Name
    birth_year: int | None
    series: Name
    category: Name


class TeamRow(ArchiveRow, frozen=True, kw_only=True):
    name: Name


class ImportRow(ArchiveRow, frozen=True, kw_only=True):
    number: ImportNumber
    file_name: Name
    by: AccountKey | None
    at: Moment
    undone_at: Moment | None


class RoomCentreRow(ArchiveRow, frozen=True, kw_only=True):
    """A room of the tournament, with tables of its own."""

    uid: Uid
    name: Name
    country: Name
    time_zone: str
    is_lead: bool
    position: int


class TableRow(ArchiveRow, frozen=True, kw_only=True):
    number: int
    centre: CentreUid | None
    arbiter: AccountKey | None
    renewals: int


class EntryRow(ArchiveRow, frozen=True, kw_only=True):
    uid: Uid
    name: Name
    table: TableNumber
    players: list[PlayerUid]
    team: TeamName | None
    withdrawn: bool
    checked_in_at: Moment | None
    imported: ImportNumber | None
    plays_on: str


class RoleChangeRow(ArchiveRow, frozen=True, kw_only=True):
    user: AccountKey | None
    role: str
    given: bool
    centre: Name
    by: AccountKey | None
    at: Moment


class SeatingChangeRow(ArchiveRow, frozen=True, kw_only=True):
    """A change of seats. Each of ``moves`` has the uid of an entry (None if it was deleted since),
    its table before and its table after."""

    kind: str
    seed: str
    moves: list[tuple[str | None, int, int]]
    by: AccountKey | None
    at: Moment
