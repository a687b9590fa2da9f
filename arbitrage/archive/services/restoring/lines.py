"""Lines of an archive are checked as the forms check what they say, before they are written."""

from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.people import House, Screen, TournamentRow
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import Archive
from arbitrage.archive.core.row import as_day, as_uid
from engine.board.formats import get_format
from engine.errors import EngineError
from engine.regulation.editions import get_edition
from tournament.core.canonical import as_moment
from tournament.core.errors import BadSetting
from tournament.core.files.pictures import picture_of
from tournament.core.ranking.specification import Settings
from tournament.core.scenes import Scene
from tournament.core.states import GameState, Source, TournamentState
from tournament.queries.local import known_paper, known_zone
from tournament.services.tournaments import CHOICES

_IMPOSSIBLE = (
    *(LookupError, ValueError, TypeError, AttributeError, OverflowError),
    *(ValidationError, EngineError, BadSetting),
)


@contextmanager
def line_of(member: str, number: int) -> Iterator[None]:
    """What a line makes impossible is told with its place: raises BadArchive."""
    try:
        yield
    except _IMPOSSIBLE as error:
        raise BadArchive("bad-value", member=member, line=number) from error


def check_lines(archive: Archive) -> None:
    """What no table of a member reads (``archive.queries.member_tables``). Raises BadArchive."""
    for number, house in enumerate(archive.of(House), start=1):
        with line_of("house", number):
            _check_local(house)
    for number, tournament in enumerate(archive.of(TournamentRow), start=1):
        with line_of("tournament", number):
            _check_tournament(tournament)
    for number, game in enumerate(archive.of(GameRow), start=1):
        with line_of("games", number):
            _check_game(game)


def _check_local(row: House | TournamentRow) -> None:
    if known_zone(row.time_zone) != row.time_zone:
        raise ValueError(row.time_zone)
    known_paper(row.paper)


def _check_tournament(row: TournamentRow) -> None:
    _check_local(row)
    as_uid(row.uid)
    as_day(row.starts_on)
    as_moment(row.links_valid_until)
    as_moment(row.created_at)
    get_edition(row.edition)
    TournamentState(row.state)
    Settings.read(row.ranking)
    if not row.name.strip():
        raise ValueError("a tournament without a name")
    for name, choices in CHOICES.items():
        if getattr(row, name) not in choices:
            raise ValueError(name)
    if row.screen is not None:
        Scene(row.screen.scene)
        logo_of(row.screen)


def logo_of(screen: Screen) -> bytes | None:
    """Raises ValueError, BadSetting for what is no picture of its kind."""
    if screen.logo is None:
        if screen.logo_kind:
            raise ValueError("a kind of no picture")
        return None
    logo = b64decode(screen.logo, validate=True)
    if picture_of(logo).kind != screen.logo_kind:
        raise ValueError("a picture of another kind")
    return logo


def _check_game(row: GameRow) -> None:
    as_uid(row.uid)
    get_format(row.format)
    GameState(row.state)
    Source(row.source)
    if not isinstance(row.seed, str):
        raise TypeError("a game without its seed")
