"""The joint results of an event, as a pure function of what its centres add.

Solos and best scores are of all centres; the sixteen of 3.5 are counted over all of them, or in
each centre (``EventTerms.counted_over``). Averages (5.9) stay those of the centre: its arbiters
gave them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from arbitrage.event.core.contribution import (
    ContributedSum,
    Contribution,
    EntryPart,
    TurnContribution,
)
from arbitrage.event.core.definition import EventDefinition, SealedGame
from tournament.core.game_results import GameSum, GameSums, compute_results, find_participants
from tournament.core.people.names import fold_name
from tournament.core.ranking.ranking_input import Entrant, GameResult, RankingInput, Trait
from tournament.core.standings import ScoringTerms
from tournament.core.states import CountedOver


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
    ``holder_count``: how many have the best score; ``player_count``: participants of the
    ``centres``, by uid, that played this very turn."""

    game: int
    number: int
    rack: str
    word: str
    ref: str
    score: int
    best: int
    holder_count: int
    holder: str | None
    player_count: int
    centres: frozenset[str] = field(compare=False)


@dataclass(frozen=True, slots=True)
class JointResults:
    """``entries`` by uid, in the order in which ties are listed; ``players``: participants of each
    game over all centres."""

    ranking_input: RankingInput[str]
    entries: Mapping[str, JointEntry]
    turns: list[JointTurn]
    players: Mapping[int, int]


def join_contributions(
    definition: EventDefinition,
    contributions: Mapping[CentreName, Contribution],
    excluded: Collection[str] = (),
) -> JointResults:
    """Join what the centres add, without the entries ``excluded``, which count nowhere, by uid.

    Raise ValueError if two centres have the same entry.
    """
    entries = _list_entries(contributions, excluded)
    participants = _list_participants(contributions, entries)
    turns = _join_turns(definition, contributions, entries, participants)
    solos = _list_solos(definition, turns, entries, participants)
    games = [
        _JoinedGame(definition, game, contributions, solos, entries, participants)
        for game in definition.games
    ]
    results = [game.compute_results() for game in games]
    entrants = [
        Entrant(
            key=uid,
            results=[game_results[uid] for game_results in results],
            table=joint.entry.table,
            name=joint.entry.name,
            traits=_list_traits(joint),
            is_pair=len(joint.entry.people) > 1,
        )
        for uid, joint in entries.items()
    ]
    joint_input = RankingInput(
        [game.top for game in games],
        entrants,
        game_numbers=[game.number for game in definition.games],
    )
    players = {game.number: len(game.participants) for game in games}
    return JointResults(joint_input, entries, turns, players)


