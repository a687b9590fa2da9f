"""The import of a recorded game: a pasted sheet, a file, their errors."""

import json
from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine.regulation.editions import CURRENT
from tests.room import GAMES, Room, script_of
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.states import Role, Source
from tournament.models import Game, StaffMember
from tournament.queries import clock
from tournament.queries.seal import format_game_sheet
from tournament.services.play.turns import announce_turn, draw_turn
from tournament.services.tournaments import create_tournament

SHEET = """ 1  AECC?NU   C(H)ACUNE   H4   76
 2  EIOLMLS   MOLLIES     G8   68
 3  IARERIS   CRIERAIS    4H   72
"""
RECORD = (GAMES / "hiersac-2022-01-21-joker.json").read_bytes()


def send(room: Room, browser: Client, sheet: str = SHEET, **fields: Any) -> Any:
    data = {"format": "normal", "time": "180", "warn_s": "30", "sheet": sheet}
    return browser.post(reverse_for(room, "office-game-import"), data | fields)


def test_a_sheet_is_shown_before_it_is_stored(room: Room, organiser: Client) -> None:
    page = read_text(send(room, organiser, show=""))
    assert ">216<" in page
    assert SHEET.strip() in page
    assert 'name="store"' in page
    assert not Game.objects.exists()
    response = send(room, organiser, store="", time="120")
    game = Game.objects.get()
    assert response["Location"] == reverse_for(room, "office-game", 1)
    assert (game.source, game.time_s, len(script_of(game)["turns"])) == (Source.REPLAY, 120, 3)
    assert [turn["word"] for turn in script_of(game)["turns"]] == ["ChACUNE", "MOLLIES", "CRIERAIS"]


def test_sheet_with_letters_in_play_is_checked_for_staff_only(
    room: Room, organiser: Client
) -> None:
    """Check that only the staff learns which words are admitted."""
    elsewhere = create_tournament(
        name="Ailleurs", starts_on=clock.now().date(), edition=CURRENT, **room.get_author_and_time()
    )
    turn = draw_turn(
        game=room.game(source=Source.HAND), letters="AECCNUE", **room.get_author_and_time()
    )
    assert turn is not None
    stranger = Room(elsewhere, User.objects.create_user("mireille"), [])
    StaffMember.objects.create(tournament=elsewhere, user=stranger.user, role=Role.ORGANISER)
    browser = Browser()
    browser.force_login(stranger.user)
    sheet = "ACCEENU CANCE H4 20"
    assert send(stranger, browser, sheet, show="").status_code == 200
    announce_turn(turn=turn, **room.get_author_and_time())
    for button in ("show", "store"):
        refused = send(stranger, browser, sheet, **{button: ""})
        assert refused.status_code == 422
        page = read_text(refused)
        assert "Un coup se joue en ce moment avec ces lettres" in page
        assert sheet in page
        assert 'name="store"' not in page
    assert not elsewhere.games.exists()
    assert 'name="store"' in read_text(send(room, organiser, sheet, show=""))
    assert 'name="store"' in read_text(send(stranger, browser, show=""))


def test_errors_name_their_line_and_the_text_stays(room: Room, organiser: Client) -> None:
    bad = SHEET.replace("MOLLIES", "MOLLIEZ")
    for fields in ({"show": ""}, {"store": ""}):
        response = send(room, organiser, bad, **fields)
        page = read_text(response)
        assert response.status_code == 422
        assert "Ligne 2 : MOLLIEZ ne peut pas être joué en G8 : il manque au tirage Z." in page
        assert bad.strip() in page
        assert 'name="store"' not in page
    assert not Game.objects.exists()
    page = read_text(send(room, organiser, "AECC?NU MOT\nn'importe quoi à lire ici"))
    assert "Ligne 1 : « AECC?NU MOT » : il manque la référence du mot." in page
    assert "Ligne 2 :" in page


def test_pasted_text_is_shown_again_unchanged(room: Room, organiser: Client) -> None:
    text = "  1\tAECC?NU\tC(H)ACUNE\tH4\t99\r\n\r\n# <b>note</b>   \r\n"
    page = read_text(send(room, organiser, text))
    assert text in page.replace("\n", "\r\n").replace("\r\r\n", "\r\n")
    assert "Ligne 1 : Le score écrit est 99 ; le mot vaut 76, qui sera retenu." in page


def test_words_outside_the_lexicon_are_named(room: Room, organiser: Client) -> None:
    page = read_text(send(room, organiser, "1 AECCXNU CACUNX H4"))
    assert "admis dans cette partie seulement : CACUNX" in page


