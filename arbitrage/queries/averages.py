"""Finds the zeros in place of which the regulation awards an average (2023: 5.9; before: 5.7)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.correct import if_admitted
from arbitrage.core.decided import refused_words
from arbitrage.core.scoring import Average
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.models import Ruling, Status
from arbitrage.queries.position import judged_position
from arbitrage.queries.received_bulletins import Received, overtaken, received_of
from arbitrage.queries.rulings import current_rulings
from arbitrage.queries.slips import told_words
from engine.regulation.edition import Edition
from tournament.core.average import Repeat
from tournament.core.states import TurnState
from tournament.models import Entry, Turn
from tournament.queries.people.seating import seated


@dataclass(frozen=True, slots=True)
class Offer:
    """An average that may be awarded, unless the player had been told why his word was refused.

    ``word`` was refused to him on ``first`` already.
    """

    word: str
    first: Turn
    average: Average


def offer_for(turn: Turn, entry: Entry) -> Offer | None:
    """The average that an arbiter may award this entry on ``turn``, whatever the player was told
    by then; None when there is none.

    Refused are a word that is new, a bulletin that is a zero for another reason as well, one that
    the software would leave to an arbiter if the word were admitted, and one not judged yet.
    """
    ruling = current_rulings(turn, [entry.pk]).get(entry.pk)
    return _offers(turn, [ruling], {}).get(entry.pk) if ruling else None


def due_averages(turn: Turn, rulings: Collection[Ruling]) -> dict[int, Offer]:
    """The averages that the rule itself awards in place of the zeros among ``rulings``, in force on
    ``turn``, by entry: to players who had not been told before it opened."""
    repeating = [one for one in rulings if Motive.NOT_ADMITTED in one.motives]
    if not repeating:
        return {}
    return _offers(turn, repeating, told_words(turn, {one.entry_id for one in repeating}))


def _offers(
    turn: Turn, rulings: Collection[Ruling], told: Mapping[int, Collection[str]]
) -> dict[int, Offer]:
    zeros = {one.entry_id: one for one in rulings if one.status != Status.UNDECIDED}
    refused = {entry: words for entry, one in zeros.items() if (words := refused_words(one))}
    earlier = _refused_before(turn, refused)
    known = {
        entry: words & earlier[entry].keys() - set(told.get(entry, ()))
        for entry, words in refused.items()
    }
    known = {entry: words for entry, words in known.items() if words}
    if not known:
        return {}
    gone = overtaken(turn, [zeros[entry] for entry in known])
    again = _Again(turn)
    offers = {}
    for one in received_of(turn, known.keys() - gone):
        entry = one.entry_id
        received = one.in_time if zeros[entry].in_time else one
        offer = again.offer(received, known[entry], earlier[entry])
        if offer is not None:
            offers[entry] = offer
    return offers


def _refused_before(
    turn: Turn, refused: Mapping[int, Collection[str]]
) -> dict[int, dict[str, Turn]]:
    """By entry, the words of ``refused`` that earlier turns of the game refused, each with the
    first one."""
    found: defaultdict[int, dict[str, Turn]] = defaultdict(dict)
    if not refused:
        return found
    earlier = Ruling.objects.filter(
        turn__game=turn.game_id, turn__ordinal__lt=turn.ordinal, entry__in=refused
    ).exclude(turn__state=TurnState.CANCELLED)
    held = earlier.order_by("entry_id", "turn_id", "-version").distinct("entry_id", "turn_id")
    zeros = Ruling.objects.filter(
        pk__in=held.values("pk"),
        sanction=Sanction.ZERO,
        motives__contains=[Motive.NOT_ADMITTED],
    )
    for ruling in zeros.select_related("turn").order_by("turn__ordinal"):
        for word in refused_words(ruling) & set(refused[ruling.entry_id]):
            found[ruling.entry_id].setdefault(word, ruling.turn)
    return found


class _Again:
    """Bulletins of one turn, looked at again as if words were admitted."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.edition: Edition = turn.game.tournament.regulation
        self.position: JudgedPosition = judged_position(turn)
        self.arbiters = _arbiters(turn)

    def offer(
        self, received: Received, words: frozenset[str], first: Mapping[str, Turn]
    ) -> Offer | None:
        paid = if_admitted(self.position, received.bulletin, words, self.edition)
        other_fault = paid.sanction == Sanction.ZERO
        repeats = [Repeat(word, word, other_fault=other_fault) for word in sorted(words)]
        if not any(repeat.compensated for repeat in repeats) or paid.gross is None:
            return None
        average = Average(
            most=paid.gross,
            others=self._others(received.entry_id),
            warned=paid.sanction == Sanction.WARNING,
        )
        word = repeats[0].refused
        return Offer(word, first[word], average)

    def _others(self, entry: int) -> tuple[int, ...]:
        """The other players of the same arbiter: those of whom something is decided by then count
        (``arbitrage.core.scoring``)."""
        own = self.arbiters.get(entry)
        return tuple(pk for pk, arbiter in self.arbiters.items() if arbiter == own and pk != entry)


def _arbiters(turn: Turn) -> dict[int, int | None]:
    """Whose tables the entries sit at, by entry."""
    there: Iterable[tuple[int, int | None]] = (
        seated(Entry.objects.filter(tournament=turn.game.tournament_id), turn.game_id)
        .order_by("pk")
        .values_list("pk", "seat_arbiter")
    )
    return dict(there)