def _list_entries(
    contributions: Mapping[CentreName, Contribution], excluded: Collection[str]
) -> dict[str, JointEntry]:
    joint = [
        JointEntry(centre, entry)
        for centre, contribution in contributions.items()
        for entry in contribution.entries
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


def _list_participants(
    contributions: Mapping[CentreName, Contribution], entries: Collection[str]
) -> dict[tuple[int, str], set[str]]:
    """Return who of ``entries`` takes part, by number of the game and uid of the centre."""
    return {
        (game.number, centre.uid): find_participants(
            {row.uid: False for row in contribution.entries if row.uid in entries},
            GameSums(game.top, {uid: GameSum(*_to_sums(row)) for uid, row in game.sums.items()}),
            set(game.participants),
        )
        for centre, contribution in contributions.items()
        for game in contribution.games
    }


def _to_sums(row: ContributedSum) -> tuple[int, int, int]:
    return row.points, row.warnings, row.averages


def _join_turns(
    definition: EventDefinition,
    contributions: Mapping[CentreName, Contribution],
    entries: Collection[str],
    participants: Mapping[tuple[int, str], Collection[str]],
) -> list[JointTurn]:
    """Join the turns with the same number, letters and words before them: a centre that left the
    sheet, and counts by decision of the host, is not compared with the others."""
    joined: dict[tuple[int, int, str, str], _BestOfTurn] = {}
    numbers = {game.number for game in definition.games}
    for centre, contribution in contributions.items():
        counted_entries = [(index, row.uid) for index, row in enumerate(contribution.entries)]
        counted_entries = [(index, uid) for index, uid in counted_entries if uid in entries]
        for game, turn, before in _list_turns(contribution, numbers):
            key = (game, turn.number, turn.rack, before)
            best = joined.setdefault(key, _BestOfTurn())
            best.add(turn, counted_entries)
            best.add_centre(centre.uid, len(participants[game, centre.uid]))
    return [joined[key].build(*key[:3]) for key in sorted(joined)]


def _list_solos(
    definition: EventDefinition,
    turns: Iterable[JointTurn],
    entries: Mapping[str, JointEntry],
    participants: Mapping[tuple[int, str], Collection[str]],
) -> dict[tuple[int, str], list[int]]:
    """Return for each game and entry with solos the players among whom each of them counts."""
    solos: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for turn in turns:
        if turn.holder is None:
            continue
        players = turn.player_count
        if definition.terms.counted_over is CountedOver.CENTRE:
            players = len(participants[turn.game, entries[turn.holder].centre.uid])
        solos[turn.game, turn.holder].append(players)
    return dict(solos)


def _list_turns(
    contribution: Contribution, numbers: Collection[int]
) -> Iterator[tuple[int, TurnContribution, str]]:
    """Yield number of the game, turn, and the words that are on the grid before it."""
    for game in contribution.games:
        if game.number not in numbers:
            continue
        before = ""
        for turn in game.turns:
            yield game.number, turn, before
            # A joker's letter may be written as the letter that replaced it (3.8.1).
            before += f"{turn.word.upper()} {turn.ref} "


class _BestOfTurn:
    """The best score of a turn so far (3.5)."""

    def __init__(self) -> None:
        self._move = ("", "", 0)
        self._best = 0
        self._holders: list[str] = []
        self._centres: set[str] = set()
        self._players = 0

    def add_centre(self, uid: str, players: int) -> None:
        """Count the participants of a centre that played this turn."""
        self._centres.add(uid)
        self._players += players

    def add(self, turn: TurnContribution, counted_entries: Iterable[tuple[int, str]]) -> None:
        """Take the scores of ``counted_entries``, given by position and uid."""
        self._move = max(self._move, (turn.word, turn.ref, turn.score))
        for index, uid in counted_entries:
            score = turn.scores[index]
            if score is None or score < self._best or score <= 0:
                continue
            if score > self._best:
                self._best, self._holders = score, []
            self._holders.append(uid)

    def build(self, game: int, number: int, rack: str) -> JointTurn:
        holder = self._holders[0] if len(self._holders) == 1 else None
        return JointTurn(
            game, number, rack, *self._move, self._best, len(self._holders), holder,
            self._players, frozenset(self._centres),
        )  # fmt: skip


class _JoinedGame:
    """One game of the event in all centres. ``solos``: for each solo of an entry, the players among
    whom it counts."""

    def __init__(
        self,
        definition: EventDefinition,
        game: SealedGame,
        contributions: Mapping[CentreName, Contribution],
        solos: Mapping[tuple[int, str], list[int]],
        entries: Collection[str],
        participants: Mapping[tuple[int, str], Collection[str]],
    ) -> None:
        self._definition, self._game, self._entries = definition, game, entries
        self.number = game.number
        self._solos = {
            uid: counts for (number, uid), counts in solos.items() if number == self.number
        }
        games = [
            joined
            for contribution in contributions.values()
            for joined in contribution.games
            if joined.number == self.number
        ]
        self._sums = {
            uid: GameSum(*_to_sums(row), len(self._solos.get(uid, [])))
            for joined in games
            for uid, row in joined.sums.items()
            if uid in entries
        }
        self.top = max((joined.top for joined in games), default=0)
        self.participants = {
            uid
            for (number, _), uids in participants.items()
            if number == self.number
            for uid in uids
        }

    def compute_results(self) -> dict[str, GameResult]:
        """Return the result of every entry of every centre."""
        edition = self._definition.get_edition()
        terms = ScoringTerms(
            players=len(self.participants),
            edition=edition,
            format=self._game.format,
            time_s=self._game.time_s,
            is_final=True,
            solo_terms=self._definition.terms.get_solo_terms(edition),
        )
        sums = GameSums(self.top, self._sums)
        results = compute_results(self._entries, sums, self.participants, terms)
        for uid, counts in self._solos.items():
            result = results[uid]
            bonus = sum(replace(terms, players=players).bonus for players in counts)
            total = result.total - result.bonus + bonus
            results[uid] = replace(result, bonus=bonus, total=total)
        return results
