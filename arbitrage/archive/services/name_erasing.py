"""Erasing of texts that name a person, without breaking the proofs of what they were written about
(``tournament.services.text_erasure``)."""

from collections.abc import Callable, Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from arbitrage.classic.models import TableCall
from arbitrage.models import Act, Appeal, Ruling, SecondLook, Sitting, Slip, Statement
from tournament.classic.models import ClockEvent, MatchEvent, MatchResult
from tournament.core.chain import ERASED_TEXT, SIGNATURE_FIELD, TEXT_FIELDS
from tournament.core.people.anonymous import PersonName
from tournament.models import Explanation, Journal, Score, Tournament, TournamentJournal
from tournament.models.base import Erasable
from tournament.services.text_erasure import erase_texts

_OF_TURN = "turn__game__tournament"


@dataclass(frozen=True, slots=True)
class _TextSource:
    """A model whose rows have texts. ``tournament``: lookup of the tournament. ``entry``: attribute
    paths of the entries concerned, separated by spaces. ``signatures``: texts that are names of
    accounts."""

    model: type[Erasable]
    texts: tuple[str, ...]
    tournament: str
    entry: str = ""
    signatures: frozenset[str] = frozenset()

    def list_rows(self, tournament: Tournament) -> Iterator[Any]:
        rows = self.model._default_manager.filter(**{self.tournament: tournament})  # noqa: SLF001
        return rows.exclude(salts={}).order_by("pk").iterator()


_TEXT_SOURCES = (
    _TextSource(
        Journal,
        TEXT_FIELDS["journal"],
        "game__tournament",
        signatures=frozenset({SIGNATURE_FIELD, "from"}),
    ),
    _TextSource(
        TournamentJournal,
        TEXT_FIELDS["tournament_journal"],
        "tournament",
        signatures=frozenset({SIGNATURE_FIELD}),
    ),
    _TextSource(Ruling, TEXT_FIELDS["rulings"], _OF_TURN, "entry_id"),
    _TextSource(Act, TEXT_FIELDS["acts"], _OF_TURN, "entry_id"),
    _TextSource(Appeal, TEXT_FIELDS["cases"], "tournament", "entry_id"),
    _TextSource(Statement, TEXT_FIELDS["statements"], "appeal__tournament", "appeal.entry_id"),
    _TextSource(SecondLook, TEXT_FIELDS["looks"], _OF_TURN, "entry_id"),
    _TextSource(
        MatchEvent,
        TEXT_FIELDS["match_events"],
        "game__match__tournament",
        "game.match.x_id game.match.y_id",
        signatures=frozenset({SIGNATURE_FIELD}),
    ),
    _TextSource(
        ClockEvent,
        TEXT_FIELDS["clock_events"],
        "clock__match__tournament",
        "clock.match.x_id clock.match.y_id",
        signatures=frozenset({SIGNATURE_FIELD}),
    ),
    _TextSource(
        MatchResult,
        TEXT_FIELDS["match_results"],
        "match__tournament",
        "match.x_id match.y_id",
        signatures=frozenset({SIGNATURE_FIELD}),
    ),
    _TextSource(TableCall, TEXT_FIELDS["calls"], "tournament", "game.match.x_id game.match.y_id"),
    _TextSource(
        Sitting,
        TEXT_FIELDS["sittings"],
        "appeal__tournament",
        "appeal.entry_id",
        signatures=frozenset(TEXT_FIELDS["sittings"]),
    ),
)


