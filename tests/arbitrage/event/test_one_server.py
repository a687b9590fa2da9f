"""A server that hosts an event and its clubs, without files; and a centre that begins anew."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.urls import reverse

from arbitrage.event.core.decisions import EventDecisionKind
from arbitrage.event.models import CentreArchive, ImportedEvent
from arbitrage.event.queries.joint import load_state
from arbitrage.event.services.events import NewCentre, add_centres, decide
from arbitrage.event.services.importing import import_hosted_package, import_package
from arbitrage.event.services.packing import build_package
from arbitrage.event.services.verification import perform
from engine.search import moves
from tests.arbitrage.event.centres import TURNS
from tests.arbitrage.event.test_packages import (
    HOUR,
    Moment,
    Sealed,
    make_club,
    moment,
    play_opened,
    sealed,
)
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import read_text
from tournament.core.errors import BadSetting
from tournament.models import Membership, Tournament
from tournament.queries import clock
from tournament.services.accounts.organisations import create_organisation
from tournament.services.lifecycle import delete_tournament
from tournament.services.play import solving
from tournament.services.play.games import annul_game

__all__ = ["moment", "sealed"]


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The racks that were solved."""
    racks: list[str] = []
    solve: Callable[..., Any] = moves.solve

    def record(*args: Any) -> Any:
        racks.append(args[1])
        return solve(*args)

    monkeypatch.setattr(solving, "solve", record)
    return racks


def test_clubs_of_the_hosts_server_take_part_inside(
    sealed: Sealed, moment: Moment, solved: list[str]
) -> None:
    add_centres(
        event=sealed.event, centres=[NewCentre("Liège", "", "Europe/Brussels")],
        by=sealed.user, now=clock.now(),
    )  # fmt: skip
    user, club = make_club()
    _import_by_code(sealed, club)
    other = User.objects.create_user("autre-club")
    home = create_organisation(name="Club de Liège", by=other, now=clock.now())
    liege = sealed.event.centres.get(name="Liège")
    import_hosted_package(token=liege.token, organisation=home, by=other, now=clock.now())
    moment.shift = HOUR
    event = sealed.event
    give = reverse("event-key-give", args=[event.organisation_id, event.slug, 1])
    sealed.host.post(give, {"words": sealed.key_words})
    second = Browser()
    second.force_login(other)
    for person, browser in ((user, club), (other, second)):
        tournament = Tournament.objects.get(imported_event__by=person)
        asks = reverse("centre-event-ask", args=[tournament.slug, 1])
        assert "La partie 1 est ouverte" in read_text(browser.post(asks, follow=True))
        play_opened(person, tournament, tournament.games.get())
        send = reverse("centre-event-send", args=[tournament.slug])
        assert "L’archive est chez l’hôte." in read_text(browser.post(send, follow=True))
    assert len(solved) == TURNS, "both centres had the same positions"
    for archive in CentreArchive.objects.filter(state="waiting"):
        perform(archive=archive, clock=clock.now)
    state = load_state(event)
    assert not state.is_provisional
    assert len(state.joint.rows) == 6


def _import_by_code(sealed: Sealed, club: Browser) -> None:
    """The host's page shows the code of a centre; the club types it."""
    event, organisation = sealed.event, Membership.objects.get(user__username="club").organisation
    page = reverse("event-host", args=[event.organisation_id, event.slug])
    lome = event.centres.get(name="Lomé")
    assert lome.token in read_text(sealed.host.get(page))
    address = reverse("event-import", args=[organisation.pk])
    rows = [("", "l’un des deux"), ("un-autre-code", "n’a ce code"), (lome.token, "est vérifié")]
    for code, sentence in rows:
        answered = read_text(club.post(address, {"code": code}, follow=True))
        assert sentence in answered


def test_letters_that_were_seen_are_opened_once_more_by_decision(
    sealed: Sealed, moment: Moment
) -> None:
    centre = sealed.event.centres.select_related("event__organisation").get()
    user, club = make_club()
    organisation = Membership.objects.get(user=user).organisation
    host: dict[str, Any] = {"by": sealed.user, "now": clock.now()}

    def import_and_open() -> Tournament:
        package = build_package(centre=centre, **host)
        imported = import_package(file=package, organisation=organisation, by=user, now=clock.now())
        opens = reverse("centre-event-open", args=[imported.tournament.slug, 1])
        page = read_text(club.post(opens, {"words": sealed.key_words}, follow=True))
        assert "La partie 1 est ouverte" in page
        return imported.tournament

    moment.shift = HOUR
    tournament = import_and_open()
    annul_game(game=tournament.games.get(), by=user, now=clock.now())
    with pytest.raises(CommandError, match="reste secrète"):
        call_command("verify_draw", tournament.slug, 1)
    delete_tournament(tournament=tournament, typed_name=tournament.name, by=user, now=clock.now())
    assert not ImportedEvent.objects.exists()
    with pytest.raises(BadSetting) as refused:
        import_and_open()
    assert refused.value.reason == "package-opened"
    assert refused.value.data["article"]
    repeat = EventDecisionKind.REPEAT
    subject, reason = str(centre.uid), "Poste en panne"
    decide(event=sealed.event, kind=repeat, subject=subject, name="Lomé", reason=reason, **host)
    again = import_and_open()
    opening = again.games.get().journal.get(kind="unsealed")
    assert opening.data["earlier"] == 1
