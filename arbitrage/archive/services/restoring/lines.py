"""Checks of the lines of an archive, as strict as the forms that accept the same values."""

from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.people import OrganisationRow, ScreenRow, TournamentRow
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import Archive
from arbitrage.archive.core.row import as_day, as_uid
from arbitrage.archive.services.restoring.values import CHECKS
from engine.board.formats import get_format
from engine.errors import EngineError
from engine.regulation.editions import get_edition
from tournament.core.canonical import from_utc_text
from tournament.core.errors import BadSetting, BadSheet
from tournament.core.files.pictures import read_picture
from tournament.core.ranking.specification import RankingSettings
from tournament.core.scenes import Scene
from tournament.core.states import GameState, Source, TournamentState
from tournament.queries.local import check_paper, check_zone
from tournament.services.tournaments import CHOICES, check_solo_rules

_IMPOSSIBLE = (
    *(LookupError, ValueError, TypeError, AttributeError, OverflowError),
    *(ValidationError, EngineError, BadSetting, BadSheet),
)


@contextmanager
def locate_errors(member: str, number: int) -> Iterator[None]:
    """Raise BadArchive with ``member`` and ``number`` for errors that impossible values cause
    inside."""
    try:
        yield
    except _IMPOSSIBLE as error:
        raise BadArchive("bad-value", member=member, line=number) from error


def check_lines(archive: Archive) -> None:
    """Check the values that the forms check, and those that no table of members reads
    (``archive.queries.member_tables``). Raises BadArchive."""
    for number, row in enumerate(archive.list_rows(OrganisationRow), start=1):
        with locate_errors("house", number):
            _check_zone_and_paper(row)
    for number, tournament in enumerate(archive.list_rows(TournamentRow), start=1):
        with locate_errors("tournament", number):
            _check_tournament(tournament)
    for number, game in enumerate(archive.list_rows(GameRow), start=1):
        with locate_errors("games", number):
            _check_game(game)
    for member, check in CHECKS.items():
        for number, row in enumerate(archive.rows[member], start=1):
            with locate_errors(member, number):
                check(row, archive)


def _check_zone_and_paper(row: OrganisationRow | TournamentRow) -> None:
    if check_zone(row.time_zone) != row.time_zone:
        raise ValueError(row.time_zone)
    check_paper(row.paper)


def _check_tournament(row: TournamentRow) -> None:
    _check_zone_and_paper(row)
    as_uid(row.uid)
    as_day(row.starts_on)
    from_utc_text(row.links_valid_until)
    from_utc_text(row.created_at)
    get_edition(row.edition)
    TournamentState(row.state)
    RankingSettings.from_json(row.ranking)
    check_solo_rules(row.edition, row.solo_points, row.solo_players)
    if not row.name.strip():
        raise ValueError("a tournament without a name")
    for name, choices in CHOICES.items():
        if getattr(row, name) not in choices:
            raise ValueError(name)
    if row.screen is not None:
        Scene(row.screen.scene)
        decode_logo(row.screen)


def decode_logo(screen: ScreenRow) -> bytes | None:
    """Return the picture. Raises ValueError and BadSetting for data that are no picture of its
    kind."""
    if screen.logo is None:
        if screen.logo_kind:
            raise ValueError("a kind of no picture")
        return None
    logo = b64decode(screen.logo, validate=True)
    if read_picture(logo).kind != screen.logo_kind:
        raise ValueError("a picture of another kind")
    return logo


def _check_game(row: GameRow) -> None:
    as_uid(row.uid)
    if row.starts_at is not None:
        from_utc_text(row.starts_at)
    get_format(row.format)
    GameState(row.state)
    Source(row.source)
