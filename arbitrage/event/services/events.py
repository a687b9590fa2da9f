"""Creates events and their centres, and writes the decisions of the host."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.text import slugify

from arbitrage.event.core.decisions import EventDecisionKind
from arbitrage.event.core.definition import EventTerms
from arbitrage.event.models import Centre, Event, EventDecision
from arbitrage.event.services.keys import make_signing_keys
from tournament.core.errors import BadSetting, WrongState
from tournament.core.files.cells import normalise_text
from tournament.core.states import Role
from tournament.models import Organisation, Tournament
from tournament.queries.access import require_manager, require_role
from tournament.queries.lexica import load_tournament_lexicon
from tournament.queries.local import check_zone

#: Maximum number of centres of an event.
MAX_CENTRES = 2000
TOKEN_BYTES = 24
#: Words of addresses in place of a slug.
_RESERVED = {"create", "import", "upload"}
#: Decisions that need no reason.
_NEEDS_NO_REASON = frozenset({EventDecisionKind.PUBLISH, EventDecisionKind.EXPECTED})


@dataclass(frozen=True, slots=True)
class NewCentre:
    name: str
    country: str
    time_zone: str


def create_event(
    *,
    organisation: Organisation,
    name: str,
    source: Tournament,
    opens_at: datetime,
    ends_at: datetime,
    terms: EventTerms,
    by: User,
    now: datetime,
) -> Event:
    """Create an event with the edition and the lexicon of ``source``, whose prepared games are
    sealed afterwards. Raise BadSetting, NotAllowed."""
    require_manager(by, organisation)
    if source.organisation_id != organisation.pk:
        raise BadSetting("event-source")
    require_role(by, source, Role.ORGANISER)
    if not normalise_text(name):
        raise BadSetting("empty-name")
    if ends_at <= opens_at:
        raise BadSetting("event-ends-before")
    keys = make_signing_keys()
    return Event.objects.create(
        organisation=organisation,
        name=normalise_text(name),
        slug=_choose_slug(name),
        source=source,
        edition=source.edition,
        lexicon=source.lexicon,
        lexicon_checksum=load_tournament_lexicon(source).checksum,
        terms=msgspec.to_builtins(terms),
        opens_at=opens_at,
        ends_at=ends_at,
        signing_key=keys.private,
        public_key=keys.public,
        created_at=now,
        by=by,
    )


def _choose_slug(name: str) -> str:
    base = slugify(name)[:50] or "epreuve"
    used = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in used | _RESERVED:
        return base
    return next(slug for n in range(2, 10_000) if (slug := f"{base}-{n}") not in used)


def add_centres(
    *, event: Event, centres: Sequence[NewCentre], by: User, now: datetime
) -> list[Centre]:
    """Add the centres, each with its keys and its token. Raise BadSetting."""
    if event.centres.count() + len(centres) > MAX_CENTRES:
        raise BadSetting("too-many-centres", most=MAX_CENTRES)
    rows = [_build_centre(event, centre) for centre in centres]
    names = [row.name.casefold() for row in rows]
    used = {name.casefold() for name in event.centres.values_list("name", flat=True)}
    repeated_name = next((name for name in names if name in used or names.count(name) > 1), None)
    if repeated_name is not None:
        raise BadSetting("centre-twice", name=repeated_name)
    try:
        with transaction.atomic():
            return Centre.objects.bulk_create(rows)
    except IntegrityError as error:
        raise BadSetting("centre-twice", name=rows[0].name) from error


def _build_centre(event: Event, centre: NewCentre) -> Centre:
    name = normalise_text(centre.name)
    if not name:
        raise BadSetting("empty-name")
    zone = check_zone(centre.time_zone)
    keys = make_signing_keys()
    return Centre(
        event=event,
        name=name[:80],
        country=normalise_text(centre.country)[:80],
        time_zone=zone,
        token=secrets.token_urlsafe(TOKEN_BYTES),
        signing_key=keys.private,
        public_key=keys.public,
    )


def remove_centre(*, centre: Centre, by: User, now: datetime) -> None:
    """Remove a centre whose package was not made, and of which nothing came. Raise WrongState."""
    with transaction.atomic():
        locked = Centre.objects.select_for_update().get(pk=centre.pk)
        if locked.archives.exists():
            raise WrongState("centre-has-archives", name=locked.name)
        if locked.packed_at is not None:
            raise WrongState("centre-has-package", name=locked.name)
        locked.delete()


def decide(
    *,
    event: Event,
    kind: EventDecisionKind,
    subject: str = "",
    name: str = "",
    reason: str = "",
    by: User,
    now: datetime,
) -> EventDecision:
    """Write a decision of the host. Raise BadSetting, NotAllowed, WrongState."""
    require_manager(by, event.organisation)
    if kind not in _NEEDS_NO_REASON and not normalise_text(reason):
        raise BadSetting("decision-without-reason")
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        if kind is EventDecisionKind.PUBLISH:
            _publish(event, now)
        if kind in {EventDecisionKind.MISSING, EventDecisionKind.EXPECTED}:
            missing: Any = now if kind is EventDecisionKind.MISSING else None
            _find_centres(event, subject).update(missing_at=missing)
        return EventDecision.objects.create(
            event=event,
            kind=kind,
            subject=subject,
            name=name[:180],
            reason=normalise_text(reason),
            by=by,
            signed=by.get_username(),
            at=now,
        )


def _find_centres(event: Event, uid: str) -> QuerySet[Centre]:
    """Return the row of a centre. Raise BadSetting."""
    try:
        rows = event.centres.filter(uid=UUID(uid))
    except ValueError as error:
        raise BadSetting("no-such-centre") from error
    if not rows.exists():
        raise BadSetting("no-such-centre")
    return rows


def _publish(event: Event, now: datetime) -> None:
    if now < event.ends_at:
        raise WrongState("event-not-over")
    Event.objects.filter(pk=event.pk, published_at=None).update(published_at=now)
