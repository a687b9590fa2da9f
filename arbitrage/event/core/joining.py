"""The joint results of an event, as a pure function of what its centres add.

Solos and best scores are of all centres; the sixteen of 3.5 are counted over all of them, or in
each centre (``EventTerms.counted_over``). Averages (5.9) stay those of the centre: its arbiters
gave them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from arbitrage.event.core.contribution import (
    Contribution,
    EntryPart,
    GameContribution,
    TurnContribution,
)
from arbitrage.event.core.definition import CountedOver, EventDefinition, SealedGame
from tournament.core.game_results import GameSum, GameSums, compute_results, find_participants
from tournament.core.people.names import fold_name
from tournament.core.ranking.field import Entrant, Field, GameResult, Trait
from tournament.core.standings import ScoringTerms


@dataclass(frozen=True, slots=True)
class CentreName:
    """A centre as rankings name it."""

    uid: str
    name: str
    country: str


@dataclass(frozen=True, slots=True)
class JointEntry:
    centre: CentreName
    entry: EntryPart


@dataclass(frozen=True, slots=True)
class JointTurn:
    """The best score of a turn over all centres. ``holder``: the entry that has a solo, if any;
    ``holders``: how many have the best score."""

    game: int
    number: int
    rack: str
    word: str
    ref: str
    score: int
    best: int
    holders: int
    holder: str | None


@dataclass(frozen=True, slots=True)
class JointResults:
    """``entries`` by uid, in the order in which ties are listed; ``players``: participants of each
    game over all centres."""

    field: Field[str]
    entries: Mapping[str, JointEntry]
    turns: list[JointTurn]
    players: Mapping[int, int]


def join(
    definition: EventDefinition,
    contributions: Mapping[CentreName, Contribution],
    excluded: Collection[str] = (),
) -> JointResults:
    """Join what the centres add, without the entries ``excluded``, which count nowhere, by uid.

    Raises ValueError if two centres have the same entry.
    """
    entries = _list_entries(contributions, excluded)
    turns = _join_turns(definition, contributions.values(), entries)
    solos: defaultdict[tuple[int, str], int] = defaultdict(int)
    for turn in turns:
        if turn.holder is not None:
            solos[turn.game, turn.holder] += 1
    games = [
        _JoinedGame(definition, game, contributions, solos, entries) for game in definition.games
    ]
    results = [game.compute_results() for game in games]
    entrants = [
        Entrant(
            key=uid,
            results=[game_results[uid] for game_results in results],
            table=joint.entry.table,
            name=joint.entry.name,
            traits=_list_traits(joint),
            pair=len(joint.entry.people) > 1,
        )
        for uid, joint in entries.items()
    ]
    field = Field(
        [game.top for game in games],
        entrants,
        game_numbers=[game.number for game in definition.games],
    )
    players = {game.number: len(game.participants) for game in games}
    return JointResults(field, entries, turns, players)


def _list_entries(
    contributions: Mapping[CentreName, Contribution], excluded: Collection[str]
) -> dict[str, JointEntry]:
    joint = [
        JointEntry(centre, entry)
        for centre, part in contributions.items()
        for entry in part.entries
        if entry.uid not in excluded
    ]
    joint.sort(key=lambda item: (fold_name(item.entry.name), item.entry.name, item.entry.uid))
    entries = {item.entry.uid: item for item in joint}
    if len(entries) < len(joint):
        raise ValueError("two centres have the same entry")
    return entries


def _list_traits(joint: JointEntry) -> dict[Trait, str]:
    """Return the groups that all players of the entry belong to."""
    traits = {}
    for trait in (Trait.SERIES, Trait.CATEGORY, Trait.CLUB, Trait.FEDERATION):
        values = {getattr(person, trait.value) for person in joint.entry.people}
        if len(values) == 1 and (value := values.pop()):
            traits[trait] = value
    if joint.centre.country:
        traits[Trait.COUNTRY] = joint.centre.country
    return traits


def _join_turns(
    definition: EventDefinition,
    contributions: Iterable[Contribution],
    entries: Collection[str],
) -> list[JointTurn]:
    """Join the turns with the same number and letters: a centre that left the sheet, and counts by
    decision of the host, is not compared with the others."""
    joined: dict[tuple[int, int, str], _BestOfTurn] = {}
    numbers = {game.number for game in definition.games}
    for part in contributions:
        counted = [(index, row.uid) for index, row in enumerate(part.entries)]
        counted = [(index, uid) for index, uid in counted if uid in entries]
        for game, turn in _list_turns(part, numbers):
            key = (game, turn.number, turn.rack)
            joined.setdefault(key, _BestOfTurn()).add(turn, counted)
    return [joined[key].build(*key) for key in sorted(joined)]


def _list_turns(
    part: Contribution, numbers: Collection[int]
) -> Iterator[tuple[int, TurnContribution]]:
    for game in part.games:
        if game.number in numbers:
            yield from ((game.number, turn) for turn in game.turns)


class _BestOfTurn:
    """The best score of a turn so far (3.5)."""

    def __init__(self) -> None:
        self._move = ("", "", 0)
        self._best = 0
        self._holders: list[str] = []

    def add(self, turn: TurnContribution, counted: Iterable[tuple[int, str]]) -> None:
        """Take the scores of the entries ``counted``, given by position and uid."""
        self._move = max(self._move, (turn.word, turn.ref, turn.score))
        for index, uid in counted:
            score = turn.scores[index]
            if score is None or score < self._best or score <= 0:
                continue
            if score > self._best:
                self._best, self._holders = score, []
            self._holders.append(uid)

    def build(self, game: int, number: int, rack: str) -> JointTurn:
        holder = self._holders[0] if len(self._holders) == 1 else None
        return JointTurn(game, number, rack, *self._move, self._best, len(self._holders), holder)


class _JoinedGame:
    """One game of the event in all centres."""

    def __init__(
        self,
        definition: EventDefinition,
        game: SealedGame,
        contributions: Mapping[CentreName, Contribution],
        solos: Mapping[tuple[int, str], int],
        entries: Collection[str],
    ) -> None:
        self._definition, self._game = definition, game
        self.number = game.number
        self._centres = [
            ([row.uid for row in part.entries if row.uid in entries], self._find_part(part))
            for part in contributions.values()
        ]
        self._sums = {
            uid: GameSum(row.points, row.warnings, row.averages, solos.get((game.number, uid), 0))
            for _, part in self._centres
            if part is not None
            for uid, row in part.sums.items()
            if uid in entries
        }
        self.top = max((part.top for _, part in self._centres if part is not None), default=0)
        self.participants = self._find_participants(self._centres)

    def _find_part(self, contribution: Contribution) -> GameContribution | None:
        return next((part for part in contribution.games if part.number == self.number), None)

    def _find_participants(
        self, centres: Iterable[tuple[list[str], GameContribution | None]]
    ) -> set[str]:
        sums = GameSums(self.top, self._sums)
        participants: set[str] = set()
        for uids, part in centres:
            if part is not None:
                entries = dict.fromkeys(uids, False)
                participants |= find_participants(entries, sums, set(part.participants))
        return participants

    def compute_results(self) -> dict[str, GameResult]:
        """Return the result of every entry of every centre."""
        if self._definition.terms.counted_over is CountedOver.WHOLE:
            uids = [uid for uids, _ in self._centres for uid in uids]
            return self._compute(uids, self.participants)
        results: dict[str, GameResult] = {}
        for uids, part in self._centres:
            results |= self._compute(uids, self._find_participants([(uids, part)]))
        return results

    def _compute(self, uids: list[str], participants: set[str]) -> dict[str, GameResult]:
        edition = self._definition.get_edition()
        terms = ScoringTerms(
            players=len(participants),
            edition=edition,
            format=self._game.format,
            time_s=self._game.time_s,
            final=True,
            solo_terms=self._definition.terms.get_solo_terms(edition),
        )
        return compute_results(uids, GameSums(self.top, self._sums), participants, terms)
