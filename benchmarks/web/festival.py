"""A festival: three tournaments and their games, really played.

Import it only once Django is set up. The services write everything, except the bulletins of
tablets: they are inserted for the whole hall at once, as the writer's process does.
"""

import csv
import io
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseSubject
from arbitrage.core.bulletin import Bulletin as BulletinContent
from arbitrage.queries.rulings import find_waiting_entries, get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.acts import give_warning
from arbitrage.services.appeals import ContestedDecision, file_case
from arbitrage.services.correction import correct_turn
from arbitrage.services.paper import TypedBulletin, enter_papers
from benchmarks.people.answers import MISSING, to_bulletin
from benchmarks.people.judge import Desk
from benchmarks.people.room import hand_in
from config.demo.writing import add_mistakes, choose_solution, write_bulletin
from engine.regulation.editions import CURRENT
from engine.rules.spelling import COUNTRIES
from tournament.core.states import PlayMedium, Role
from tournament.models import Entry, Game, StaffMember, Tournament, Turn
from tournament.queries import clock
from tournament.services.groups import add_default_groups
from tournament.services.people.entry_imports import import_entries, store_file
from tournament.services.people.registration import assign_arbiter
from tournament.services.play.closing import close_turn
from tournament.services.play.games import create_game
from tournament.services.play.participation import change_plays_on
from tournament.services.tournaments import create_tournament

#: One entry in so many plays on paper.
PAPER_RATIO = 100
ROLES = (Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER)
#: One bulletin in so many may have a mistake (``config.demo.writing``), one is missing.
MISTAKE_RATIO, MISSING_RATIO = 20, 60
#: Solutions that players consider, best first.
MAX_CONSIDERED = 40
CLUBS, TEAMS = 40, 60
SERIES = ("1A", "1B", "2A", "3A", "4A", "5A", "6A", "7")
NAMES = tuple(name for letter, name in sorted(COUNTRIES.items()) if letter != "?")
HEADING = ("Nom", "Prénom", "Licence", "Club", "Pays", "Année de naissance", "Série")


@dataclass(frozen=True)
class Plan:
    """A tournament; ``formats``: one a game, ``time_s``: seconds for a turn."""

    name: str
    formats: tuple[str, ...]
    time_s: int
    pairs: bool = False


#: The live tournament is last; the others do not change any more.
PLANS = (
    Plan("Festival : paires", ("normal", "normal"), 120, pairs=True),
    Plan("Festival : blitz", ("7sur8", "joker"), 60),
    Plan("Festival : open", ("normal", "normal", "normal"), 180),
)


@dataclass(frozen=True)
class Size:
    """``turns``: maximum of each game; ``last_turns``: of the last game, which goes on."""

    people: int = 500
    turns: int = 99
    last_turns: int = 12
    seed: int = 2023


@dataclass(frozen=True)
class Festival:
    """``live``: the tournament with an open turn; ``user`` has every role."""

    user: User
    tournaments: list[Tournament]

    @property
    def live(self) -> Tournament:
        return self.tournaments[-1]

    @property
    def last_game(self) -> Game:
        return self.live.games.get(number=len(PLANS[-1].formats))


@dataclass(frozen=True)
class Player:
    """``strength``: probability of the top."""

    entry: Entry
    strength: float
    on_paper: bool


type _Row = tuple[str, ...]
type _Bulletins = list[tuple[Player, BulletinContent]]


def make_festival(size: Size, play: Callable[..., Iterable[None]] = map) -> Festival:
    """Create the festival; ``play``: like ``map``, may play the tournaments in parallel."""
    user = User.objects.create_user("bureau", is_superuser=True, is_staff=True)
    people = list_people(size.people, Random(size.seed))  # noqa: S311 - a festival to measure with
    tournaments = [_set_up(plan, people, user, clock.now()) for plan in PLANS]
    keys, sizes = [tournament.pk for tournament in tournaments], [size] * len(tournaments)
    deque(play(play_tournament, keys, PLANS, sizes), maxlen=0)
    return Festival(user, tournaments)


# --- the list of players, as an organiser sends one ---------------------------------------


def list_people(count: int, rng: Random) -> list[_Row]:
    """Return a row for each player; the invented names are as long and varied as real ones."""
    names: dict[str, None] = {}
    while len(names) < count:
        syllables = (rng.choice("BCDFGJLMNPRSTVZ") + rng.choice("AEIOU") for _ in range(4))
        names["".join(syllables)[: rng.randint(5, 8)]] = None
    return [_build_row(number, name, rng) for number, name in enumerate(names, start=1)]


def _build_row(number: int, name: str, rng: Random) -> _Row:
    first_name, licence, club = rng.choice(NAMES), f"{number:07d}", f"Club {1 + number % CLUBS}"
    country, birth_year = rng.choice(NAMES), str(rng.randint(1935, 2012))
    return name, first_name, licence, club, country, birth_year, rng.choice(SERIES)


