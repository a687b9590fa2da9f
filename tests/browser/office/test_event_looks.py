"""The pages of an event are accessible: the host's, the joint ranking, a centre's."""

from datetime import timedelta

import msgspec
from django.urls import reverse

from arbitrage.event.core.definition import EventDefinition
from arbitrage.event.models import Event, EventGame, ImportedEvent, ImportedGame
from arbitrage.event.queries.definition import load_definition
from arbitrage.event.queries.joint import load_state
from arbitrage.event.services.keys import make_key_words
from tests.arbitrage.event.centres import archive, make_event, play_centre, receive
from tests.browser.office.desks import OfficePage
from tests.browser.office.fitting import fits
from tests.rows import every_row
from tests.waiting import wait_for
from tournament.core.canonical import to_utc_text
from tournament.core.jobs import JobState
from tournament.models import Tournament
from tournament.queries import clock


def test_pages_of_an_event_are_accessible(office: OfficePage) -> None:
    room, game = play_centre((0, 5, 9, 20, 30, 40))
    event = make_event(room, game, "Nantes", "Lomé", "Liège")
    content = archive(room)
    receive(event, "Nantes", content)
    receive(event, "Liège", content[:-50])
    wait_for(lambda: not event.archives.exclude(state=JobState.DONE).exists())
    Event.objects.update(published_at=clock.now())
    EventGame.objects.update(key_words=make_key_words(), key_at=clock.now())
    row = load_state(event).joint.rows[0]
    home = event.organisation_id
    _import(office.room.tournament, load_definition(event))
    paths = [
        reverse("organisation-events", args=[home]),
        reverse("event-create", args=[home]),
        reverse("event-import", args=[home]),
        reverse("event-host", args=[home, event.slug]),
        reverse("event-key-show", args=[home, event.slug, 1]),
        reverse("event-ranking", args=[event.slug]) + "?part=category",
        reverse("event-sheet", args=[event.slug, row.uid]),
        reverse("event-files", args=[event.slug]),
        reverse("centre-event", args=[office.room.tournament.slug]),
    ]
    with every_row() as each:
        for path in paths:
            with each(path):
                office.page.goto(office.stack.url + path)
                fits(office.page)


def _import(tournament: Tournament, definition: EventDefinition) -> None:
    """Make the tournament a centre, with a game that may be opened and one that may not."""
    now = clock.now()
    hours = [now - timedelta(minutes=1), now + timedelta(hours=1)]
    games = [
        msgspec.structs.replace(definition.games[0], number=number, opens_at=to_utc_text(hour))
        for number, hour in enumerate(hours, start=1)
    ]
    changed = msgspec.structs.replace(definition, games=games)
    package = ImportedEvent.objects.create(
        tournament=tournament,
        definition=msgspec.to_builtins(changed),
        centre_uid=tournament.uid,
        centre_name="Nantes",
        host="http://localhost",
        token="jeton",
        signing_key=b"",
        host_key=b"",
        ends_at=now + timedelta(hours=5),
        imported_at=now,
    )
    for number, hour in enumerate(hours, start=1):
        ImportedGame.objects.create(package=package, number=number, opens_at=hour, ciphertext=b"-")
