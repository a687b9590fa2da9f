"""The demonstration of an event: a host and two centres, which play by themselves.

All are organisations of one installation, which hosts the event too: packages, key and archives go
as they do in a server of many clubs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.event.core.decisions import EventDecisionKind
from arbitrage.event.core.definition import EventTerms
from arbitrage.event.models import (
    Centre,
    Event,
    EventGame,
    ImportedEvent,
    ImportedGame,
    OpeningChannel,
)
from arbitrage.event.queries.joint import CentreStatus, load_state
from arbitrage.event.services import events
from arbitrage.event.services.host_link import request_key
from arbitrage.event.services.importing import import_package
from arbitrage.event.services.opening import open_game
from arbitrage.event.services.packing import build_package, give_key
from arbitrage.event.services.sealing import seal_game
from arbitrage.event.services.sending import send_to_host
from config.demo import stand_in
from config.demo.creation import USERNAME, Demonstration, list_simulated_players
from engine.regulation.editions import CURRENT
from tournament.core.errors import RoomError
from tournament.core.states import GameState, Role
from tournament.models import Entry, Game, Organisation, StaffMember, Tournament
from tournament.queries import clock
from tournament.queries.results.open_turns import list_open_turns
from tournament.services import preparation
from tournament.services.accounts.organisations import create_organisation
from tournament.services.accounts.sign_in_links import make_link
from tournament.services.people.registration import assign_arbiter, register_entries
from tournament.services.tournaments import create_tournament

log = structlog.get_logger(__name__)

TURNS, PLAYERS_OF_CENTRE = 5, 6
#: Until the hour of the game: people open the pages meanwhile.
WAIT = timedelta(seconds=45)
#: Seconds of a turn besides its playing time: pauses of the stand-ins, and what may be late.
REST_OF_TURN_S, REST_OF_GAME_S = 40, 90


@dataclass(frozen=True, slots=True)
class EventDemonstration:
    """``centres``: in the order of the event's; ``key_words`` open its game."""

    event: Event
    centres: list[Demonstration]
    key_words: str
    user: User


def set_up_event(*, time_s: int, now: datetime) -> EventDemonstration:
    """Seal a short game, and have two centres import it."""
    user, _created = User.objects.get_or_create(username=USERNAME)
    host = _find_organisation(_("Hôte de démonstration"), user, now)
    source = create_tournament(
        name=_("Parties de l’épreuve"), starts_on=now.date(), edition=CURRENT,
        organisation=host, published=False, by=user, now=now,
    )  # fmt: skip
    game = prepare_short_game(source, time_s=time_s, turns=TURNS, by=user)
    now = clock.now()  # the search takes seconds
    opens_at = now + WAIT
    play = timedelta(seconds=TURNS * (time_s + REST_OF_TURN_S) + REST_OF_GAME_S)
    event = events.create_event(
        organisation=host, name=_("Simultané de démonstration"), source=source,
        opens_at=opens_at, ends_at=opens_at + play, terms=EventTerms(), by=user, now=now,
    )  # fmt: skip
    new_centres = [
        events.NewCentre("Nantes", "France", "Europe/Paris"),
        events.NewCentre("Lomé", "Togo", "Africa/Lome"),
    ]
    centres = events.add_centres(event=event, centres=new_centres, by=user, now=now)
    sealed = seal_game(
        event=event, game=game, opens_at=opens_at, backup_folder=settings.BACKUP_DIR, by=user,
        now=now,
    )  # fmt: skip
    demonstrations = [
        _import_centre(centre, first * PLAYERS_OF_CENTRE, user, now)
        for first, centre in enumerate(centres)
    ]
    return EventDemonstration(event, demonstrations, sealed.key_words, user)


