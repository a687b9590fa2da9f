"""Checks of restored lines by the functions of the forms that accept the same values: what they
refuse would be an error of a page later."""

from base64 import b64decode
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import ForeignKey, Model

from arbitrage.archive.core.matches import MatchGameRow, MatchResultRow, MatchRow, TableClockRow
from arbitrage.archive.core.people import (
    EntryRow,
    GroupRow,
    OrganisationRow,
    PersonRow,
    RoomCentreRow,
    ScreenRow,
    StaffRow,
    TableRow,
    TournamentRow,
)
from arbitrage.archive.core.play import (
    GameRow,
    PaperBulletinRow,
    RulingRow,
    ScoreRow,
    SentBulletinRow,
    TurnRow,
)
from arbitrage.archive.core.reading import Archive
from arbitrage.archive.core.row import parse_day, parse_uid
from arbitrage.archive.core.toppings import ToppingRow
from arbitrage.services.decision_checks import check_decision
from engine.board.formats import get_format
from engine.regulation.editions import get_edition
from tournament.classic.core.endings import Winner
from tournament.classic.core.rounds.sheets import check_match_sheet
from tournament.classic.core.rounds.states import ResultKind
from tournament.classic.core.terms import LIMITS, MatchTerms
from tournament.classic.services.terms import validate_terms
from tournament.core.bulletin_limits import check_sheet
from tournament.core.canonical import from_utc_text
from tournament.core.files.pictures import read_picture
from tournament.core.people.entry_lines import PLAYERS_OF_A_PAIR
from tournament.core.people.player_data import PLAYER_FIELDS, PlayerData
from tournament.core.ranking.ranking_input import PlayOffScope
from tournament.core.ranking.specification import RankingSettings
from tournament.core.scenes import Scene
from tournament.core.states import (
    SCRIPTED_SOURCES,
    CountedOver,
    Discipline,
    GameKind,
    GameState,
    GroupKind,
    Role,
    Source,
    TournamentState,
)
from tournament.queries.local import check_paper, check_zone
from tournament.services.groups import check_group
from tournament.services.people.registration import check_table_number
from tournament.services.people.roster import check_person
from tournament.services.play.games import check_settings
from tournament.services.prepared.recordings import list_words
from tournament.services.tournaments import FIELD_CHOICES, check_solo_rules
from tournament.topping.core.topping_run import ToppingMode
from tournament.topping.services.creation import ToppingRules

#: Bytes of a seed.
_SEED_SIZE = 32


def check_row(row: Model) -> None:
    """Check the fields of a row, as a form of its model does. Raise ValidationError. Empty values
    are those that the software writes, and the database refuses others."""
    for field in row._meta.concrete_fields:  # noqa: SLF001 - documented in spite of the underscore
        value = getattr(row, field.attname)
        if not (field.primary_key or isinstance(field, ForeignKey) or value in field.empty_values):
            field.clean(value, row)


def _check_seed(seed: str | None) -> None:
    if seed is None or len(bytes.fromhex(seed)) != _SEED_SIZE or seed != seed.lower():
        raise ValueError("a game without its seed")


def _check_organisation(row: OrganisationRow, _archive: Archive) -> None:
    _check_zone_and_paper(row)


def _check_zone_and_paper(row: OrganisationRow | TournamentRow) -> None:
    if check_zone(row.time_zone) != row.time_zone:
        raise ValueError(row.time_zone)
    check_paper(row.paper)


def _check_tournament(row: TournamentRow, _archive: Archive) -> None:
    _check_zone_and_paper(row)
    parse_uid(row.uid)
    first_day = parse_day(row.starts_on)
    if row.ends_on is not None and parse_day(row.ends_on) <= first_day:
        raise ValueError("a tournament that ends before it begins")
    from_utc_text(row.links_valid_until)
    from_utc_text(row.created_at)
    get_edition(row.edition)
    TournamentState(row.state)
    RankingSettings.from_json(row.ranking)
    check_solo_rules(row.edition, row.solo_points, row.solo_players)
    CountedOver(row.counted_over)
    if not row.name.strip():
        raise ValueError("a tournament without a name")
    for name, choices in FIELD_CHOICES.items():
        if getattr(row, name) not in choices:
            raise ValueError(name)
    if row.screen is not None:
        Scene(row.screen.scene)
        decode_logo(row.screen)
    if Discipline(row.discipline) is Discipline.CLASSIC or row.classic:
        validate_terms(row.classic)


def decode_logo(screen: ScreenRow) -> bytes | None:
    """Return the picture. Raise ValueError and BadSetting for data that are no picture of its
    kind."""
    if screen.logo is None:
        if screen.logo_kind:
            raise ValueError("a kind of no picture")
        return None
    logo = b64decode(screen.logo, validate=True)
    if read_picture(logo).kind != screen.logo_kind:
        raise ValueError("a picture of another kind")
    return logo


