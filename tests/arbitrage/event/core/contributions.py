"""Contributions made up for tests, and one split among centres."""

from collections.abc import Sequence

import msgspec

from arbitrage.event.core.contribution import (
    ContributedSum,
    Contribution,
    EntryPart,
    GameContribution,
    PersonPart,
    TurnContribution,
)
from arbitrage.event.core.definition import EventDefinition, EventTerms, SealedGame
from arbitrage.event.core.joining import CentreName
from arbitrage.event.core.ranking import JointGroupKind, JointRow
from engine.regulation.editions import CURRENT

type Scores = Sequence[int | None]

#: The top of every turn that is made up.
TOP = 100


def make_definition(games: int = 1, terms: EventTerms | None = None) -> EventDefinition:
    return EventDefinition(
        uid="e",
        name="Simultané",
        edition=CURRENT,
        lexicon="0" * 64,
        terms=terms or EventTerms(),
        ends_at="2026-06-01T00:00:00.000000Z",
        games=[
            SealedGame(
                number=number,
                format="normal",
                time_s=180,
                warn_s=30,
                commitment=f"{number:064x}",
                seal=f"{number:064x}",
                opens_at="2026-05-31T12:00:00.000000Z",
            )
            for number in range(1, games + 1)
        ],
    )


def make_centre(number: int) -> CentreName:
    return CentreName(f"c{number}", f"Centre {number}", ("France", "Togo")[number % 2])


def make_contribution(
    turns: Sequence[Scores], *, uids: Sequence[str] = (), licences: Sequence[str] = ()
) -> Contribution:
    """Make the contribution of one game; ``turns`` have the score of each entry."""
    count = len(turns[0]) if turns else len(uids)
    uids = uids or [f"{number:04}" for number in range(count)]
    licences = licences or [""] * count
    return Contribution(
        content="c",
        tournament="t",
        name="Centre",
        made_at="2026-06-01T00:00:00.000000Z",
        heads=[],
        links=[],
        entries=[
            EntryPart(
                uid=uid, name=f"Joueur {uid}", table=table, people=[_make_person(licence, table)]
            )
            for table, (uid, licence) in enumerate(zip(uids, licences, strict=True), 1)
        ],
        games=[
            GameContribution(
                number=1,
                top=TOP * len(turns),
                started_at="",
                finished_at="",
                turns=[
                    TurnContribution(
                        number=number, rack="AEINRST", word="AS", ref="H8", score=TOP,
                        scores=list(scores),
                    )
                    for number, scores in enumerate(turns, 1)
                ],
                sums={
                    uid: ContributedSum(
                        points=sum(scores[index] or 0 for scores in turns),
                        warnings=index % 6,
                        averages=sum(scores[index] is None for scores in turns),
                    )
                    for index, uid in enumerate(uids)
                },
                participants=[],
            )
        ],
    )  # fmt: skip


def _make_person(licence: str, table: int) -> PersonPart:
    return PersonPart(
        key=licence,
        licence=licence,
        club="",
        federation="",
        country="",
        series=("1A", "2B", "")[table % 3],
        category=("S", "V")[table % 2],
    )


def split_contribution(whole: Contribution, rooms: Sequence[int]) -> list[Contribution]:
    """Return the contributions of centres among which the entries are divided: ``rooms`` is the
    number of the centre of each entry. Empty centres are left out."""
    contributions = []
    for room in sorted(set(rooms)):
        indices = [index for index, other in enumerate(rooms) if other == room]
        uids = {whole.entries[index].uid for index in indices}
        games = [_keep(game, indices, uids) for game in whole.games]
        entries = [whole.entries[index] for index in indices]
        tournament = f"{whole.tournament}/{room}"
        contributions.append(
            msgspec.structs.replace(whole, entries=entries, games=games, tournament=tournament)
        )
    return contributions


def _keep(game: GameContribution, indices: list[int], uids: set[str]) -> GameContribution:
    turns = [
        msgspec.structs.replace(turn, scores=[turn.scores[index] for index in indices])
        for turn in game.turns
    ]
    sums = {uid: row for uid, row in game.sums.items() if uid in uids}
    participants = [uid for uid in game.participants if uid in uids]
    return msgspec.structs.replace(game, turns=turns, sums=sums, participants=participants)


def describe(rows: Sequence[JointRow]) -> bytes:
    """Return the ranking without what a division into centres changes."""
    same = (JointGroupKind.CATEGORY, JointGroupKind.SERIES)
    lines = [
        [
            row.rank,
            row.uid,
            row.joint.entry.name,
            msgspec.to_builtins(row.ranked_entry.totals),
            row.ranked_entry.games,
            row.ranked_entry.places,
            [[row.groups.get(group_kind), row.ranks.get(group_kind)] for group_kind in same],
        ]
        for row in rows
    ]
    return msgspec.json.encode(lines)
