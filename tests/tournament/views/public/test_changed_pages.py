"""Cached pages are rendered again after changes without a journal event, and count who was
present."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from arbitrage.core.bulletin import SheetState
from arbitrage.models import PaperBulletin
from tests.explanations import make_explanation
from tests.room import Room, ring, solve_now
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GroupKind, HandInStatus, PlayMedium, ResultVisibility
from tournament.models import (
    Bulletin,
    Entry,
    Explanation,
    Game,
    Group,
    LateBulletin,
    Tournament,
    Turn,
    TurnParticipation,
)
from tournament.queries import clock, freshness
from tournament.queries.results.tops import load_choice
from tournament.services import tasks
from tournament.services.people.registration import register_entry, update_entry, withdraw_entry
from tournament.services.play import turns
from tournament.services.play.games import finish_game
from tournament.services.play.participation import change_plays_on
from tournament.services.play.scoreboard import ScoreLine, post_scores
from tournament.services.tournaments import update_tournament


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent a worker of an earlier test from correcting turns of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


def read_page(room: Room, name: str, *args: Any, **parameters: Any) -> str:
    response = Client().get(reverse_for(room, name, *args), parameters)
    assert response.status_code == 200
    return read_text(response)


def test_sheet_shortens_a_name_once_the_player_may_be_minor(room: Room) -> None:
    """Check the change of a category's ages, which is in no journal."""
    junior = PlayerData("Quetsche", "Lucas", category="J")
    update_entry(entry=room.entries[0], players=[junior], **room.get_author_and_time())
    group, _ = Group.objects.update_or_create(
        organisation=room.tournament.organisation,
        kind=GroupKind.CATEGORY,
        code="J",
        defaults={"age_from": 15, "age_to": 25},
    )
    update_tournament(
        tournament=room.tournament, changes={"short_minors": True}, **room.get_author_and_time()
    )
    game = room.game()
    play_turn(room, game)
    finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
    assert "Quetsche Lucas" in read_page(room, "public-game", 1)

    group.age_to = 17
    group.save()

    after = read_page(room, "public-game", 1)
    assert "Lucas Q." in after
    assert "Quetsche" not in after


