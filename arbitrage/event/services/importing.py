"""A centre imports its package: everything is checked days before, not at the hour."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.event.core.package import PackageContent, SignedPackage, read_package
from arbitrage.event.models import ImportedEvent, ImportedGame, OpenedGame
from arbitrage.event.services.arrivals import find_centre
from arbitrage.event.services.keys import is_signed
from arbitrage.event.services.packing import hand_over_package
from engine.errors import EngineError
from engine.regulation.editions import get_edition
from engine.regulation.topics import Topic
from tournament.core.canonical import from_utc_text
from tournament.core.errors import BadAccess, BadSetting
from tournament.core.states import ResultVisibility
from tournament.models import Organisation, Tournament
from tournament.queries import lexica
from tournament.queries.access import require_manager
from tournament.queries.local import check_zone
from tournament.services.game_list import create_games
from tournament.services.tournaments import create_tournament

#: By how much the clock of the host may be ahead of that of the centre.
CLOCK_TOLERANCE = timedelta(minutes=2)


def import_package(
    *, file: bytes, organisation: Organisation, by: User, now: datetime
) -> ImportedEvent:
    """Create the tournament of the event, and a rehearsal with a game that is not secret.

    Raise BadSetting for a package that was changed, is here already or cannot be played here:
    edition, word list, clock.
    """
    require_manager(by, organisation)
    package = read_package(file)
    content = package.content
    host_key = bytes.fromhex(content.host_key)
    if not is_signed(host_key, package.signature, package.signed_bytes):
        raise BadSetting("package-not-signed")
    existing = ImportedEvent.objects.filter(centre_uid=content.centre.uid).first()
    if existing is not None:
        raise BadSetting("package-here", name=existing.tournament.name)
    lexicon = _check(content, organisation, now)
    _require_unopened(content)
    with transaction.atomic():
        return _create(package, organisation, lexicon, by=by, now=now)


def import_hosted_package(
    *, token: str, organisation: Organisation, by: User, now: datetime
) -> ImportedEvent:
    """Import the package of a centre of an event that this very server hosts, as if from a file.

    Raises BadSetting, as ``import_package``, and for a token of no centre.
    """
    require_manager(by, organisation)
    try:
        centre = find_centre(token)
    except BadAccess as error:
        raise BadSetting("centre-code-unknown") from error
    file = hand_over_package(centre=centre, now=now)
    return import_package(file=file, organisation=organisation, by=by, now=now)


def _check(content: PackageContent, organisation: Organisation, now: datetime) -> str:
    """Return the name of the event's lexicon here."""
    definition = content.definition
    try:
        get_edition(definition.edition)
    except EngineError as error:
        raise BadSetting("package-edition", edition=definition.edition) from error
    check_zone(content.centre.time_zone)
    if from_utc_text(content.made_at) > now + CLOCK_TOLERANCE:
        raise BadSetting("package-clock", made_at=content.made_at)
    for name, checksum in _list_checksums(organisation):
        if checksum == definition.lexicon:
            return name
    raise BadSetting("package-lexicon", name=content.lexicon_name, checksum=definition.lexicon[:12])


def _require_unopened(content: PackageContent) -> None:
    """Raise BadSetting if the centre has opened a game as often as it may: it knows its letters."""
    opened = OpenedGame.objects.filter(centre_uid=content.centre.uid).order_by("opened_at")
    openings = Counter(opened.values_list("number", flat=True))
    last = opened.last()
    if last is not None and max(openings.values()) >= content.openings:
        article = content.definition.get_edition().format_articles(Topic.ANNOUNCEMENT)
        data = {"name": last.tournament_name, "at": last.opened_at, "article": article}
        raise BadSetting("package-opened", **data)


def _list_checksums(organisation: Organisation) -> Iterator[tuple[str, str]]:
    """Yield name and checksum of each lexicon that the organisation has."""
    for name in lexica.list_names(organisation.pk):
        words = lexica.find_current_list(name, organisation.pk)
        yield name, words.checksum if words else lexica.load_base_lexicon().checksum


def _create(
    package: SignedPackage, organisation: Organisation, lexicon: str, *, by: User, now: datetime
) -> ImportedEvent:
    content = package.content
    tournament = _create_tournament(content, organisation, lexicon, "{name} – {centre}", by, now)
    rehearsal = _create_tournament(
        content, organisation, lexicon, "Répétition – {name} – {centre}", by, now
    )
    first = content.definition.games[0]
    terms: dict[str, Any] = {"fmt": first.format, "time_s": first.time_s, "warn_s": first.warn_s}
    create_games(tournament=rehearsal, ready=True, **terms, by=by, now=now)
    imported = ImportedEvent.objects.create(
        tournament=tournament,
        rehearsal=rehearsal,
        definition=msgspec.to_builtins(content.definition),
        centre_uid=content.centre.uid,
        centre_name=content.centre.name[:80],
        host=content.host[:200],
        token=content.centre.token,
        signing_key=bytes.fromhex(content.centre.signing_key),
        host_key=bytes.fromhex(content.host_key),
        ends_at=from_utc_text(content.definition.ends_at),
        imported_at=now,
        by=by,
    )
    ImportedGame.objects.bulk_create(
        ImportedGame(
            package=imported,
            number=sealed.number,
            opens_at=from_utc_text(sealed.opens_at),
            ciphertext=package.games[sealed.number],
        )
        for sealed in content.definition.games
    )
    return imported


def _create_tournament(
    content: PackageContent,
    organisation: Organisation,
    lexicon: str,
    title: str,
    by: User,
    now: datetime,
) -> Tournament:
    definition, centre = content.definition, content.centre
    tournament = create_tournament(
        name=title.format(name=definition.name, centre=centre.name)[:120],
        venue=centre.name,
        starts_on=from_utc_text(definition.games[0].opens_at).date(),
        edition=definition.edition,
        lexicon=lexicon,
        published=False,
        to_run_alone=True,
        organisation=organisation,
        by=by,
        now=now,
    )
    terms = definition.terms
    Tournament.objects.filter(pk=tournament.pk).update(
        time_zone=centre.time_zone,
        publicity=ResultVisibility.END,
        solo_points=terms.solo_points,
        solo_players=terms.solo_players,
        ranking=terms.ranking,
    )
    tournament.refresh_from_db()
    return tournament