def prepare_short_game(
    tournament: Tournament, *, time_s: int, turns: int = 0, seed: str = "", by: User | None
) -> Game:
    """Return a prepared game, shortened to ``turns`` if that is not 0."""
    job = preparation.create_preparation(
        tournament=tournament,
        settings={"fmt": "normal", "time_s": time_s, "warn_s": min(30, time_s // 3)},
        wishes=[],
        seed=seed,
        by=by,
        now=clock.now(),
    )
    preparation.run_search(job=job, clock=clock.now)
    job.refresh_from_db()
    games = Game.objects.select_related("tournament", "word_list")
    game = games.get(pk=job.game_id or 0)
    assert game.script is not None
    if turns:
        game.script["turns"] = game.script["turns"][:turns]
        game.script["end"] = {"reason": "judge_decision", "article": "3.7"}
        game.save(update_fields=["script"])
    return game


def _find_organisation(name: str, user: User, now: datetime) -> Organisation:
    existing = Organisation.objects.filter(name=name).first()
    return existing or create_organisation(name=name, by=user, now=now)


def _import_centre(centre: Centre, first: int, user: User, now: datetime) -> Demonstration:
    """Import the package as the club of the centre does; its players are simulated."""
    club = _find_organisation(_("Club de %(name)s") % {"name": centre.name}, user, now)
    file = build_package(centre=centre, by=user, now=now)
    tournament = import_package(file=file, organisation=club, by=user, now=now).tournament
    software, _created = User.objects.get_or_create(username=stand_in.USERNAME)
    StaffMember.objects.create(tournament=tournament, user=software, role=Role.JUDGE)
    players = [[player] for player in list_simulated_players(first, PLAYERS_OF_CENTRE)]
    register_entries(tournament=tournament, entries=players, by=user, now=now)
    entries = list(
        Entry.objects.filter(tournament=tournament)
        .select_related("table")
        .order_by("table__number")
    )
    assign_arbiter(tables=[entry.table for entry in entries], user=user, by=user, now=now)
    return Demonstration(tournament, user, entries)


def list_links(demonstration: EventDemonstration) -> Iterator[tuple[str, str]]:
    """Yield the name and the address of each page to look at."""
    event, user = demonstration.event, demonstration.user

    def sign_in(path: str) -> str:
        return make_link(user=user, target=path, now=clock.now())

    host = reverse("event-host", args=[event.organisation_id, event.slug])
    yield _("Hôte : arrivées, code, décisions"), sign_in(host)
    for centre in demonstration.centres:
        slug = centre.tournament.slug
        pages = {
            _("code et envoi"): reverse("centre-event", args=[slug]),
            _("pupitre"): reverse("judge-desk", args=[slug]),
            _("écran de la salle"): reverse("public-screen", args=[slug]),
        }
        for name, path in pages.items():
            yield f"{centre.tournament.venue} : {name}", sign_in(path)
        key = centre.entries[0].table.key
        address = settings.PUBLIC_URL + reverse("enter-by-key", args=[key])
        yield f"{centre.tournament.venue} : {_('une tablette')}", address
    ranking = settings.PUBLIC_URL + reverse("event-ranking", args=[event.slug])
    yield _("Classement commun, une fois publié"), ranking


def act(demonstration: EventDemonstration, *, now: datetime) -> bool:
    """Do what is due and no person has done; return True once the joint ranking is published."""
    event = Event.objects.select_related("organisation").get(pk=demonstration.event.pk)
    if event.published_at is not None:
        return True
    acts = [partial(_act_as_centre, centre, now) for centre in demonstration.centres]
    for act_of_one in (partial(_act_as_host, event, demonstration, now), *acts):
        try:
            act_of_one()
        except RoomError as error:  # a person was first, or something is not decided yet
            log.info("demonstration_of_event_waits", reason=error.reason)
    return False


def _act_as_host(event: Event, demonstration: EventDemonstration, now: datetime) -> None:
    game = EventGame.objects.select_related("event__organisation").get(event=event)
    if now >= game.opens_at and not game.key_words:
        give_key(game=game, typed_words=demonstration.key_words, by=demonstration.user, now=now)
    if now < event.ends_at:
        return
    state = load_state(event)
    if state.count(CentreStatus.COUNTED) == len(state.centres):
        publish = EventDecisionKind.PUBLISH
        events.decide(event=event, kind=publish, by=demonstration.user, now=now)


def _act_as_centre(centre: Demonstration, now: datetime) -> None:
    """Ask for the key, play, and send the archive."""
    package = ImportedEvent.objects.select_related("tournament").get(tournament=centre.tournament)
    games = ImportedGame.objects.select_related("game__tournament", "package__tournament")
    sealed = games.get(package=package)
    game = sealed.game
    if game is None:
        if now >= sealed.opens_at and sealed.opened_at is None:
            by = User.objects.get(username=stand_in.USERNAME)
            words = request_key(package, sealed.number, now=now)
            open_game(
                sealed=sealed, typed_words=words, channel=OpeningChannel.NETWORK, by=by, now=now
            )
        return
    stand_in.act_as_arbiter(game, now=now)
    stand_in.act_as_judge(game, now=now)
    is_finished = game.state == GameState.FINISHED and not list_open_turns(game)
    if is_finished and package.sent_at is None:
        send_to_host(package=package, by=centre.user, now=now)