def test_page_changes_with_its_files_and_installation_settings(
    room: Room, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    tags = {Client().get(reverse_for(room, "public-home"))["ETag"]}
    settings.PAPER_SIZE = "letter"
    for release in ("one", "two"):
        files = SimpleNamespace(manifest_hash=release)
        monkeypatch.setattr(freshness, "staticfiles_storage", files)
        freshness._compute_code_version.cache_clear()
        tags.add(Client().get(reverse_for(room, "public-home"))["ETag"])
    freshness._compute_code_version.cache_clear()
    assert len(tags) == 3


def play_without(room: Room, game: Game, absent: int) -> Turn:
    """Play a turn without table ``absent``; everybody else finds the top."""
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    away = room.entries[absent - 1].pk
    change_plays_on(
        tournament=room.tournament,
        entries=[away],
        plays_on=PlayMedium.ABSENT,
        **room.get_author_and_time(),
    )
    ring(turn)
    move = load_choice(turn).proposed_top
    assert move
    word, ref, score = move.word, move.ref, move.score
    lines = [
        ScoreLine(entry, score, score, "none", word=word, ref=ref)
        for entry in room.entry_ids
        if entry != away
    ]
    post_scores(turn=turn, lines=lines, to_decide=0, corrected=True, now=clock.now())
    turns.reveal_turn(turn=turn, word=word, ref=ref, **room.get_author_and_time())
    turn.refresh_from_db()
    return turn


def test_absent_entries_are_neither_counted_nor_examined(room: Room) -> None:
    game = room.game()
    turn = play_without(room, game, absent=6)
    away = room.entries[5]

    def read_counts() -> tuple[str, str, int]:
        sheet = re.search(r"<td class=\"num\">(\d+ / \d+)</td>", read_page(room, "public-game", 1))
        played = re.search(r"<dt>Participants</dt><dd>(\d+)", read_page(room, "public-turn", 1, 1))
        api = Client().get(reverse_for(room, "api-v1:api-turns", 1)).json()
        assert sheet
        assert played
        return sheet[1], played[1], api[0]["found"]

    with every_row() as row:
        with row("away"):
            assert read_counts() == ("5 / 5", "5", 5)
            assert "N’a pas joué cette partie." in read_page(room, "public-player", away.pk)
        with row("a zero for conduct is no bulletin"):
            line = ScoreLine(away.pk, 0, 0, "zero")
            post_scores(turn=turn, lines=[line], to_decide=0, corrected=True, now=clock.now())
            assert read_counts() == ("5 / 5", "5", 5)
        with row("its tablet had sent the top before it was said to be away"):
            Bulletin.objects.create(
                turn=turn, entry=away, rev=1, device="d", rows=["X"], arrived_at=clock.now()
            )
            line = ScoreLine(away.pk, turn.score, turn.score, "none", word=turn.word, ref=turn.ref)
            post_scores(turn=turn, lines=[line], to_decide=0, corrected=True, now=clock.now())
            assert read_counts() == ("6 / 6", "6", 6)


def test_late_or_leaving_player_has_no_turn_under_review(room: Room) -> None:
    game = room.game()
    play_turn(room, game)
    late = register_entry(
        tournament=room.tournament,
        players=[PlayerData("Tard", "Venu")],
        **room.get_author_and_time(),
    )
    second = play_turn(room, game)
    line = ScoreLine(late.pk, 12, 12, "none", word="TARD", ref="H8")
    post_scores(turn=second, lines=[line], to_decide=0, corrected=True, now=clock.now())
    leaving = room.entries[0]
    withdraw_entry(entry=leaving, **room.get_author_and_time())
    play_turn(room, game)
    Turn.objects.latest("ordinal").scores.filter(entry=leaving).delete()
    for entry in (late, leaving):
        page_text = read_page(room, "public-player", entry.pk)
        assert page_text.count("absent</span>") == 1, entry.name
        assert ("à l’examen" in page_text) is (entry == late), (
            "of the last turn nothing is known yet"
        )


def test_bulletins_of_every_medium_are_described(room: Room) -> None:
    turn = play_turn(room, room.game())
    late_entry, paper_entry, tablet_entry = room.entries[1:4]
    zeros = [ScoreLine(entry.pk, 0, 0, "zero") for entry in (late_entry, paper_entry, tablet_entry)]
    post_scores(turn=turn, lines=zeros, to_decide=0, corrected=True, now=clock.now())
    slip = {"turn": turn, "device": "d", "rev": 1, "arrived_at": clock.now()}
    LateBulletin.objects.create(entry=late_entry, rows=["TARDIF"], reference="A1", **slip)
    Bulletin.objects.create(entry=paper_entry, rows=["TABLETTE"], reference="B2", **slip)
    typed = {"turn": turn, "at": clock.now(), "state": SheetState.OK}
    for entry, word, version in (
        (paper_entry, "PAPIER", 1),
        (tablet_entry, "BROUILLON", 1),
        (tablet_entry, "NET", 2),
    ):
        PaperBulletin.objects.create(
            entry=entry, rows=[word], reference="C3", version=version, **typed
        )
    TurnParticipation.objects.bulk_create(
        TurnParticipation(
            turn=turn, entry=entry, plays_on=PlayMedium.PAPER, typed=HandInStatus.IN_TIME
        )
        for entry in (paper_entry, tablet_entry)
    )
    written = {late_entry: "TARDIF", paper_entry: "PAPIER", tablet_entry: "NET"}
    for entry, word in written.items():
        page_text = read_page(room, "public-player", entry.pk)
        assert [
            w for w in ("TARDIF", "TABLETTE", "PAPIER", "BROUILLON", "NET") if w in page_text
        ] == [word]


def test_warned_line_looks_like_the_others_until_the_end(room: Room) -> None:
    """Check that a missing sentence does not reveal the warning (3.5)."""
    game = room.game()
    turn = play_turn(room, game)
    fine, warned, nil, conduct = room.entries[1:5]
    good: Any = {"points": 30, "gross": 30, "word": "TEST", "ref": "H4"}
    text = {"kind": "text", "text": "Zéro : mot non admis."}
    act = {"kind": "text", "text": "Avertissement disciplinaire : bavardage."}
    lines = [
        ScoreLine(
            fine.pk, **good, sanction="none", explanation=make_explanation(turn, "TEST (5.3.1).")
        ),
        ScoreLine(
            warned.pk,
            **good,
            sanction="warning",
            warnings=1,
            explanation=make_explanation(turn, "TEST, avertissement (5.5)."),
        ),
        ScoreLine(nil.pk, 0, 0, "zero", explanation=Explanation.build(turn, [text])),
        ScoreLine(
            conduct.pk, 0, 0, "zero", warnings=1, explanation=Explanation.build(turn, [text, act])
        ),
    ]
    post_scores(turn=turn, lines=lines, to_decide=0, corrected=True, now=clock.now())
    slip = {"turn": turn, "device": "d", "rev": 1, "rows": ["X"], "arrived_at": clock.now()}
    for entry in (nil, conduct):
        Bulletin.objects.create(entry=entry, **slip)

    def read_names(entry: Entry) -> str:
        body = read_page(room, "public-player", entry.pk).partition('<div class="page-head">')[2]
        return body.replace(entry.name, "").replace(f"with={entry.pk}", "")

    assert read_names(fine) == read_names(warned)
    assert "Zéro : mot non admis." in read_names(nil)
    assert read_names(nil) == read_names(conduct)
    finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
    assert "TEST, avertissement (5.5)." in read_names(warned)
    assert "bavardage" in read_names(conduct)


def test_every_page_that_may_change_follows_what_is_new(room: Room) -> None:
    play_turn(room, room.game())
    first, second = room.entry_ids[:2]
    with every_row() as row:
        for publicity in (ResultVisibility.LIVE, ResultVisibility.GAME):
            Tournament.objects.update(publicity=publicity)
            for name, args in [
                ("public-home", ()),
                ("public-tables", ()),
                ("public-players", ()),
                ("public-ranking", ()),
                ("public-player", (first,)),
                ("public-players-compared", (first, second)),
                ("public-game", (1,)),
                ("public-turn", (1, 1)),
            ]:
                with row(f"{name} {publicity}"):
                    page_text = read_page(room, name, *args)
                    assert re.search(r'id="page-part" data-update-interval="\d+"', page_text)
                    assert re.search(
                        r"js/public/(page|game|grids|updated_page|topping)\.", page_text
                    )


def test_name_is_searched_in_the_whole_ranking_without_script(room: Room) -> None:
    play_turn(room, room.game())
    with every_row() as row:
        for query, sentence, names in [
            ("egy", "1 nom", ["Égypte"]),
            ("A", "4 noms", ["Algérie", "Canada", "Danemark", "France"]),
            ("zzz", "Aucun nom ne va", []),
            ("", "", ["Algérie", "Belgique", "Canada", "Danemark", "Égypte", "France"]),
        ]:
            with row(query):
                page_text = read_page(room, "public-ranking", q=query, game="1")
                rows = re.findall(r"<tr( hidden)?><td.*?<a [^>]*>(.*?)</a>", page_text)
                assert len(rows) == 6, "the ranking stays whole"
                assert [name for hidden, name in rows if not hidden] == names
                assert sentence in page_text
                assert '<input type="hidden" name="game" value="1">' in page_text