def test_a_json_file_becomes_a_sheet_that_can_be_stored(room: Room, organiser: Client) -> None:
    upload = SimpleUploadedFile("partie.json", RECORD, "application/json")
    page = read_text(send(room, organiser, "", file=upload))
    assert "I(N)TOX" in page
    assert '<option value="joker" selected>' in page
    assert ">1187<" in page
    upload = SimpleUploadedFile("partie.json", RECORD, "application/json")
    send(room, organiser, "", file=upload, store="")
    game = Game.objects.get()
    assert (game.format, len(script_of(game)["turns"])) == ("joker", 18)
    assert format_game_sheet(game).endswith("Total 1187\n")


def test_json_that_is_pasted_becomes_a_sheet_too(room: Room, organiser: Client) -> None:
    page = read_text(send(room, organiser, RECORD.decode()))
    assert "I(N)TOX" in page
    assert ">1187<" in page
    response = send(room, organiser, RECORD.decode()[:-9])
    assert response.status_code == 422
    assert "Ce texte n’est pas du JSON : erreur à la ligne" in read_text(response)
    assert '"id": "hiersac' in read_text(response)


def test_letters_and_words_with_accents_are_read_without_them(
    room: Room, organiser: Client
) -> None:
    sheet = "N° Tirage Mot Réf.\n" + SHEET.replace("MOLLIES", "MÔLLÏÉS").replace("AECC", "ÀÉÇC")
    record = json.loads(RECORD)
    del record["total"]
    for turn in record["turns"]:
        turn |= {name: turn[name].replace("E", "É") for name in ("tirage", "word", "drawn")}
    for written in (sheet, json.dumps(record)):
        send(room, organiser, written, store="")
    from_sheet, from_json = Game.objects.order_by("number")
    assert [turn["word"] for turn in script_of(from_sheet)["turns"]] == [
        *("ChACUNE", "MOLLIES", "CRIERAIS")
    ]
    plain_record = json.loads(RECORD)
    for name in ("word", "drawn"):
        assert [turn[name] for turn in script_of(from_json)["turns"]] == [
            turn[name] for turn in plain_record["turns"]
        ]


def test_deviations_from_the_rules_are_named(room: Room, organiser: Client) -> None:
    page = read_text(send(room, organiser, "1 AECC?NU C(H)ACUNE 8D"))
    assert "Ligne 1 : ChACUNE est joué verticalement ; le premier mot se joue" in page
    game = json.loads(RECORD)
    game["turns"], game["turns"][0]["joker_stays_on_board"] = game["turns"][:2], True
    page = read_text(send(room, organiser, json.dumps(game)))
    assert "Ligne 1 : la lettre N, encore au sac, remplace le joker (3.8.1). Le fichier" in page


def test_a_sheet_saved_by_windows_is_read(room: Room, organiser: Client) -> None:
    upload = SimpleUploadedFile("feuille.txt", ("N° Tirage Mot Réf.\n" + SHEET).encode("cp1252"))
    page = read_text(send(room, organiser, "", file=upload))
    assert ">216<" in page
    assert "N° Tirage Mot Réf." in page


NO_GAMES = [
    (b"\xff\xfe\x00", "Ce fichier n’est pas du texte."),
    (b"%PDF\0\0", "Ce fichier n’est pas du texte."),
    (b'{\n"turns": [}', "Ce texte n’est pas du JSON : erreur à la ligne 2."),
    (b"[1, 2]", "Ce texte JSON ne décrit pas une partie."),
    (json.dumps({"format": "normal"}).encode(), "il manque « turns »."),
    (json.dumps({"format": "9"}).encode(), "« format » ne convient pas : '9'."),
    (RECORD.replace(b'"ref": "', b'"ref": "Z', 1), "« ref » ne convient pas"),
    (b"[" * 100_000, "Ce texte"),
    (b'{"a": ' + b"1" * 10_000 + b"}", "Ce texte JSON ne décrit pas une partie."),
    (b"A" * 30_000, "Ce texte est trop long pour une feuille de partie."),
    (b" " * 1_100_000, "Ce fichier est trop gros pour une partie (1 Mo)."),
]


def test_a_file_that_is_no_game_is_refused(room: Room, organiser: Client) -> None:
    with every_row() as row:
        for content, sentence in NO_GAMES:
            with row(content[:30]):
                upload = SimpleUploadedFile("partie.json", content, "application/json")
                response = send(room, organiser, "", file=upload, store="")
                assert response.status_code == 422
                assert sentence in read_text(response)
                assert not Game.objects.exists()


def test_an_empty_form_says_what_to_do(room: Room, organiser: Client) -> None:
    assert "Collez une feuille et vérifiez-la" in read_text(
        organiser.get(reverse_for(room, "office-game-import"))
    )
    response = send(room, organiser, "  ")
    assert response.status_code == 422
    assert "Collez une feuille de partie, ou choisissez un fichier." in read_text(response)
