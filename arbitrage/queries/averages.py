"""Finds the zeros that the regulation replaces by an average (2023: 5.9; before: 5.7)."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.correct import correct_if_admitted
from arbitrage.core.ruling_codes import list_words_refused_by
from arbitrage.core.scoring import Average
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.verdict import Verdict
from arbitrage.models import Ruling, RulingStatus
from arbitrage.queries.bulletins.received import (
    ReceivedBulletin,
    find_outdated_entries,
    list_received_from,
)
from arbitrage.queries.position import load_judged_position
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.queries.slips import list_notified_words
from engine.regulation.edition import Edition
from tournament.core.average import RepeatedWord
from tournament.core.states import TurnState
from tournament.models import Entry, Turn
from tournament.queries.people.seating import annotate_seats


@dataclass(frozen=True, slots=True)
class AverageOffer:
    """An average that may be awarded, unless the player had been notified of the refused word.

    ``word`` was refused to them on ``first_refused_on`` already.
    """

    word: str
    first_refused_on: Turn
    average: Average


def find_average_offer(turn: Turn, entry: Entry) -> AverageOffer | None:
    """Return the average that an arbiter may award this entry on ``turn``, or None.

    Whether the player had been notified is not checked. None if the word is new, if the bulletin is
    a zero for another reason as well, if the software would leave it to an arbiter were the word
    admitted, or if it is not judged yet.
    """
    ruling = get_current_rulings(turn, [entry.pk]).get(entry.pk)
    return _find_offers(turn, [ruling], {}).get(entry.pk) if ruling else None


def find_due_averages(turn: Turn, rulings: Collection[Ruling]) -> dict[int, AverageOffer]:
    """Return the averages that the regulation awards on ``turn``, by entry.

    ``rulings`` are in force; only zeros of players who had not been notified before the turn opened
    count.
    """
    zeros = [ruling for ruling in rulings if Motive.NOT_ADMITTED in ruling.motives]
    if not zeros:
        return {}
    return _find_offers(
        turn, zeros, list_notified_words(turn, {ruling.entry_id for ruling in zeros})
    )


def judge_if_admitted(turn: Turn, rulings: Collection[Ruling]) -> dict[int, Verdict]:
    """Return the verdicts, by entry, as if the refused words were admitted.

    ``rulings`` are the zeros in force on bulletins with an average: their warning has motives of
    its own (5.8).
    """
    if not rulings:
        return {}
    hypothetical_correction = _HypotheticalCorrection(turn)
    zeros = {ruling.entry_id: ruling for ruling in rulings}
    return {
        received_bulletin.entry_id: hypothetical_correction.judge(
            received_bulletin, ruling, list_words_refused_by(ruling)
        )
        for received_bulletin in list_received_from(turn, zeros)
        for ruling in [zeros[received_bulletin.entry_id]]
    }


def _find_offers(
    turn: Turn, rulings: Collection[Ruling], notified: Mapping[int, Collection[str]]
) -> dict[int, AverageOffer]:
    zeros = {
        ruling.entry_id: ruling for ruling in rulings if ruling.status != RulingStatus.UNDECIDED
    }
    refused_words = {
        entry: words for entry, ruling in zeros.items() if (words := list_words_refused_by(ruling))
    }
    earlier = _find_words_refused_before(turn, refused_words)
    repeated_words = {
        entry: words & earlier[entry].keys() - set(notified.get(entry, ()))
        for entry, words in refused_words.items()
    }
    repeated_words = {entry: words for entry, words in repeated_words.items() if words}
    if not repeated_words:
        return {}
    outdated_entries = find_outdated_entries(turn, [zeros[entry] for entry in repeated_words])
    hypothetical_correction = _HypotheticalCorrection(turn)
    offers = {}
    for received_bulletin in list_received_from(turn, repeated_words.keys() - outdated_entries):
        entry = received_bulletin.entry_id
        corrected = hypothetical_correction.judge(
            received_bulletin, zeros[entry], repeated_words[entry]
        )
        offer = hypothetical_correction.build_offer(
            entry, corrected, repeated_words[entry], earlier[entry]
        )
        if offer is not None:
            offers[entry] = offer
    return offers


def _find_words_refused_before(
    turn: Turn, words_by_entry: Mapping[int, Collection[str]]
) -> dict[int, dict[str, Turn]]:
    """Return by entry those words that earlier turns refused, each with its first turn."""
    first_turn_by_word: defaultdict[int, dict[str, Turn]] = defaultdict(dict)
    if not words_by_entry:
        return first_turn_by_word
    earlier = Ruling.objects.filter(
        turn__game=turn.game_id, turn__ordinal__lt=turn.ordinal, entry__in=words_by_entry
    ).exclude(turn__state=TurnState.CANCELLED)
    in_force = earlier.order_by("entry_id", "turn_id", "-version").distinct("entry_id", "turn_id")
    zeros = Ruling.objects.filter(
        pk__in=in_force.values("pk"),
        sanction=Sanction.ZERO,
        motives__contains=[Motive.NOT_ADMITTED],
    )
    for ruling in zeros.select_related("turn").order_by("turn__ordinal"):
        for word in list_words_refused_by(ruling) & set(words_by_entry[ruling.entry_id]):
            first_turn_by_word[ruling.entry_id].setdefault(word, ruling.turn)
    return first_turn_by_word


class _HypotheticalCorrection:
    """Bulletins of one turn, corrected again as if words were admitted."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.edition: Edition = turn.game.tournament.regulation
        self.position: JudgedPosition = load_judged_position(turn)
        self.arbiters = _get_arbiters(turn)

    def judge(
        self, received_bulletin: ReceivedBulletin, ruling: Ruling, words: frozenset[str]
    ) -> Verdict:
        """Return the verdict on the bulletin of ``ruling`` if ``words`` were admitted."""
        bulletin = (received_bulletin.as_in_time if ruling.in_time else received_bulletin).bulletin
        return correct_if_admitted(self.position, bulletin, words, self.edition)

    def build_offer(
        self, entry: int, corrected: Verdict, words: frozenset[str], first: Mapping[str, Turn]
    ) -> AverageOffer | None:
        other_fault = corrected.sanction == Sanction.ZERO
        repeats = [RepeatedWord(word, word, has_other_fault=other_fault) for word in sorted(words)]
        if not any(repeat.is_compensated for repeat in repeats) or corrected.gross is None:
            return None
        average = Average(
            max_points=corrected.gross,
            other_entries=self._list_others(entry),
            has_warning=corrected.sanction == Sanction.WARNING,
        )
        word = repeats[0].refused_word
        return AverageOffer(word, first[word], average)

    def _list_others(self, entry: int) -> tuple[int, ...]:
        """Return the other players of the same arbiter, in the same centre.

        Only those who have a decision by then count (``arbitrage.core.scoring``).
        """
        own = self.arbiters.get(entry)
        return tuple(pk for pk, other in self.arbiters.items() if other == own and pk != entry)


def _get_arbiters(turn: Turn) -> dict[int, tuple[int | None, int | None]]:
    """Return centre and arbiter of the table of each entry, by entry: who has no arbiter has those
    of their own room without one as others."""
    entries = Entry.objects.filter(tournament=turn.game.tournament_id)
    rows = annotate_seats(entries, turn.game_id).order_by("pk")
    return {
        pk: (centre, arbiter)
        for pk, centre, arbiter in rows.values_list("pk", "seat_centre", "seat_arbiter")
    }
