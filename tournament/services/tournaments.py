"""Creates and changes tournaments, and the links of their tables."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from engine.regulation.editions import EDITIONS, get_edition
from tournament import classic_ports, ports
from tournament.core.errors import BadSetting, WrongState
from tournament.core.events import EventKind
from tournament.core.files.cells import normalise_text
from tournament.core.people.names import fold_name
from tournament.core.states import (
    PLAYING_MEDIA,
    UNDER_WAY_GAME_STATES,
    CountedOver,
    Discipline,
    GameState,
    ResultVisibility,
    Role,
    TournamentState,
)
from tournament.models import Organisation, Table, Tournament
from tournament.models.people import new_code, new_key
from tournament.protocol import Audience, bus
from tournament.protocol.current_game import find_current_game
from tournament.queries.access import require_creator, require_manager
from tournament.queries.lexica import find_current_list
from tournament.queries.local import check_paper, check_zone
from tournament.services.accounts.organisations import find_or_create_managed_organisation
from tournament.services.accounts.staff import add_role, list_roles_to_run_alone
from tournament.services.change_records import record_settings
from tournament.services.game_list import create_games
from tournament.services.journal import append_event
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use

EDITABLE_FIELDS = frozenset(
    {
        "name",
        "venue",
        "venue_address",
        "contact",
        "starts_on",
        "ends_on",
        "lexicon",
        "edition",
        "confirm_clean",
        "confirm_refused",
        "points_on_slips",
        "plays_on",
        "short_minors",
        "links_valid_until",
        "time_zone",
        "paper",
        "publicity",
        "is_embeddable",
        "solo_points",
        "solo_players",
        "counted_over",
    }
)
#: Settings with a fixed set of values.
FIELD_CHOICES: Mapping[str, Collection[str]] = {
    "plays_on": PLAYING_MEDIA,
    "publicity": tuple(ResultVisibility),
    "counted_over": tuple(CountedOver),
}
#: Settings that people write.
_TEXTS = ("name", "venue", "venue_address", "contact")
#: Settings that are fixed once a game has started.
_RULES = ("edition", "solo_points", "solo_players", "counted_over")
MAX_SOLO_POINTS, MAX_SOLO_PLAYERS = 100, 9999
#: First path segments of the site that cannot be the address of a tournament.
RESERVED_SLUGS = frozenset(
    {
        "a-propos",
        "account",
        "accounts",
        "api",
        "arbiter",
        "bench",
        "commission",
        "centres",
        "direct",
        "embed",
        "essayer",
        "event",
        "installation",
        "invitation",
        "journal",
        "jsi18n",
        "judge",
        "lexica",
        "live",
        "new",
        "office",
        "organisation",
        "reglement",
        "restore",
        "sante",
        "seul",
        "sign-up",
        "static",
        "t",
        "table",
        "training",
    }
)


def create_tournament(  # noqa: PLR0913 - one of each setting
    *,
    name: str,
    venue: str = "",
    starts_on: date,
    ends_on: date | None = None,
    edition: str,
    lexicon: str = "fr-libre",
    to_run_alone: bool = False,
    published: bool = True,
    games: int = 0,
    discipline: Discipline = Discipline.DUPLICATE,
    organisation: Organisation | None = None,
    club: str = "",
    by: User | None,
    now: datetime,
) -> Tournament:
    """Create a tournament, of which ``by`` becomes organiser, or has all roles to run it alone.
    Without ``organisation`` it belongs to the one that ``by`` manages, or to a new one, called
    ``club``. ``games``: number of default games to make ready, not of a classic tournament. Raises
    BadSetting, NotAllowed."""
    name = normalise_text(name)
    _check_creation(by, organisation, name, edition, (starts_on, ends_on))
    with lock_lexica_for_use():
        organisation = organisation or find_or_create_managed_organisation(by, now, club)
        find_current_list(lexicon, organisation.pk)
        tournament = create_with_slug(
            name,
            organisation=organisation,
            venue=normalise_text(venue),
            starts_on=starts_on,
            ends_on=ends_on,
            edition=edition,
            lexicon=lexicon,
            **_build_initial_fields(discipline, published=published, now=now),
        )
        _give_roles(tournament, by, now, to_run_alone=to_run_alone)
        if games and discipline is Discipline.DUPLICATE:
            create_games(tournament=tournament, count=games, ready=True, by=by, now=now)
    return tournament


def _build_initial_fields(
    discipline: Discipline, *, published: bool, now: datetime
) -> dict[str, Any]:
    """Return what is not typed: the state, the end of the links, the terms of a classic one."""
    is_classic = discipline is Discipline.CLASSIC
    return {
        "state": TournamentState.PUBLISHED if published else TournamentState.DRAFT,
        "links_valid_until": now + timedelta(days=30),
        "discipline": discipline,
        "classic": classic_ports.make_classic_terms.function() if is_classic else {},
    }


def _give_roles(
    tournament: Tournament, by: User | None, now: datetime, *, to_run_alone: bool
) -> None:
    """Make ``by`` organiser, or give them all roles to run it alone, if they have an account."""
    if by is None:
        return
    roles = list_roles_to_run_alone(tournament.discipline) if to_run_alone else (Role.ORGANISER,)
    for role in roles:
        add_role(tournament, by, role, by=by, now=now)


def _check_creation(
    by: User | None,
    organisation: Organisation | None,
    name: str,
    edition: str,
    days: tuple[date, date | None],
) -> None:
    if by is not None:
        require_creator(by)
    if organisation is not None:
        require_manager(by, organisation)
    if not name.strip():
        raise BadSetting("empty-name")
    _check_edition(edition)
    check_days(*days)


def check_days(starts_on: date, ends_on: date | None) -> None:
    """Raise BadSetting if a tournament of several days does not end after it began."""
    if ends_on is not None and ends_on <= starts_on:
        raise BadSetting("ends-too-early")


def create_with_slug(name: str, address: str = "", **fields: Any) -> Tournament:
    """Create a row whose address is made from ``address``, or its name; raises BadSetting if all
    similar ones are in use."""
    for slug in _list_slugs(address or name):
        try:
            with transaction.atomic():
                return Tournament.objects.create(name=name.strip(), slug=slug, **fields)
        except IntegrityError:
            if not Tournament.objects.filter(slug=slug).exists():
                raise  # another constraint failed
    raise BadSetting("name-taken", name=name)


def _list_slugs(name: str) -> list[str]:
    base = slugify(fold_name(name))[:50] or "tournoi"
    numbered = [f"{base}-{number}" for number in range(2, 100)]
    return numbered if base in RESERVED_SLUGS else [base, *numbered]


def update_tournament(
    *, tournament: Tournament, changes: dict[str, Any], by: User | None, now: datetime
) -> Tournament:
    """Change settings; the rules of play are fixed once a game has started."""
    if unknown := set(changes) - EDITABLE_FIELDS:
        raise BadSetting("not-editable", fields=sorted(unknown))
    texts = {name: normalise_text(changes[name]) for name in _TEXTS if name in changes}
    changes = changes | texts
    if not changes.get("name", tournament.name):
        raise BadSetting("empty-name")
    changes = _check_choices(changes)
    with lock_lexica_for_use():
        # No game starts meanwhile: a started one keeps its edition.
        locked_tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        _check_rules(locked_tournament, changes)
        _check_publicity(locked_tournament, changes)
        days = (
            changes.get(name, getattr(locked_tournament, name)) for name in ("starts_on", "ends_on")
        )
        check_days(*days)
        if changes.get("lexicon", locked_tournament.lexicon) != locked_tournament.lexicon:
            find_current_list(changes["lexicon"], locked_tournament.organisation_id)
        old = {field: getattr(locked_tournament, field) for field in changes}
        record_settings(locked_tournament, old, changes, by=by, now=now)
        for field, value in changes.items():
            setattr(tournament, field, value)
        tournament.save(update_fields=list(changes))
        update_room(tournament, by=by, now=now)
    return tournament


def _check_choices(changes: dict[str, Any]) -> dict[str, Any]:
    for name, choices in FIELD_CHOICES.items():
        if name in changes and changes[name] not in choices:
            raise BadSetting(f"unknown-{name.replace('_', '-')}", **{name: changes[name]})
    for name, check in {"time_zone": check_zone, "paper": check_paper}.items():
        if name in changes:
            changes = changes | {name: check(changes[name])}
    return changes


def _check_rules(locked_tournament: Tournament, changes: Mapping[str, Any]) -> None:
    """Check what the results depend on: edition, bonus for a solo. Raise BadSetting."""
    changed_rules = [
        name
        for name in _RULES
        if changes.get(name, getattr(locked_tournament, name)) != getattr(locked_tournament, name)
    ]
    if not changed_rules:
        return
    edition, points, players, counted_over = (
        changes.get(name, getattr(locked_tournament, name)) for name in _RULES
    )
    _check_edition(edition)
    if locked_tournament.games.exclude(state__in=[GameState.DRAFT, GameState.READY]).exists():
        reason = "edition-fixed" if "edition" in changed_rules else "solo-fixed"
        raise BadSetting(reason, edition=locked_tournament.edition)
    check_solo_rules(edition, points, players)
    if counted_over != CountedOver.WHOLE:
        check_solo_rules(edition, 0, players)


def _check_publicity(locked_tournament: Tournament, changes: Mapping[str, Any]) -> None:
    """Raise BadSetting if results would become public while another app withholds them."""
    if changes.get("publicity", locked_tournament.publicity) == locked_tournament.publicity:
        return
    if any(withholds(locked_tournament) for withholds in ports.withholds_results):
        raise BadSetting("visibility-withheld")


def check_solo_rules(edition: str, points: int | None, players: int | None) -> None:
    """Check a tournament's own bonus for a solo. Raise BadSetting."""
    if (points, players) == (None, None):
        return
    if not get_edition(edition).scores.may_have_own_solo_bonus.value:
        raise BadSetting("no-own-solo-rules", edition=edition)
    if not (points is None or 0 <= points <= MAX_SOLO_POINTS):
        raise BadSetting("bad-solo-points", points=points, most=MAX_SOLO_POINTS)
    if not (players is None or 1 <= players <= MAX_SOLO_PLAYERS):
        raise BadSetting("bad-solo-players", players=players, most=MAX_SOLO_PLAYERS)