def _check_group(row: GroupRow, _archive: Archive) -> None:
    check_group(GroupKind(row.kind), row.code, row.name, row.age_from, row.age_to)


def _check_player(row: PersonRow, _archive: Archive) -> None:
    check_person(PlayerData(**{name: getattr(row, name) for name in PLAYER_FIELDS}))


def _check_entry(row: EntryRow, _archive: Archive) -> None:
    if len(row.players) > PLAYERS_OF_A_PAIR or not row.name.strip():
        raise ValueError("too many players")


def _check_centre(row: RoomCentreRow, _archive: Archive) -> None:
    if not row.name.strip() or check_zone(row.time_zone) != row.time_zone:
        raise ValueError(row.name)


def _check_table(row: TableRow, _archive: Archive) -> None:
    check_table_number(row.number)


def _check_game(row: GameRow, _archive: Archive) -> None:
    parse_uid(row.uid)
    if row.starts_at is not None:
        from_utc_text(row.starts_at)
    get_format(row.format)
    GameState(row.state)
    Source(row.source)
    check_settings(row.format, row.time_s, row.warn_s, row.source)
    if row.turn_time_s is not None:
        check_settings(row.format, row.turn_time_s, 0, row.source)
    GameKind(row.kind)
    _check_seed(row.seed)
    if row.settles is not None:
        PlayOffScope.from_json(row.settles)
    if row.script is not None:
        list_words(row.script)
    elif row.source in SCRIPTED_SOURCES:
        raise ValueError("a recorded game without its record")


def _check_turn(row: TurnRow, _archive: Archive) -> None:
    if not all(len(letters) == 2 for letters in row.rejected):
        raise ValueError(row.rejected)


def _check_sent_bulletin(row: SentBulletinRow, _archive: Archive) -> None:
    check_sheet(
        rev=row.rev,
        device=row.device,
        rows=row.rows,
        struck=row.struck,
        reference=row.reference,
        score=row.score,
    )


def _check_paper(row: PaperBulletinRow, _archive: Archive) -> None:
    sheet = {name: getattr(row, name) for name in ("rows", "struck", "reference", "score")}
    check_sheet(rev=row.version, device="paper", **sheet)


def _check_ruling(row: RulingRow, _archive: Archive) -> None:
    check_decision(row.points, row.sanction, row.motives)


def _check_score(row: ScoreRow, _archive: Archive) -> None:
    check_decision(row.points, row.sanction, ())


def _check_topping(row: ToppingRow, _archive: Archive) -> None:
    mode = ToppingMode(row.mode)
    ToppingRules(row.limit_s, row.penalty_s, row.pause_s, mode, row.title).check()
    if row.seed:
        _check_seed(row.seed)
    list_words(row.script)


def _check_match(row: MatchRow, _archive: Archive) -> None:
    MatchTerms.from_json(row.terms)
    minimum, maximum = LIMITS["points_won"]
    for points in (row.points_x, row.points_y):
        if points is not None and not minimum <= points <= maximum:
            raise ValueError(points)


def _check_match_game(row: MatchGameRow, _archive: Archive) -> None:
    MatchTerms.from_json(row.terms)
    _check_seed(row.seed)


def _check_table_clock(row: TableClockRow, _archive: Archive) -> None:
    MatchTerms.from_json(row.terms)


def _check_match_result(row: MatchResultRow, archive: Archive) -> None:
    terms = {match.uid: match.terms for match in archive.list_rows(MatchRow)}
    winner = Winner(row.winner) if row.winner else None
    check_match_sheet(
        ResultKind(row.kind), row.games, winner, MatchTerms.from_json(terms[row.match])
    )


def _check_staff(row: StaffRow, _archive: Archive) -> None:
    if row.role == Role.CENTRE_JUDGE and row.centre is None:
        raise ValueError("a judge of no centre")


#: Functions that check a line of a member. They raise RoomError, EngineError, LookupError,
#: ValueError, TypeError.
CHECKS: Mapping[str, Callable[[Any, Archive], None]] = {
    "house": _check_organisation,
    "tournament": _check_tournament,
    "groups": _check_group,
    "centres": _check_centre,
    "staff": _check_staff,
    "players": _check_player,
    "entries": _check_entry,
    "tables": _check_table,
    "games": _check_game,
    "turns": _check_turn,
    "bulletins": _check_sent_bulletin,
    "late": _check_sent_bulletin,
    "papers": _check_paper,
    "rulings": _check_ruling,
    "scores": _check_score,
    "toppings": _check_topping,
    "matches": _check_match,
    "match_games": _check_match_game,
    "table_clocks": _check_table_clock,
    "match_results": _check_match_result,
}
