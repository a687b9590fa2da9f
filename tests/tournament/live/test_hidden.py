"""A draft has no public socket but its staff's; what is archived or deleted is closed at once."""

from contextlib import ExitStack

from tests.tournament.live.hall import Hall
from tests.tournament.live.web import Browser, Web, browse, watch
from tournament.core.states import GameState, TournamentCommand, TournamentState
from tournament.live.connection import BAD_TOKEN
from tournament.models import Game, Tournament
from tournament.protocol import Audience, Ping
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries import clock
from tournament.services.lifecycle import delete_tournament, move_tournament


def move(hall: Hall, command: TournamentCommand) -> None:
    move_tournament(tournament=hall.tournament, command=command, by=None, now=clock.now())


def finish(hall: Hall) -> None:
    Game.objects.filter(pk=hall.game.pk).update(state=GameState.FINISHED, finished_at=clock.now())


def of_staff(hall: Hall, user: int | None = None) -> str:
    """The token of a draft's public page."""
    return make_token(Ticket(hall.tournament.pk, Audience.PUBLIC, user_id=user or hall.officer.pk))


def is_served(browser: Browser) -> bool:
    return bool(browser.ask(Ping(t=1.0))["type"] == "pong")


def test_hiding_closes_the_public_in_all_processes_and_nobody_else(
    hall: Hall, webs: list[Web]
) -> None:
    public, staff = hall.token(Audience.PUBLIC), of_staff(hall)
    with ExitStack() as open_:
        strangers = [open_.enter_context(watch(web, public)) for web in webs[:2]]
        others = [
            open_.enter_context(watch(webs[0], token))
            for token in (hall.token(Audience.ENTRY, 0), hall.token(Audience.JUDGE))
        ]
        move(hall, TournamentCommand.HIDE)
        assert [one.closed_with() for one in strangers] == [BAD_TOKEN, BAD_TOKEN]
        assert all(is_served(other) for other in others)
        with browse(webs[2], public) as again:
            assert again.closed_with() == BAD_TOKEN
        # Whichever comes first, what is read for one is not served to the other.
        with watch(webs[2], staff) as member, browse(webs[2], public) as again:
            assert again.closed_with() == BAD_TOKEN
            assert is_served(member)
    move(hall, TournamentCommand.PUBLISH)
    with watch(webs[2], public) as again:
        assert is_served(again)


def test_an_account_without_a_role_sees_no_draft(hall: Hall, web: Web) -> None:
    Tournament.objects.update(state=TournamentState.DRAFT)
    with browse(web, of_staff(hall, hall.officer.pk + 1)) as stranger:
        assert stranger.closed_with() == BAD_TOKEN


def test_archiving_closes_the_tablets_and_opens_none(hall: Hall, web: Web) -> None:
    finish(hall)
    tablet = hall.token(Audience.ENTRY, 0)
    with watch(web, tablet) as here, watch(web, hall.token(Audience.PUBLIC)) as public:
        move(hall, TournamentCommand.ARCHIVE)
        assert here.closed_with() == BAD_TOKEN
        assert is_served(public)
    with browse(web, tablet) as again:
        assert again.next()["type"] == "renewed"


def test_what_is_deleted_is_closed_for_everybody(hall: Hall, web: Web) -> None:
    finish(hall)
    Game.objects.update(started_at=None)
    tokens = [
        hall.token(Audience.PUBLIC),
        hall.token(Audience.ENTRY, 1),
        hall.token(Audience.JUDGE),
        hall.token(Audience.ARBITERS),
    ]
    with ExitStack() as open_:
        browsers = [open_.enter_context(watch(web, token)) for token in tokens]
        delete_tournament(tournament=hall.tournament, typed="Essai", by=None, now=clock.now())
        assert {browser.closed_with() for browser in browsers} == {BAD_TOKEN}
    with browse(web, tokens[0]) as again:
        assert again.closed_with() == BAD_TOKEN