def _check_edition(key: str) -> None:
    if key not in EDITIONS:
        raise BadSetting("unknown-edition", edition=key, known=sorted(EDITIONS))


def update_room(tournament: Tournament, *, by: User | None, now: datetime) -> None:
    """Send the room data of the tournament (its name, its entries) again.

    While a finished game is shown, the current game of the judge is another one.
    """
    previous = {
        find_current_game(tournament.pk, audience) for audience in (Audience.PUBLIC, Audience.JUDGE)
    }
    for game in sorted(filter(None, previous), key=lambda game: game.pk):  # locked in one order
        append_event(game, EventKind.GAME_CHANGED, by=by, now=now, data={"command": "update"})


def renew_links(*, tournament: Tournament, by: User | None, now: datetime) -> None:
    """Replace link and code of every table: printed ones stop working, and their sessions are
    closed."""
    running = tournament.games.filter(state__in=UNDER_WAY_GAME_STATES)
    with transaction.atomic():
        # No game starts meanwhile, and nobody else renews.
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if running.exists():
            raise WrongState("game-running")
        tables = list(tournament.tables.select_related("entry"))
        for table in tables:
            table.key, table.code = new_key(), new_code()
            table.renewals += 1
        Table.objects.bulk_update(tables, ["key", "code", "renewals"], batch_size=500)
        tournament.links_valid_until = now + timedelta(days=30)
        tournament.save(update_fields=["links_valid_until"])
        links = {table.entry.pk: table.renewals for table in tables if hasattr(table, "entry")}
        transaction.on_commit(lambda: bus.publish(bus.LinksRenewed(links, tournament.pk)))
