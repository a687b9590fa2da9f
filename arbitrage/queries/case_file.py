"""The data of a case, for those who decide it and for the file that is sent."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseState, RecusalReason, compute_completion_due
from arbitrage.core.codes import Sanction
from arbitrage.core.verdict import Reading, Verdict
from arbitrage.models import (
    Act,
    Appeal,
    PaperBulletin,
    Ruling,
    RulingStatus,
    SecondLook,
    Sitting,
    Statement,
)
from arbitrage.queries.appeals import CommissionSeat, list_seats, list_second_looks
from arbitrage.queries.listing import get_bulletins
from arbitrage.queries.solutions import find_tops
from engine.regulation.edition import Article, Edition
from engine.regulation.topics import Topic
from engine.regulation.values import ARTICLE_SEPARATOR
from engine.search.moves import Move
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Bulletin, Centre, LateBulletin
from tournament.queries.clock import now
from tournament.queries.people.seating import find_centre, get_table_number
from tournament.queries.position import load_position_before

#: From the least to the most severe, to order readings with equal points.
_SEVERITY = {sanction: rank for rank, sanction in enumerate(Sanction)}


@dataclass(frozen=True)
class CaseFile:
    """A case with the rows that its page shows."""

    case: Appeal

    @property
    def edition(self) -> Edition:
        return self.case.tournament.regulation

    @cached_property
    def table(self) -> int:
        return get_table_number(self.case.turn.game_id, self.case.entry)

    @cached_property
    def centre(self) -> Centre | None:
        """The centre where the player sat."""
        return find_centre(self.case.turn.game_id, self.case.entry)

    @property
    def is_open(self) -> bool:
        return self.case.state == CaseState.OPEN

    @property
    def is_collected(self) -> bool:
        """True once the turn is collected; bulletins are hidden before."""
        return self.case.turn.state in COLLECTED_TURN_STATES

    @cached_property
    def bulletin(self) -> PaperBulletin | Bulletin | LateBulletin | None:
        """The bulletin that counts, as written."""
        written = get_bulletins(self.case.turn, [self.case.entry_id]) if self.is_collected else {}
        return written.get(self.case.entry_id)

    @property
    def is_late(self) -> bool:
        return isinstance(self.bulletin, LateBulletin)

    @cached_property
    def board(self) -> list[str]:
        """The grid on which the turn was played."""
        return load_position_before(self.case.turn).board.rows()

    @cached_property
    def tops(self) -> list[Move]:
        return find_tops(self.case.turn) if self.is_collected else []

    @cached_property
    def rulings(self) -> list[Ruling]:
        """All rulings so far, the oldest first."""
        rows = Ruling.objects.filter(turn=self.case.turn_id, entry=self.case.entry_id)
        return list(rows.select_related("by").order_by("version"))

    @property
    def ruling(self) -> Ruling | None:
        """The ruling in force."""
        return self.rulings[-1] if self.rulings else None

    @cached_property
    def verdict(self) -> Verdict | None:
        return Verdict.from_dict(self.ruling.verdict) if self.ruling else None

    @cached_property
    def readings(self) -> list[Reading]:
        """The possible meanings of the bulletin, the most favourable to the player first (6.3)."""
        readings = self.verdict.readings if self.verdict else ()
        return sorted(readings, key=lambda reading: (-reading.points, _SEVERITY[reading.sanction]))

    @property
    def above_top(self) -> list[Ruling]:
        """The rulings that gave more than the top of the turn."""
        if not self.tops:
            return []
        changed = [ruling for ruling in self.rulings if ruling.status == RulingStatus.CHANGED]
        return [ruling for ruling in changed if ruling.gross > self.tops[0].score]

    def is_decided(self, reading: Reading) -> bool:
        """Return True if the ruling in force is the result of ``reading``."""
        ruling = self.ruling
        return ruling is not None and (ruling.points, ruling.sanction) == (
            reading.points,
            reading.sanction.value,
        )

    @cached_property
    def acts(self) -> list[Act]:
        """Acts about the player on this turn, those taken back too."""
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
        """The members, and the reasons why some do not sit."""
        return list_seats(self.case)

    @property
    def has_no_eligible_member(self) -> bool:
        """True if there is no member, or all of them were involved in the case."""
        return all(seat.recusal_reasons for seat in self.seats)

    def list_recusal_reasons(self, user: User) -> list[RecusalReason]:
        """Return the reasons why ``user``, a member, does not sit."""
        return next((seat.recusal_reasons for seat in self.seats if seat.user == user), [])

    @cached_property
    def looks(self) -> list[SecondLook]:
        """The second looks at the bulletin."""
        return list(list_second_looks(self.case.turn, self.case.entry))

    @cached_property
    def answer(self) -> Appeal | None:
        """The answer of the federation to an appeal against the case."""
        return Appeal.objects.filter(against=self.case).first()

    @property
    def is_awaiting_answer(self) -> bool:
        return self.case.informed_at is not None and self.answer is None

    @property
    def has_further_appeal(self) -> bool:
        """True if the edition has an appeal to the federation."""
        return self.edition.appeals.completion_days.value is not None

    @property
    def further_appeal_article(self) -> str:
        return self.edition.format_articles(Topic.FURTHER_APPEAL) if self.has_further_appeal else ""

    @property
    def due_at(self) -> datetime | None:
        """The moment when the file becomes void unless it is completed (6.4.2.c)."""
        requested_at = self.case.asked_at
        return compute_completion_due(self.edition, requested_at) if requested_at else None

    @property
    def is_overdue(self) -> bool:
        return self.due_at is not None and self.case.completed_at is None and now() > self.due_at

    @cached_property
    def articles(self) -> list[tuple[str, Article]]:
        """The articles cited in the case, each with our summary, in the order met."""
        edition = self.edition
        numbers = dict.fromkeys(
            cited_number
            for cited in self._list_cited()
            for number in cited.split(ARTICLE_SEPARATOR)
            if (cited_number := _find_number(edition, number))
        )
        return [(number, edition.get_article(number)) for number in numbers]

    def _list_cited(self) -> Iterator[str]:
        yield self.case.article
        yield from (ruling.article for ruling in self.rulings)
        if self.verdict:
            yield self.verdict.article
            yield from (reading.article for reading in self.readings)
            yield from (finding.article for finding in self.verdict.findings)
        yield from (act.article for act in self.acts)
        yield self.edition.citations[Topic.APPEAL]


def _find_number(edition: Edition, number: str) -> str:
    """Return the number as the edition has it; empty if it has none.

    A number written without its year may be of the full text that a partial one amends.
    """
    candidates: Iterable[str] = (number, f"{edition.full_text}:{number}")
    return next((candidate for candidate in candidates if candidate in edition.articles), "")
