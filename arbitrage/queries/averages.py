"""Finds the zeros in place of which the regulation awards an average (2023: 5.9; before: 5.7)."""

from collections.abc import Container
from dataclasses import dataclass, replace

from arbitrage.core.account import Average
from arbitrage.core.codes import FindingCode, Motive, Sanction
from arbitrage.core.correct import correct
from arbitrage.core.verdict import Verdict
from arbitrage.models import Ruling, Status
from arbitrage.queries.position import judged_position
from arbitrage.queries.received import overtaken, received_from
from arbitrage.queries.rulings import current_rulings
from tournament.core.average import Repeat
from tournament.core.states import TurnState
from tournament.models import Entry, Turn
from tournament.queries.seating import seated


@dataclass(frozen=True, slots=True)
class Offer:
    """An average that may be awarded, unless the player had been told why his word was refused.

    ``word`` was refused to him on ``first`` already.
    """

    word: str
    first: Turn
    average: Average


@dataclass(frozen=True)
class Also(Container[str]):
    """A lexicon as if it held ``words`` too."""

    lexicon: Container[str]
    words: frozenset[str]

    def __contains__(self, word: object) -> bool:
        return word in self.words or word in self.lexicon


def refused_words(ruling: Ruling) -> frozenset[str]:
    """Words for which a zero was given; none when it was given for anything else."""
    if ruling.sanction != Sanction.ZERO or Motive.NOT_ADMITTED not in ruling.motives:
        return frozenset()
    words: set[str] = set()
    for finding in Verdict.from_dict(ruling.verdict).findings:
        if finding.code == FindingCode.WORD_NOT_ADMITTED:
            words.add(str(finding.data["word"]))
        elif finding.code == FindingCode.CROSS_NOT_ADMITTED:
            words.update(finding.data["words"])  # type: ignore[arg-type]
    return frozenset(word.upper() for word in words)


def offer_for(turn: Turn, entry: Entry) -> Offer | None:
    """The average that this entry may be awarded on ``turn``; None when none is due.

    Refused are a word that is new, a bulletin that is a zero for another reason as well, one that
    the software would leave to an arbiter if the word were admitted, and one not judged yet.
    """
    ruling = current_rulings(turn, [entry.pk]).get(entry.pk)
    if ruling is None or ruling.status == Status.UNDECIDED or overtaken(turn, [ruling]):
        return None
    now_refused = refused_words(ruling)
    first = _first_refusal(turn, entry, now_refused) if now_refused else None
    if first is None:
        return None
    words = refused_words(first) & now_refused
    paid = _if_admitted(turn, entry, words)
    repeats = [
        Repeat(word, word, other_fault=paid.sanction == Sanction.ZERO) for word in sorted(words)
    ]
    if not any(repeat.compensated for repeat in repeats) or paid.gross is None:
        return None
    average = Average(
        most=paid.gross,
        others=_others(turn, entry),
        warned=paid.sanction == Sanction.WARNING,
    )
    return Offer(repeats[0].refused, first.turn, average)


def _first_refusal(turn: Turn, entry: Entry, words: frozenset[str]) -> Ruling | None:
    """The ruling on an earlier turn of the game by which one of ``words`` was refused."""
    earlier = Ruling.objects.filter(
        turn__game=turn.game_id, turn__ordinal__lt=turn.ordinal, entry=entry
    ).exclude(turn__state=TurnState.CANCELLED)
    held = earlier.order_by("turn__ordinal", "-version").distinct("turn__ordinal")
    for ruling in held.select_related("turn"):
        if refused_words(ruling) & words:
            return ruling
    return None


def _if_admitted(turn: Turn, entry: Entry, words: frozenset[str]) -> Verdict:
    """The verdict on the bulletin as if ``words`` were admitted."""
    position = judged_position(turn)
    admitting = replace(position, words=Also(position.words, words))
    edition = turn.game.tournament.regulation
    return correct(admitting, received_from(turn, entry).bulletin, edition)


def _others(turn: Turn, entry: Entry) -> tuple[int, ...]:
    """The other players of the same arbiter who were corrected on this turn."""
    corrected = Entry.objects.filter(tournament=entry.tournament_id, rulings__turn=turn)
    there = seated(corrected, turn.game_id).order_by("pk").distinct()
    arbiters = dict(there.values_list("pk", "seat_arbiter"))
    own = arbiters.pop(entry.pk)
    return tuple(pk for pk, arbiter in arbiters.items() if arbiter == own)