def _to_csv(rows: list[_Row], *, pairs: bool) -> bytes:
    """Return a file of the players in teams, or in pairs."""
    text = io.StringIO()
    sheet = csv.writer(text, delimiter=";")
    sheet.writerow((*HEADING, "Paire" if pairs else "Équipe"))
    for index, row in enumerate(rows):
        sheet.writerow((*row, index // 2 + 1 if pairs else f"Équipe {1 + index % TEAMS}"))
    return text.getvalue().encode()


def _set_up(plan: Plan, people: list[_Row], user: User, now: datetime) -> Tournament:
    author_and_time: dict[str, Any] = {"by": user, "now": now}
    tournament = create_tournament(
        name=plan.name, venue="Salle des fêtes", starts_on=now.date(), edition=CURRENT,
        **author_and_time,
    )  # fmt: skip
    for role in ROLES:
        StaffMember.objects.create(tournament=tournament, user=user, role=role)
    organisation = tournament.organisation
    add_default_groups(organisation=organisation, **author_and_time)
    file: dict[str, Any] = {"file_name": "inscrits.csv", "data": _to_csv(people, pairs=plan.pairs)}
    pending = store_file(
        organisation=organisation, tournament=tournament, **file, **author_and_time
    )
    import_entries(pending=pending, **author_and_time)
    assign_arbiter(tables=list(tournament.tables.all()), user=user, **author_and_time)
    on_paper = list(tournament.entries.values_list("pk", flat=True))[::PAPER_RATIO]
    change_plays_on(
        tournament=tournament, entries=on_paper, plays_on=PlayMedium.PAPER, **author_and_time
    )
    return tournament


# --- the games ----------------------------------------------------------------------------


def play_tournament(tournament_id: int, plan: Plan, size: Size) -> None:
    """Play all games of a tournament, one after the other."""
    tournament = Tournament.objects.get(pk=tournament_id)
    user = User.objects.get(username="bureau")
    rng = Random(f"{size.seed}-{plan.name}")  # noqa: S311 - a festival to measure with
    players = [
        Player(entry, rng.betavariate(2, 3), entry.plays_on == PlayMedium.PAPER)
        for entry in tournament.entries.select_related("table").order_by("table__number")
    ]
    times: dict[str, Any] = {"time_s": plan.time_s, "warn_s": plan.time_s // 6}
    for number, fmt in enumerate(plan.formats, start=1):
        game = create_game(tournament=tournament, fmt=fmt, **times, by=user, now=clock.now())
        is_unfinished = plan.name == PLANS[-1].name and number == len(plan.formats)
        max_turns = size.last_turns if is_unfinished else size.turns
        play_game(Desk(game, user), players, rng, max_turns, is_unfinished=is_unfinished)


def play_game(
    desk: Desk, players: Sequence[Player], rng: Random, max_turns: int, *, is_unfinished: bool
) -> None:
    """Play to the end or ``max_turns`` turns; if it ``is_unfinished``, leave one more turn open."""
    desk.start()
    turn_count = 0
    while (turn := desk.draw()) is not None:
        if not desk.solve(turn):
            continue
        desk.announce(turn)
        desk.open(turn)
        bulletins = _write_bulletins(turn, players, rng)
        on_tablets = [(player, bulletin) for player, bulletin in bulletins if not player.on_paper]
        hand_in(turn, [(player.entry, bulletin) for player, bulletin in on_tablets])
        if turn_count == max_turns:
            return
        _collect_turn(turn, bulletins, desk)
        desk.reveal(turn)
        if not turn_count:
            entry = players[-1].entry
            give_warning(turn=turn, entry=entry, reason="Bavardage.", **desk.get_author_and_time())
            contested = ContestedDecision(turn, entry, CaseSubject.RULING)
            file_case(
                contested=contested, grounds="Le score se lit 66.", **desk.get_author_and_time()
            )
        turn_count += 1
        if turn_count == max_turns and not is_unfinished:
            desk.finish(reason="judge_decision")
            return


def _write_bulletins(turn: Turn, players: Sequence[Player], rng: Random) -> _Bulletins:
    """Return the bulletins; those of the first turn are horizontal."""
    moves = [(word, ref, score) for word, ref, score in turn.solutions.moves]
    if turn.number == 1:
        moves = [move for move in moves if move[1][0].isalpha()]
    moves = moves[:MAX_CONSIDERED]
    bulletins = []
    for player in players:
        if not rng.randrange(MISSING_RATIO):
            if player.on_paper:
                bulletins.append((player, MISSING))
            continue
        simulated = write_bulletin(choose_solution(moves, player.strength, rng))
        if not rng.randrange(MISTAKE_RATIO):
            simulated = add_mistakes(simulated, rng)
        bulletins.append((player, to_bulletin(simulated)))
    return bulletins


def _collect_turn(turn: Turn, bulletins: _Bulletins, desk: Desk) -> None:
    """Close the turn, type paper bulletins, correct, and confirm the proposals."""
    Turn.objects.filter(pk=turn.pk).update(closes_at=turn.opened_at, collects_at=turn.opened_at)
    close_turn(turn_id=turn.pk, now=clock.now())
    turn.refresh_from_db()
    typed = [
        TypedBulletin(player.entry.table.number, bulletin)
        for player, bulletin in bulletins
        if player.on_paper
    ]
    enter_papers(turn=turn, typed_bulletins=typed, **desk.get_author_and_time())
    correct_turn(turn_id=turn.pk, now=clock.now())
    turn.refresh_from_db()
    for ruling in get_current_rulings(turn, find_waiting_entries(turn)).values():
        rulings.confirm_ruling(
            turn=turn, entry=ruling.entry, version=ruling.version, **desk.get_author_and_time()
        )
    turn.refresh_from_db()
