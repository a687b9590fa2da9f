"""A room on the real stack and a browser that is signed in to its office."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import ConsoleMessage, Page

from tests.browser.axe import list_violations
from tests.browser.on_paper import cut_on_paper
from tests.bulletins import RACK, hand_in_bulletins
from tests.room import make_room, ring
from tests.stack import LiveStack
from tests.waiting import wait_for
from tournament.core.states import GameState, Role, TurnState
from tournament.models import Bulletin, Game, StaffMember, Turn
from tournament.queries.results.tops import load_choice
from tournament.services.play.participation import change_plays_on
from tournament.services.play.turns import announce_turn, draw_turn, open_turn, reveal_turn

#: Messages of the browser about answers that are refusals on purpose.
REFUSALS = ("409", "422", "403")
#: What htmx says of a look at the room that an act of the judge or the arbiter overtook.
OVERTAKEN = ("htmx:afterRequest", "htmx:sendAbort")


class OfficePage:
    """``page`` belongs to the account of the room, which holds every role but that of a centre."""

    def __init__(self, stack: LiveStack, page: Page) -> None:
        self.stack, self.page = stack, page
        self.room = make_room()
        StaffMember.objects.bulk_create(
            (
                StaffMember(tournament=self.room.tournament, user=self.room.user, role=role)
                for role in Role
                if role is not Role.CENTRE_JUDGE
            ),
            ignore_conflicts=True,
        )
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._console)
        self.sign_in(page, self.room.user)

    def _console(self, message: ConsoleMessage) -> None:
        expected = [f"status of {code}" for code in REFUSALS] + [*OVERTAKEN]
        if message.type in {"error", "warning"} and not any(e in message.text for e in expected):
            self.errors.append(message.text)

    def sign_in(self, page: Page, user: User) -> None:
        client = Client()
        client.force_login(user)
        session = {"name": "sessionid", "value": client.cookies["sessionid"].value}
        page.context.add_cookies([{**session, "url": self.stack.url}])  # type: ignore[typeddict-item]

    def open(self, name: str, *args: Any, page: Page | None = None) -> Page:
        """Open an address of the room's tournament."""
        shown = page or self.page
        shown.goto(self.stack.url + reverse(name, args=[self.room.tournament.slug, *args]))
        return shown

    def leave(self) -> None:
        """Close the page and let the worker finish what it was given, before the rows go."""
        self.page.goto("about:blank")
        running = Turn.objects.filter(game__state=GameState.RUNNING)
        wait_for(lambda: not running.filter(solved_at=None).exists())
        collected = running.filter(state__in=[TurnState.CLOSED, TurnState.REVEALED])
        wait_for(lambda: not collected.filter(corrected_at=None).exists())

    # --- what others do meanwhile -------------------------------------------------------

    def revealed_turn(self, *, on_paper: Iterable[int] = ()) -> Turn:
        """Return the collected turn, with its word on the grid."""
        return self.reveal(self.collected_turn(on_paper=on_paper))

    def reveal(self, turn: Turn) -> Turn:
        """Put the word that the software proposes on the grid."""
        turn.refresh_from_db()
        top = load_choice(turn).proposed_top
        assert top is not None
        return reveal_turn(turn=turn, word=top.word, ref=top.ref, **self.room.get_author_and_time())

    def collected_turn(self, *, on_paper: Iterable[int] = (), game: Game | None = None) -> Turn:
        """The first turn of a game drawn by hand, corrected by the worker; those tables play on
        paper, and of theirs nothing is there. ``game``: a running one without a turn."""
        papers = [self.room.entries[number - 1].pk for number in on_paper]
        change_plays_on(
            tournament=self.room.tournament,
            entries=papers,
            plays_on="paper",
            **self.room.get_author_and_time(),
        )
        game = game or self.room.game(source="hand")
        turn = draw_turn(game=game, letters=RACK, **self.room.get_author_and_time())
        assert turn is not None
        wait_for(lambda: solved(turn))
        announce_turn(turn=turn, **self.room.get_author_and_time())
        open_turn(turn=turn, **self.room.get_author_and_time())
        hand_in_bulletins(turn, self.room)
        Bulletin.objects.filter(turn=turn, entry__in=papers).delete()
        ring(turn)
        wait_for(lambda: corrected(turn))
        return turn


@contextmanager
def without_network(page: Page) -> Iterator[None]:
    """Cut the network of the page's device, which other tests use after this one."""
    page.context.set_offline(True)
    try:
        yield
    finally:
        page.context.set_offline(False)


def solved(turn: Turn) -> bool:
    turn.refresh_from_db()
    return turn.solved_at is not None


def corrected(turn: Turn) -> bool:
    turn.refresh_from_db()
    return turn.corrected_at is not None


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than its window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return width


def list_overflows(page: Page) -> list[str]:
    """The texts wider than their button, letters beside their key, and by how much the page is
    wider than its window.

    Keys and tiles are wider to a touch than they look.
    """
    texts: list[str] = page.evaluate(
        """() => {
          const over = document.documentElement.scrollWidth - innerWidth;
          const texts = [...document.querySelectorAll("button:not(.key, .tile), .button")]
            .filter((button) => button.checkVisibility())
            .filter((button) => button.scrollWidth > button.clientWidth + 1)
            .map((button) => button.textContent.trim());
          const beside = [...document.querySelectorAll("kbd")]
            .filter((key) => key.checkVisibility())
            .filter((key) => {
              const range = document.createRange();
              range.selectNodeContents(key);
              const [text, box] = [range, key].map((part) => part.getBoundingClientRect());
              return text.left < box.left - 1 || text.right > box.right + 1;
            })
            .map((key) => `beside its key: ${key.textContent.trim()}`);
          return [...(over > 0 ? [`page: ${over} px`] : []), ...texts, ...beside];
        }"""
    )
    return texts


def look_at_a_small_phone(page: Page, *, without: str | None = None) -> None:
    """Axe in dark colours at the narrowest width, where a page of simple parts breaks first.

    ``without``: selector of a part that another test has checked.
    """
    laptop = page.viewport_size
    assert laptop is not None
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 320, "height": 844})
    assert list_overflows(page) == []
    assert list_violations(page, without=without) == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(laptop)
    assert cut_on_paper(page) == []
