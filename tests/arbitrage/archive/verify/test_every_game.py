"""Archives of every kind of game: forged, copied beside, and what was played before its journal.

That of a duplicate is in ``test_verify.py``.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from arbitrage.archive.verify.verification import Verification
from tests.arbitrage.archive.archive_bytes import archive_now, forge
from tests.arbitrage.archive.copies import check_copy
from tests.arbitrage.archive.verify.forgeries import rebuild_tournament_chain, verify
from tests.arbitrage.archive.verify.game_forgeries import check_forgeries
from tests.arbitrage.archive.verify.played_games import (
    is_consistent,
    play_mort_subite,
    play_on_paper,
    play_rounds,
    play_toppings,
)
from tests.classic_room import NAMES, ClassicRoom, make_classic_room
from tests.room import Room, make_room
from tests.rows import every_row
from tests.tournament.topping.services.toppings import create_topping_for
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.states import TournamentState
from tournament.models import Tournament, TournamentJournal

#: The archive of each game.
GAMES: dict[str, Callable[[], bytes]] = {
    "rounds": play_rounds,
    "paper": play_on_paper,
    "topping": lambda: play_toppings(make_room()),
    "mort-subite": lambda: play_mort_subite(make_room()),
}


@pytest.mark.django_db(transaction=True)
def test_copies_agree_and_forgeries_are_found_or_named() -> None:
    lexica = Lexica()
    with every_row() as row:
        for game, play_game in GAMES.items():
            content = play_game()
            with row(game):
                assert is_consistent(content, lexica)
                check_copy(content, lexica, again=game == "paper")
                check_forgeries(game, content, lexica)


def play_round(room: ClassicRoom) -> None:
    match_round = room.begin()
    room.play(match_round)
    room.finish(match_round)


def describe(content: bytes) -> str:
    verification = Verification(content, Lexica())
    assert verification.run().discrepancies == []
    return "\n".join(verification.list_summary_lines())


@pytest.mark.django_db
def test_a_tournament_begun_before_its_journal_agrees() -> None:
    room = make_classic_room(NAMES[:4])
    play_round(room)
    TournamentJournal.objects.all().delete()
    before = archive_now(room.tournament)
    assert "d’avant le journal du tournoi : 4, que rien ne tient" in describe(before)
    play_round(room)
    after = archive_now(room.tournament)
    assert "D’avant ce journal, tenus depuis le" in describe(after)
    forged = forge(
        after, "match_results", lambda lines: [lines[0] | {"games": [[1, 2]]}, *lines[1:]]
    )
    assert not is_consistent(forged, Lexica())


@pytest.mark.django_db
def test_only_a_printed_head_tells_a_chain_made_anew() -> None:
    room = make_classic_room(NAMES[:2])
    play_round(room)
    content = archive_now(room.tournament)
    head = TournamentJournal.objects.latest("seq").chain

    def sign_otherwise(row: dict[str, Any]) -> dict[str, Any]:
        return row | {"signed": "", "by": None, "salts": {}}

    forged = rebuild_tournament_chain(content, sign_otherwise)
    assert verify(content, Lexica(), head).discrepancies == []
    assert verify(forged, Lexica()).discrepancies == []
    assert [item.kind for item in verify(forged, Lexica(), head).discrepancies] == [
        DiscrepancyKind.PRINTED_HEAD
    ]


@pytest.mark.django_db
def test_the_head_is_printed_under_standings_of_matches(
    client: Client, printed_words: None
) -> None:
    room = make_classic_room(NAMES[:2])
    Tournament.objects.update(state=TournamentState.PUBLISHED)
    play_round(room)
    head = TournamentJournal.objects.latest("seq").chain
    slug = room.tournament.slug
    page = read_text(client.get(reverse("public-ranking", args=[slug])))
    assert f'<code title="{head}"><span>{head[:16]}</span>' in page
    paper = client.get(reverse("public-ranking-pdf", args=[slug])).content.decode()
    assert head in paper


def test_the_head_is_printed_under_a_topping(room: Room, client: Client) -> None:
    topping = create_topping_for(room)
    head = TournamentJournal.objects.latest("seq").chain
    assert f'<code title="{head}">' in read_text(
        client.get(reverse_for(room, "public-topping", topping.number))
    )
