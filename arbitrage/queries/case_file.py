"""All that there is on a case, for those who decide of it and for the file that is sent."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseState, SittingBar, completion_due
from arbitrage.core.codes import Sanction
from arbitrage.core.verdict import Reading, Verdict
from arbitrage.models import Act, Appeal, PaperBulletin, Ruling, SecondLook, Sitting, Statement
from arbitrage.queries.appeals import CommissionSeat, seats_of_case, second_looks
from arbitrage.queries.listing import written_by
from arbitrage.queries.solutions import tops_of
from engine.regulation.edition import Article, Edition
from engine.regulation.topics import Topic
from engine.regulation.values import AND
from engine.search.moves import Move
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Bulletin, LateBulletin
from tournament.queries.clock import now
from tournament.queries.people.seating import get_table_number
from tournament.queries.position import load_position_before

#: The least severe first: of readings that pay the same, the one that costs least besides.
_SEVERITY = {sanction: rank for rank, sanction in enumerate(Sanction)}


@dataclass(frozen=True)
class CaseFile:
    """One case on one page."""

    case: Appeal

    @property
    def edition(self) -> Edition:
        return self.case.tournament.regulation

    @cached_property
    def table(self) -> int:
        return get_table_number(self.case.turn.game_id, self.case.entry)

    @property
    def is_open(self) -> bool:
        return self.case.state == CaseState.OPEN

    @property
    def collected(self) -> bool:
        """Until the bell nobody sees what is on a bulletin."""
        return self.case.turn.state in COLLECTED_TURN_STATES

    @cached_property
    def bulletin(self) -> PaperBulletin | Bulletin | LateBulletin | None:
        """As written: what counts of it."""
        written = written_by(self.case.turn, [self.case.entry_id]) if self.collected else {}
        return written.get(self.case.entry_id)

    @property
    def late(self) -> bool:
        return isinstance(self.bulletin, LateBulletin)

    @cached_property
    def board(self) -> list[str]:
        """The grid on which the turn was played."""
        return load_position_before(self.case.turn).board.rows()

    @cached_property
    def tops(self) -> list[Move]:
        return tops_of(self.case.turn) if self.collected else []

    @cached_property
    def rulings(self) -> list[Ruling]:
        """Every one so far, the oldest first."""
        rows = Ruling.objects.filter(turn=self.case.turn_id, entry=self.case.entry_id)
        return list(rows.select_related("by").order_by("version"))

    @property
    def ruling(self) -> Ruling | None:
        """The one in force."""
        return self.rulings[-1] if self.rulings else None

    @cached_property
    def verdict(self) -> Verdict | None:
        return Verdict.from_dict(self.ruling.verdict) if self.ruling else None

    @cached_property
    def readings(self) -> list[Reading]:
        """What the bulletin may mean, the most favourable to the player first (6.3)."""
        found = self.verdict.readings if self.verdict else ()
        return sorted(found, key=lambda one: (-one.points, _SEVERITY[one.sanction]))

    def is_decided(self, reading: Reading) -> bool:
        """Whether the ruling in force is what ``reading`` would bring."""
        held = self.ruling
        return held is not None and (held.points, held.sanction) == (
            reading.points,
            reading.sanction.value,
        )

    @cached_property
    def acts(self) -> list[Act]:
        """About the player on this turn, those taken back too."""
        rows = Act.objects.filter(turn=self.case.turn_id, entry=self.case.entry_id)
        return list(rows.select_related("by", "takes_back").order_by("pk"))

    @cached_property
    def statements(self) -> list[Statement]:
        return list(self.case.statements.select_related("by"))

    @cached_property
    def sittings(self) -> list[Sitting]:
        return list(self.case.sittings.all())

    @cached_property
    def seats(self) -> list[CommissionSeat]:
        """The members, and why some do not sit."""
        return seats_of_case(self.case)

    @property
    def nobody_sits(self) -> bool:
        """There is no member, or every one had a part in it."""
        return all(seat.bars for seat in self.seats)

    def bars_of(self, user: User) -> list[SittingBar]:
        """Why ``user``, a member, does not sit."""
        return next((seat.bars for seat in self.seats if seat.user == user), [])

    @cached_property
    def looks(self) -> list[SecondLook]:
        """The double arbitration of the bulletin."""
        return list(second_looks(self.case.turn, self.case.entry))

    @cached_property
    def answer(self) -> Appeal | None:
        """What the federation answered to an appeal against it."""
        return Appeal.objects.filter(against=self.case).first()

    @property
    def awaits_answer(self) -> bool:
        return self.case.informed_at is not None and self.answer is None

    @property
    def further(self) -> bool:
        """Whether the edition knows an appeal to the federation."""
        return self.edition.appeals.completion_days.value is not None

    @property
    def further_article(self) -> str:
        return self.edition.number(Topic.FURTHER_APPEAL) if self.further else ""

    @property
    def due(self) -> datetime | None:
        """When the file is void unless it is completed (6.4.2.c)."""
        asked = self.case.asked_at
        return completion_due(self.edition, asked) if asked else None

    @property
    def overdue(self) -> bool:
        return self.due is not None and self.case.completed_at is None and now() > self.due

    @cached_property
    def articles(self) -> list[tuple[str, Article]]:
        """Those that anything here rests on, each with our summary, in the order met."""
        edition = self.edition
        numbers = dict.fromkeys(
            known
            for cited in self._cited()
            for number in cited.split(AND)
            if (known := _known(edition, number))
        )
        return [(number, edition.article(number)) for number in numbers]

    def _cited(self) -> Iterator[str]:
        yield self.case.article
        yield from (one.article for one in self.rulings)
        if self.verdict:
            yield self.verdict.article
            yield from (one.article for one in self.readings)
            yield from (one.article for one in self.verdict.findings)
        yield from (one.article for one in self.acts)
        yield self.edition.citations[Topic.APPEAL]


def _known(edition: Edition, number: str) -> str:
    """The number as the edition has it: what is written without its year may be of the text under
    a partial one. Empty for none."""
    candidates: Iterable[str] = (number, f"{edition.full_text}:{number}")
    return next((one for one in candidates if one in edition.articles), "")