class NameEraser:
    """Erases the texts of ``tournament`` that name the person of ``entries``.

    A sentence that names them in one place is erased everywhere: scoreboard and slips repeat it.
    Accounts that sign with the same name keep theirs. The caller holds the transaction.
    """

    def __init__(
        self, tournament: Tournament, person: PersonName, entries: Mapping[int, str]
    ) -> None:
        """``entries``: uid of the entries by key."""
        self._tournament = tournament
        self._person = person
        self._entries = entries
        self._acts = {
            str(uid) for uid in Act.objects.filter(entry__in=entries).values_list("uid", flat=True)
        }

    def erase(self) -> int:
        """Erase the texts and return their number."""
        texts = set(self._find_texts())
        if not texts:
            return 0
        erased = sum(self._erase_rows(source, texts) for source in _TEXT_SOURCES)
        self._erase_in_explanations(texts)
        self._erase_in_slips(texts)
        return erased

    def _find_texts(self) -> Iterator[str]:
        for source in _TEXT_SOURCES:
            for row in source.list_rows(self._tournament):
                matches = self._choose_matcher(about_person=self._is_about_person(source, row))
                for name in source.texts:
                    text = _read_text(row, name)
                    is_signature = name in source.signatures
                    is_match = self._matches_signature if is_signature else matches
                    if text and is_match(text):
                        yield text
        for slip in Slip.objects.filter(**{_OF_TURN: self._tournament}).iterator():
            matches = self._choose_matcher(about_person=slip.entry_id in self._entries)
            yield from filter(matches, _list_slip_texts(slip))

    @property
    def _matches_signature(self) -> Callable[[str], bool]:
        return self._person.is_in_signature

    def _choose_matcher(self, *, about_person: bool) -> Callable[[str], bool]:
        return self._person.is_in_text_about_person if about_person else self._person.is_in_text

    def _is_about_person(self, source: _TextSource, row: Any) -> bool:
        if source.entry:
            return any(_follow_path(row, path) in self._entries for path in source.entry.split())
        uids = set(self._entries.values())
        return not uids.isdisjoint(row.data.get("entries", ())) or (
            row.data.get("act") in self._acts
        )

    def _erase_rows(self, source: _TextSource, texts: AbstractSet[str]) -> int:
        count = 0
        for row in source.list_rows(self._tournament):
            names = [
                name
                for name in source.texts
                if (text := _read_text(row, name)) in texts
                and (name not in source.signatures or self._matches_signature(text))
            ]
            count += len(erase_texts(row, names)) if names else 0
        return count

    def _erase_in_explanations(self, texts: AbstractSet[str]) -> None:
        """Replace explanations by others: their key is a digest of their parts."""
        for explanation in Explanation.objects.filter(**{_OF_TURN: self._tournament}).iterator():
            parts = _replace_texts(explanation.parts, texts)
            if parts == explanation.parts:
                continue
            replacement = Explanation.build(explanation.turn, parts)
            Explanation.objects.bulk_create([replacement], ignore_conflicts=True)
            Score.objects.filter(explanation=explanation).update(explanation=replacement)
            explanation.delete()

    def _erase_in_slips(self, texts: AbstractSet[str]) -> None:
        slips = Slip.objects.filter(**{_OF_TURN: self._tournament})
        for slip in slips.order_by("pk").iterator():  # locked by key
            if not texts.isdisjoint(_list_slip_texts(slip)):
                slip.content = _replace_texts(slip.content, texts)
                slip.save(update_fields=["content"])


def _read_text(row: Any, name: str) -> str:
    """Return a text of the row; empty if it was erased."""
    if name not in row.salts:
        return ""
    data = row.data if isinstance(row, Journal) else {}
    return str(data.get(name) or getattr(row, name))


def _follow_path(row: Any, path: str) -> Any:
    for name in path.split("."):
        row = getattr(row, name)
    return row


def _list_slip_texts(slip: Slip) -> list[str]:
    return [text for text in (slip.content["reason"], *slip.content["conduct"]) if text]


def _replace_texts(value: Any, texts: AbstractSet[str]) -> Any:
    """Return ``value`` with ``ERASED_TEXT`` in place of each of ``texts``."""
    match value:
        case dict():
            return {key: _replace_texts(item, texts) for key, item in value.items()}
        case list():
            return [_replace_texts(item, texts) for item in value]
        case str() if value in texts:
            return ERASED_TEXT
        case _:
            return value
