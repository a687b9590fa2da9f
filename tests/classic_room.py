"""A classic tournament for tests, and results as an arbiter types them."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from engine.regulation.editions import CURRENT
from tournament.classic.core.endings import Winner
from tournament.classic.core.rounds.states import ResultKind, RoundCommand
from tournament.classic.models import Match, MatchResult, MatchRound
from tournament.classic.queries.rounds import RoundField, load_round_field
from tournament.classic.services.rounds import move_round, prepare_round
from tournament.classic.services.sheets import record_result
from tournament.classic.services.terms import change_terms
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Discipline
from tournament.models import Entry, Tournament
from tournament.queries import clock
from tournament.services.people.registration import register_entries
from tournament.services.tournaments import create_tournament

NAMES = ("Alba", "Bona", "Cava", "Dora", "Elba", "Fara")
#: Who is the stronger of two: whoever comes first, by initials.
STRENGTH = "ABCDEF"


@dataclass
class ClassicRoom:
    """``entries`` by name, and one account that holds every role."""

    tournament: Tournament
    user: User
    entries: dict[str, Entry]

    def by(self) -> dict[str, Any]:
        return {"by": self.user, "now": clock.now()}

    def terms(self, **changes: Any) -> None:
        change_terms(tournament=self.tournament, changes=changes, **self.by())

    def prepare(self) -> MatchRound:
        return prepare_round(tournament=self.tournament, **self.by())

    def move(self, one: MatchRound, *commands: RoundCommand) -> MatchRound:
        for command in commands:
            one = move_round(round_=one, command=command, **self.by())
        return one

    def begin(self) -> MatchRound:
        """The next round, running."""
        return self.move(self.prepare(), RoundCommand.PUBLISH, RoundCommand.START)

    def finish(self, one: MatchRound) -> MatchRound:
        return self.move(one, RoundCommand.FINISH)

    def matches(self, one: MatchRound) -> list[Match]:
        return list(one.matches.select_related("x", "y").order_by("board_number"))

    def pairs(self, one: MatchRound) -> list[tuple[str, str]]:
        """By name; "" opposite who has the bye."""
        return [(m.x.name, m.y.name if m.y else "") for m in self.matches(one)]

    def sheet(
        self,
        match: Match,
        *games: tuple[int, int],
        kind: ResultKind = ResultKind.SHEET,
        winner: Winner | None = None,
        reason: str = "",
    ) -> MatchResult:
        return record_result(
            match=match, kind=kind, games=games, winner=winner, reason=reason, **self.by()
        )

    def play(self, one: MatchRound, strength: str = STRENGTH) -> None:
        """Type every match: whoever comes first in ``strength`` wins 400 to 300."""
        for match in self.matches(one):
            if match.y is None:
                continue
            first = strength.index(match.x.name[0]) < strength.index(match.y.name[0])
            self.sheet(match, (400, 300) if first else (300, 400))

    def field(self, **asked: Any) -> RoundField:
        return load_round_field(Tournament.objects.get(pk=self.tournament.pk), **asked)

    def standing(self) -> list[tuple[int, str]]:
        found = self.field()
        return [(row.rank, found.entries[row.key].name) for row in found.standings]


def make_classic_room(names: tuple[str, ...] = NAMES, **terms: Any) -> ClassicRoom:
    now = clock.now()
    user = User.objects.filter(username="bureau").first() or User.objects.create_user("bureau")
    tournament = create_tournament(
        name="Classique",
        starts_on=now.date(),
        by=user,
        now=now,
        edition=CURRENT,
        all_roles=True,
        discipline=Discipline.CLASSIC,
    )
    made = register_entries(
        tournament=tournament,
        entries=[[PlayerData(last_name=name)] for name in names],
        by=user,
        now=now,
    )
    room = ClassicRoom(tournament, user, {entry.name: entry for entry in made})
    room.terms(on_paper=True, **terms)
    return room
