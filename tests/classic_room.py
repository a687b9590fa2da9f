"""A classic tournament for tests, and results typed by an arbiter."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from engine.regulation.editions import CURRENT
from tournament.classic.core.endings import Winner
from tournament.classic.core.rounds.states import ResultKind, RoundCommand
from tournament.classic.models import Match, MatchResult, MatchRound
from tournament.classic.queries.rounds import RoundsData, load_rounds_data
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
#: Initials of the players, the strongest first.
STRENGTH = "ABCDEF"


@dataclass
class ClassicRoom:
    """``entries`` by name, and one account with every role."""

    tournament: Tournament
    user: User
    entries: dict[str, Entry]

    def get_author_and_time(self) -> dict[str, Any]:
        """Return the arguments of a command: its author, and the time now."""
        return {"by": self.user, "now": clock.now()}

    def terms(self, **changes: Any) -> None:
        change_terms(tournament=self.tournament, changes=changes, **self.get_author_and_time())

    def prepare(self) -> MatchRound:
        return prepare_round(tournament=self.tournament, **self.get_author_and_time())

    def move(self, match_round: MatchRound, *commands: RoundCommand) -> MatchRound:
        for command in commands:
            match_round = move_round(
                match_round=match_round, command=command, **self.get_author_and_time()
            )
        return match_round

    def begin(self) -> MatchRound:
        """Return the next round, started."""
        return self.move(self.prepare(), RoundCommand.PUBLISH, RoundCommand.START)

    def finish(self, match_round: MatchRound) -> MatchRound:
        return self.move(match_round, RoundCommand.FINISH)

    def matches(self, match_round: MatchRound) -> list[Match]:
        return list(match_round.matches.select_related("x", "y").order_by("board_number"))

    def pairs(self, match_round: MatchRound) -> list[tuple[str, str]]:
        """Return the pairs by name; "" opposite the player with the bye."""
        return [(m.x.name, m.y.name if m.y else "") for m in self.matches(match_round)]

    def sheet(
        self,
        match: Match,
        *games: tuple[int, int],
        kind: ResultKind = ResultKind.SHEET,
        winner: Winner | None = None,
        reason: str = "",
    ) -> MatchResult:
        return record_result(
            match=match,
            kind=kind,
            games=games,
            winner=winner,
            reason=reason,
            **self.get_author_and_time(),
        )

    def play(self, match_round: MatchRound, strength: str = STRENGTH) -> None:
        """Record every match: the first in ``strength`` wins 400 to 300."""
        for match in self.matches(match_round):
            if match.y is None:
                continue
            first = strength.index(match.x.name[0]) < strength.index(match.y.name[0])
            self.sheet(match, (400, 300) if first else (300, 400))

    def load_rounds(self, **options: Any) -> RoundsData:
        return load_rounds_data(Tournament.objects.get(pk=self.tournament.pk), **options)

    def standing(self) -> list[tuple[int, str]]:
        rounds_data = self.load_rounds()
        return [(row.rank, rounds_data.entries[row.key].name) for row in rounds_data.standings]


def make_classic_room(
    names: tuple[str, ...] = NAMES, user: User | None = None, **terms: Any
) -> ClassicRoom:
    now = clock.now()
    user = (
        user or User.objects.filter(username="bureau").first() or User.objects.create_user("bureau")
    )
    tournament = create_tournament(
        name="Classique",
        starts_on=now.date(),
        by=user,
        now=now,
        edition=CURRENT,
        to_run_alone=True,
        discipline=Discipline.CLASSIC,
    )
    entries = register_entries(
        tournament=tournament,
        entries=[[PlayerData(last_name=name)] for name in names],
        by=user,
        now=now,
    )
    room = ClassicRoom(tournament, user, {entry.name: entry for entry in entries})
    room.terms(on_paper=True, **terms)
    return room
