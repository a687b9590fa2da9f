"""What people wrote about somebody is erased wherever it stands in a tournament, and what was
proven with it stays so (``tournament.services.text_erasure``)."""

from collections.abc import Callable, Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from arbitrage.classic.models import TableCall
from arbitrage.models import Act, Appeal, Ruling, SecondLook, Sitting, Slip, Statement
from tournament.classic.models import MatchEvent, MatchResult
from tournament.core.chain import ERASED, SIGNED, TEXTS
from tournament.core.people.anonymous import PersonName
from tournament.models import Explanation, Journal, Score, Tournament
from tournament.models.base import Erasable
from tournament.services.text_erasure import erase_texts

_OF_TURN = "turn__game__tournament"


@dataclass(frozen=True, slots=True)
class _Kind:
    """Where rows with texts are kept; ``tournament`` and ``entry``: how these are reached, the
    latter by one way or several;
    ``signatures``: texts that are names of accounts."""

    model: type[Erasable]
    texts: tuple[str, ...]
    tournament: str
    entry: str = ""
    signatures: frozenset[str] = frozenset()

    def rows(self, tournament: Tournament) -> Iterator[Any]:
        found = self.model._default_manager.filter(**{self.tournament: tournament})  # noqa: SLF001
        return found.exclude(salts={}).order_by("pk").iterator()


_KINDS = (
    _Kind(
        Journal,
        TEXTS["journal"],
        "game__tournament",
        signatures=frozenset({SIGNED, "from"}),
    ),
    _Kind(Ruling, TEXTS["rulings"], _OF_TURN, "entry_id"),
    _Kind(Act, TEXTS["acts"], _OF_TURN, "entry_id"),
    _Kind(Appeal, TEXTS["cases"], "tournament", "entry_id"),
    _Kind(Statement, TEXTS["statements"], "appeal__tournament", "appeal.entry_id"),
    _Kind(SecondLook, TEXTS["looks"], _OF_TURN, "entry_id"),
    _Kind(
        MatchEvent,
        TEXTS["match_events"],
        "game__match__tournament",
        "game.match.x_id game.match.y_id",
        signatures=frozenset({SIGNED}),
    ),
    _Kind(
        MatchResult,
        TEXTS["match_results"],
        "match__tournament",
        "match.x_id match.y_id",
        signatures=frozenset({SIGNED}),
    ),
    _Kind(TableCall, TEXTS["calls"], "tournament", "game.match.x_id game.match.y_id"),
    _Kind(
        Sitting,
        TEXTS["sittings"],
        "appeal__tournament",
        "appeal.entry_id",
        signatures=frozenset(TEXTS["sittings"]),
    ),
)


class NameErasing:
    """Erases the texts of ``tournament`` that name somebody who takes part by ``entries``.

    A sentence that names him in one place goes from all others, too: on the scoreboard and on
    slips the same words stand again. Who acted under a name like his keeps it. The caller holds the
    transaction.
    """

    def __init__(
        self, tournament: Tournament, named: PersonName, entries: Mapping[int, str]
    ) -> None:
        """``entries``: uid by key."""
        self._tournament = tournament
        self._named = named
        self._entries = entries
        self._acts = {
            str(uid) for uid in Act.objects.filter(entry__in=entries).values_list("uid", flat=True)
        }

    def run(self) -> int:
        """How many texts went."""
        found = set(self._found())
        if not found:
            return 0
        erased = sum(self._erase(kind, found) for kind in _KINDS)
        self._tell_without(found)
        self._slips_without(found)
        return erased

    def _found(self) -> Iterator[str]:
        for kind in _KINDS:
            for row in kind.rows(self._tournament):
                says = self._says(about_him=self._about_him(kind, row))
                for name in kind.texts:
                    text = _text(row, name)
                    if text and (self._signs if name in kind.signatures else says)(text):
                        yield text
        for slip in Slip.objects.filter(**{_OF_TURN: self._tournament}).iterator():
            says = self._says(about_him=slip.entry_id in self._entries)
            yield from filter(says, _texts_of_slip(slip))

    @property
    def _signs(self) -> Callable[[str], bool]:
        return self._named.in_signature

    def _says(self, *, about_him: bool) -> Callable[[str], bool]:
        return self._named.in_text_about_him if about_him else self._named.in_text

    def _about_him(self, kind: _Kind, row: Any) -> bool:
        if kind.entry:
            return any(_reached(row, path) in self._entries for path in kind.entry.split())
        uids = set(self._entries.values())
        return not uids.isdisjoint(row.data.get("entries", ())) or (
            row.data.get("act") in self._acts
        )

    def _erase(self, kind: _Kind, found: AbstractSet[str]) -> int:
        gone = 0
        for row in kind.rows(self._tournament):
            names = [
                name
                for name in kind.texts
                if (text := _text(row, name)) in found
                and (name not in kind.signatures or self._signs(text))
            ]
            gone += len(erase_texts(row, names)) if names else 0
        return gone

    def _tell_without(self, found: AbstractSet[str]) -> None:
        """The key of an explanation follows from its parts: another row takes its place."""
        for told in Explanation.objects.filter(**{_OF_TURN: self._tournament}).iterator():
            parts = _without(told.parts, found)
            if parts == told.parts:
                continue
            made = Explanation.of(told.turn, parts)
            Explanation.objects.bulk_create([made], ignore_conflicts=True)
            Score.objects.filter(explanation=told).update(explanation=made)
            told.delete()

    def _slips_without(self, found: AbstractSet[str]) -> None:
        for slip in Slip.objects.filter(**{_OF_TURN: self._tournament}).iterator():
            if not found.isdisjoint(_texts_of_slip(slip)):
                slip.content = _without(slip.content, found)
                slip.save(update_fields=["content"])


def _text(row: Any, name: str) -> str:
    """As it is there still; empty once it was erased."""
    if name not in row.salts:
        return ""
    within = row.data if isinstance(row, Journal) else {}
    return str(within.get(name) or getattr(row, name))


def _reached(row: Any, path: str) -> Any:
    for name in path.split("."):
        row = getattr(row, name)
    return row


def _texts_of_slip(slip: Slip) -> list[str]:
    return [text for text in (slip.content["reason"], *slip.content["conduct"]) if text]


def _without(value: Any, found: AbstractSet[str]) -> Any:
    """``value`` with ``ERASED`` where one of the texts ``found`` stands."""
    match value:
        case dict():
            return {key: _without(one, found) for key, one in value.items()}
        case list():
            return [_without(one, found) for one in value]
        case str() if value in found:
            return ERASED
        case _:
            return value
