"""What is read again: a page has what changed without a journal telling it, and counts who was
there."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from arbitrage.core.bulletin import SheetState
from arbitrage.models import PaperBulletin
from tests.room import Room, ring, solve_now
from tests.rows import every_row
from tests.told import saying
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import at, seen
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GroupKind, Handed, PlaysOn, Publicity
from tournament.models import (
    Bulletin,
    Entry,
    Explanation,
    Game,
    Group,
    LateBulletin,
    TookPart,
    Tournament,
    Turn,
)
from tournament.queries import clock, freshness
from tournament.queries.results.tops import choice_of
from tournament.services import tasks
from tournament.services.people.registration import register_entry, update_entry, withdraw_entry
from tournament.services.play import turns
from tournament.services.play.games import finish_game
from tournament.services.play.participation import change_plays_on
from tournament.services.play.scoreboard import ScoreLine, post_scores
from tournament.services.tournaments import update_tournament


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that an earlier test has started corrects no turn of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


def page(room: Room, name: str, *args: Any, **asked: Any) -> str:
    response = Client().get(at(room, name, *args), asked)
    assert response.status_code == 200
    return seen(response)


def test_a_sheet_shortens_a_name_as_soon_as_somebody_may_be_a_minor(room: Room) -> None:
    """A category whose ages are written otherwise is in no journal."""
    junior = PlayerData("Quetsche", "Lucas", category="J")
    update_entry(entry=room.entries[0], players=[junior], **room.by())
    group, _ = Group.objects.update_or_create(
        organisation=room.tournament.organisation,
        kind=GroupKind.CATEGORY,
        code="J",
        defaults={"age_from": 15, "age_to": 25},
    )
    update_tournament(tournament=room.tournament, changes={"short_minors": True}, **room.by())
    game = room.game()
    play_turn(room, game)
    finish_game(game=game, reason="judge_decision", **room.by())
    assert "Quetsche Lucas" in page(room, "public-game", 1)

    group.age_to = 17
    group.save()

    after = page(room, "public-game", 1)
    assert "Lucas Q." in after
    assert "Quetsche" not in after


def test_a_page_is_new_when_the_files_that_it_names_or_the_installation_s_settings_are(
    room: Room, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    tags = {Client().get(at(room, "public-home"))["ETag"]}
    settings.PAPER_SIZE = "letter"
    for release in ("one", "two"):
        files = SimpleNamespace(manifest_hash=release)
        monkeypatch.setattr(freshness, "staticfiles_storage", files)
        freshness._code.cache_clear()
        tags.add(Client().get(at(room, "public-home"))["ETag"])
    freshness._code.cache_clear()
    assert len(tags) == 3


def play_without(room: Room, game: Game, absent: int) -> Turn:
    """A turn of which table ``absent`` was away; everybody else found the top."""
    turn = turns.draw_turn(game=game, **room.by())
    assert turn
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.by())
    turns.open_turn(turn=turn, **room.by())
    away = room.entries[absent - 1].pk
    change_plays_on(
        tournament=room.tournament, entries=[away], plays_on=PlaysOn.NOTHING, **room.by()
    )
    ring(turn)
    move = choice_of(turn).proposed
    assert move
    word, ref, score = move.word, move.ref, move.score
    lines = [
        ScoreLine(entry, score, score, "none", word=word, ref=ref)
        for entry in room.everybody
        if entry != away
    ]
    post_scores(turn=turn, lines=lines, to_decide=0, corrected=True, now=clock.now())
    turns.reveal_turn(turn=turn, word=word, ref=ref, **room.by())
    turn.refresh_from_db()
    return turn


def test_who_was_not_there_is_neither_counted_nor_examined(room: Room) -> None:
    game = room.game()
    turn = play_without(room, game, absent=6)
    away = room.entries[5]

    def counted() -> tuple[str, str, int]:
        sheet = re.search(r"<td class=\"num\">(\d+ / \d+)</td>", page(room, "public-game", 1))
        played = re.search(r"<dt>Participants</dt><dd>(\d+)", page(room, "public-turn", 1, 1))
        api = Client().get(at(room, "api-v1:api-turns", 1)).json()
        assert sheet
        assert played
        return sheet[1], played[1], api[0]["found"]

    with every_row() as row:
        with row("away"):
            assert counted() == ("5 / 5", "5", 5)
            assert "N’a pas joué cette partie." in page(room, "public-player", away.pk)
        with row("a zero for conduct is no bulletin"):
            line = ScoreLine(away.pk, 0, 0, "zero")
            post_scores(turn=turn, lines=[line], to_decide=0, corrected=True, now=clock.now())
            assert counted() == ("5 / 5", "5", 5)
        with row("its tablet had sent the top before it was said to be away"):
            Bulletin.objects.create(
                turn=turn, entry=away, rev=1, device="d", rows=["X"], arrived_at=clock.now()
            )
            line = ScoreLine(away.pk, turn.score, turn.score, "none", word=turn.word, ref=turn.ref)
            post_scores(turn=turn, lines=[line], to_decide=0, corrected=True, now=clock.now())
            assert counted() == ("6 / 6", "6", 6)


def test_who_comes_late_or_leaves_has_no_turn_that_is_still_examined(room: Room) -> None:
    game = room.game()
    play_turn(room, game)
    late = register_entry(
        tournament=room.tournament, players=[PlayerData("Tard", "Venu")], **room.by()
    )
    second = play_turn(room, game)
    line = ScoreLine(late.pk, 12, 12, "none", word="TARD", ref="H8")
    post_scores(turn=second, lines=[line], to_decide=0, corrected=True, now=clock.now())
    leaving = room.entries[0]
    withdraw_entry(entry=leaving, **room.by())
    play_turn(room, game)
    Turn.objects.latest("ordinal").scores.filter(entry=leaving).delete()
    for entry in (late, leaving):
        told = page(room, "public-player", entry.pk)
        assert told.count("absent</span>") == 1, entry.name
        assert ("à l’examen" in told) is (entry == late), "of his last turn nothing is known yet"


def test_what_was_written_is_told_whichever_way_it_came(room: Room) -> None:
    turn = play_turn(room, room.game())
    one, other, third = room.entries[1:4]
    zeros = [ScoreLine(entry.pk, 0, 0, "zero") for entry in (one, other, third)]
    post_scores(turn=turn, lines=zeros, to_decide=0, corrected=True, now=clock.now())
    slip = {"turn": turn, "device": "d", "rev": 1, "arrived_at": clock.now()}
    LateBulletin.objects.create(entry=one, rows=["TARDIF"], reference="A1", **slip)
    Bulletin.objects.create(entry=other, rows=["TABLETTE"], reference="B2", **slip)
    typed = {"turn": turn, "at": clock.now(), "state": SheetState.OK}
    for entry, word, version in ((other, "PAPIER", 1), (third, "BROUILLON", 1), (third, "NET", 2)):
        PaperBulletin.objects.create(
            entry=entry, rows=[word], reference="C3", version=version, **typed
        )
    TookPart.objects.bulk_create(
        TookPart(turn=turn, entry=entry, plays_on=PlaysOn.PAPER, typed=Handed.IN_TIME)
        for entry in (other, third)
    )
    written = {one: "TARDIF", other: "PAPIER", third: "NET"}
    for entry, word in written.items():
        told = page(room, "public-player", entry.pk)
        assert [w for w in ("TARDIF", "TABLETTE", "PAPIER", "BROUILLON", "NET") if w in told] == [
            word
        ]


def test_a_warned_line_looks_like_any_other_until_the_game_is_over(room: Room) -> None:
    """A sentence that lacks, where every line has one, would tell of the warning (3.5)."""
    game = room.game()
    turn = play_turn(room, game)
    fine, warned, nil, conduct = room.entries[1:5]
    good: Any = {"points": 30, "gross": 30, "word": "TEST", "ref": "H4"}
    text = {"kind": "text", "text": "Zéro : mot non admis."}
    act = {"kind": "text", "text": "Avertissement disciplinaire : bavardage."}
    lines = [
        ScoreLine(fine.pk, **good, sanction="none", explanation=saying(turn, "TEST (5.3.1).")),
        ScoreLine(
            warned.pk,
            **good,
            sanction="warning",
            warnings=1,
            explanation=saying(turn, "TEST, avertissement (5.5)."),
        ),
        ScoreLine(nil.pk, 0, 0, "zero", explanation=Explanation.of(turn, [text])),
        ScoreLine(
            conduct.pk, 0, 0, "zero", warnings=1, explanation=Explanation.of(turn, [text, act])
        ),
    ]
    post_scores(turn=turn, lines=lines, to_decide=0, corrected=True, now=clock.now())
    slip = {"turn": turn, "device": "d", "rev": 1, "rows": ["X"], "arrived_at": clock.now()}
    for entry in (nil, conduct):
        Bulletin.objects.create(entry=entry, **slip)

    def told(entry: Entry) -> str:
        body = page(room, "public-player", entry.pk).partition('<div class="page-head">')[2]
        return body.replace(entry.name, "").replace(f"with={entry.pk}", "")

    assert told(fine) == told(warned)
    assert "Zéro : mot non admis." in told(nil)
    assert told(nil) == told(conduct)
    finish_game(game=game, reason="judge_decision", **room.by())
    assert "TEST, avertissement (5.5)." in told(warned)
    assert "bavardage" in told(conduct)


def test_every_page_that_may_change_follows_what_is_new(room: Room) -> None:
    play_turn(room, room.game())
    one, other = room.everybody[:2]
    with every_row() as row:
        for publicity in (Publicity.LIVE, Publicity.GAME):
            Tournament.objects.update(publicity=publicity)
            for name, args in [
                ("public-home", ()),
                ("public-tables", ()),
                ("public-players", ()),
                ("public-ranking", ()),
                ("public-player", (one,)),
                ("public-players-compared", (one, other)),
                ("public-game", (1,)),
                ("public-turn", (1, 1)),
            ]:
                with row(f"{name} {publicity}"):
                    told = page(room, name, *args)
                    assert re.search(r'id="followed" data-follow="\d+"', told)
                    assert re.search(r"js/public/(page|game|grids|beside|topping)\.", told)


def test_a_name_is_looked_for_in_the_whole_ranking_without_a_script(room: Room) -> None:
    play_turn(room, room.game())
    with every_row() as row:
        for asked, said, names in [
            ("egy", "1 nom", ["Égypte"]),
            ("A", "4 noms", ["Algérie", "Canada", "Danemark", "France"]),
            ("zzz", "Aucun nom ne va", []),
            ("", "", ["Algérie", "Belgique", "Canada", "Danemark", "Égypte", "France"]),
        ]:
            with row(asked):
                told = page(room, "public-ranking", q=asked, game="1")
                rows = re.findall(r"<tr( hidden)?><td.*?<a [^>]*>(.*?)</a>", told)
                assert len(rows) == 6, "the ranking stays whole"
                assert [name for hidden, name in rows if not hidden] == names
                assert said in told
                assert '<input type="hidden" name="game" value="1">' in told
