"""Sockets of a draft are its staff's only; archiving and deletion close sockets at once."""

from contextlib import ExitStack

from tests.tournament.live.hall import LiveHall
from tests.tournament.live.web import Browser, Web, browse, watch
from tournament.core.states import GameState, TournamentCommand, TournamentState
from tournament.live.connection import BAD_TOKEN
from tournament.models import Game, Tournament
from tournament.protocol import Audience, Ping
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries import clock
from tournament.services.lifecycle import delete_tournament, move_tournament


def move(hall: LiveHall, command: TournamentCommand) -> None:
    move_tournament(tournament=hall.tournament, command=command, by=None, now=clock.now())


def finish(hall: LiveHall) -> None:
    Game.objects.filter(pk=hall.game.pk).update(state=GameState.FINISHED, finished_at=clock.now())


def make_staff_token(hall: LiveHall, user: int | None = None) -> str:
    """Return a token for the public page of a draft."""
    return make_token(Ticket(hall.tournament.pk, Audience.PUBLIC, user_id=user or hall.officer.pk))


def is_served(browser: Browser) -> bool:
    return bool(browser.ask(Ping(t=1.0))["type"] == "pong")


def test_hiding_closes_the_public_in_all_processes_and_nobody_else(
    hall: LiveHall, webs: list[Web]
) -> None:
    public, staff = hall.make_token(Audience.PUBLIC), make_staff_token(hall)
    with ExitStack() as stack:
        strangers = [stack.enter_context(watch(web, public)) for web in webs[:2]]
        others = [
            stack.enter_context(watch(webs[0], token))
            for token in (hall.make_token(Audience.ENTRY, 0), hall.make_token(Audience.JUDGE))
        ]
        move(hall, TournamentCommand.HIDE)
        assert [stranger.read_close_code() for stranger in strangers] == [BAD_TOKEN, BAD_TOKEN]
        assert all(is_served(other) for other in others)
        with browse(webs[1], public) as again:
            assert again.read_close_code() == BAD_TOKEN
        # A snapshot read for the staff is not served to the public.
        with watch(webs[1], staff) as member, browse(webs[1], public) as again:
            assert again.read_close_code() == BAD_TOKEN
            assert is_served(member)
    move(hall, TournamentCommand.PUBLISH)
    with watch(webs[1], public) as again:
        assert is_served(again)


def test_an_account_without_a_role_sees_no_draft(hall: LiveHall, web: Web) -> None:
    Tournament.objects.update(state=TournamentState.DRAFT)
    with browse(web, make_staff_token(hall, hall.officer.pk + 1)) as stranger:
        assert stranger.read_close_code() == BAD_TOKEN


def test_archiving_closes_the_tablets_and_opens_none(hall: LiveHall, web: Web) -> None:
    finish(hall)
    tablet = hall.make_token(Audience.ENTRY, 0)
    with watch(web, tablet) as browser, watch(web, hall.make_token(Audience.PUBLIC)) as public:
        move(hall, TournamentCommand.ARCHIVE)
        assert browser.read_close_code() == BAD_TOKEN
        assert is_served(public)
    with browse(web, tablet) as again:
        assert again.next()["type"] == "renewed"


def test_a_deletion_closes_the_sockets_of_all(hall: LiveHall, web: Web) -> None:
    finish(hall)
    Game.objects.update(started_at=None)
    tokens = [
        hall.make_token(Audience.PUBLIC),
        hall.make_token(Audience.ENTRY, 1),
        hall.make_token(Audience.JUDGE),
        hall.make_token(Audience.ARBITERS),
    ]
    with ExitStack() as stack:
        browsers = [stack.enter_context(watch(web, token)) for token in tokens]
        delete_tournament(tournament=hall.tournament, typed_name="Essai", by=None, now=clock.now())
        assert {browser.read_close_code() for browser in browsers} == {BAD_TOKEN}
    with browse(web, tokens[0]) as again:
        assert again.read_close_code() == BAD_TOKEN
