"""A bulletin that waits for a double arbiter, and all pages that they can read."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.second_looks import LookCriteria
from arbitrage.models import Ruling
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import acts, rulings
from arbitrage.services.second_looks import choose_plan
from arbitrage.views.look_forms import sign_ruling
from tests.arbitrage.services.sanctioned_turns import get_account
from tests.documents.pdfs import Printed
from tests.room import Room
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Entry, Turn
from tournament.queries import clock

#: Name of an address, its arguments, and the query.
type Page = tuple[str, tuple[Any, ...], str]

#: The first decision, in words and numbers that nothing else on the pages has.
REASON, POINTS = "Le premier a son idée.", 1777
CONDUCT = "Il a parlé fort."
#: The pages of a double arbiter.
PAGES: list[Page] = [
    ("second-looks", (), ""),
    ("second-looks", (), "?at=1.entry"),
    ("differences", (), ""),
    ("second-look-sheet", (1, 1), ""),
    ("arbiter-list", (), "?by=answer"),
    ("arbiter-rows", (), "?only=zero"),
    ("arbiter-rows", (), "?at=entry"),
    ("arbiter-print", (), ""),
    ("arbiter-sheet", (), ""),
    ("arbiter-turns", (), ""),
    ("arbiter-solutions", (1, 1), "?whole=1"),
    ("arbiter-keying", (), ""),
    ("arbiter-paper", (1, 1), ""),
    ("arbiter-paper-state", (1, 1), ""),
    ("arbiter-paper-history", (1, 1, "entry"), ""),
    ("arbiter-slips", (), "?only=all"),
    ("arbiter-bulletin", (1, 1, "entry"), ""),
    ("arbiter-bulletin", (1, 1, "peer"), ""),
    ("arbiter-bench", (1, 1, "entry"), ""),
    ("arbiter-change", (1, 1, "entry"), ""),
    ("arbiter-change", (1, 1, "peer"), ""),
    ("arbiter-equal", (1, 1, "entry"), ""),
    ("arbiter-in-time", (1, 1, "entry"), ""),
    ("arbiter-account", (1, "entry"), ""),
    ("arbiter-bulletin-account", (1, 1, "entry"), ""),
    ("players", (), ""),
    ("player-cheating", ("entry",), ""),
    ("journal", (), "?what=all"),
    ("journal-print", (), "?what=decisions"),
    ("journal-csv", (), "?what=software"),
    ("public-ranking", (), ""),
]
#: Pages that show the decision once it is no secret.
PAGES_WITH_DECISION: list[Page] = [
    ("journal", (), "?what=all"),
    ("arbiter-rows", (), "?at=entry"),
    ("arbiter-print", (), ""),
    ("differences", (), ""),
]


class SecondLookRoom:
    """The first turn corrected, one bulletin decided by camille otherwise than the software; what
    is a zero or a penalty of it is looked at twice by dominique."""

    def __init__(self, turn: Turn, room: Room, sign_in: SignIn) -> None:
        self.turn, self.room = turn, room
        self.first = get_account(room, Role.ARBITER, name="camille")
        self.browser = sign_in(Role.DOUBLE_ARBITER, name="dominique")
        self.second = User.objects.get(username="dominique")
        opened = turn.opened_at
        assert opened is not None
        plan = LookCriteria(everything=True)
        choose_plan(tournament=room.tournament, plan=plan, by=room.user, now=opened)
        self.entry, self.peer = room.entries[0], room.entries[1]

    def decide(self, entry: Entry | None = None) -> Ruling:
        about = entry or self.entry
        ruling = rulings.change_ruling(
            turn=self.turn,
            entry=about,
            version=get_current_rulings(self.turn)[about.pk].version,
            points=POINTS,
            sanction="none",
            motives=[],
            reason=REASON,
            is_free_ruling=True,
            above_top=True,
            by=self.first,
            now=clock.now(),
        )
        arguments: dict[str, Any] = {"reason": CONDUCT, "by": self.first, "now": clock.now()}
        acts.give_warning(turn=self.turn, entry=about, **arguments)
        return ruling

    def read_answers(self, pages: Iterable[Page]) -> Iterator[tuple[str, str]]:
        """Yield path and text of each page."""
        for name, args, query in pages:
            entries = {"entry": self.entry.pk, "peer": self.peer.pk}
            path = reverse_for(self.room, name, *[entries.get(arg, arg) for arg in args])
            path += query.replace("entry", str(self.entry.pk))
            yield path, read(self.browser.get(path))

    def post(self, name: str, *args: Any, **fields: Any) -> Any:
        return self.browser.post(reverse_for(self.room, name, *args), fields)

    def give_verdict(self, points: int, sanction: str, entry: Entry | None = None) -> Any:
        about = entry or self.entry
        seal = sign_ruling(get_current_rulings(self.turn)[about.pk])
        fields = {"seal": seal, "points": points, "sanction": sanction}
        return self.post("second-look", 1, self.turn.ordinal, about.pk, **fields)


def read(response: Any) -> str:
    if response["Content-Type"] == "application/pdf":
        return " ".join(Printed(response.content).text().split())
    return read_text(response)
