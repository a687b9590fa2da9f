"""A refused archive is not restored, or the restored tournament has a mark that stays."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.services.restoring import restore_tournament
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    archive_now,
    forge,
    read_content_members,
    remove_tournament,
)
from tests.arbitrage.archive.verify.forgeries import list_places, verify
from tests.french import plain
from tests.room import Room
from tests.tournament.views.browser import Browser
from tests.tournament.views.office import read_text, reverse_for
from tournament.models import Tournament, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.accounts.organisations import create_organisation
from tournament.services.play.turns import reveal_turn

MARK = "Non vérifié : remis d’un fichier que la vérification refuse"


@pytest.fixture
def honest(room: Room, lasting_results: Turn) -> bytes:
    """The archive of a tournament of one revealed turn, which is not here any more."""
    move = load_choice(lasting_results).proposed_top
    assert move is not None
    reveal_turn(turn=lasting_results, word=move.word, ref=move.ref, **room.get_author_and_time())
    content = archive_now(room.tournament)
    remove_tournament(room.tournament)
    return content


def add_points(content: bytes) -> bytes:
    """Return the archive with 500 points more for one table, in its score and in the rankings."""

    def add_score(lines: Lines) -> Lines:
        index = next(index for index, line in enumerate(lines) if line["points"])
        changed = lines[index] | {"points": lines[index]["points"] + 500}
        return [*lines[:index], changed, *lines[index + 1 :]]

    return forge(content, "scores", add_score)


def find_forged_line(content: bytes) -> int:
    (number,) = {
        number
        for kind, member, number in list_places(verify(content, Lexica()))
        if (kind, member) == (DiscrepancyKind.SCORE, "scores")
    }
    assert number is not None
    return number


def bring(content: bytes, **options: Any) -> Tournament:
    return restore_tournament(content=content, by=None, now=clock.now(), **options)


def test_points_added_in_a_file_are_refused(honest: bytes) -> None:
    forged = add_points(honest)
    parts: list[float] = []
    with pytest.raises(BadArchive) as refused:
        bring(forged, report_progress=parts.append)
    assert refused.value.reason == "unverified"
    assert parts == [0.5, 1.0], "the solutions, then the verdicts of one turn"
    line = find_forged_line(forged)
    assert any(
        sentence.startswith(f"scores.jsonl, ligne {line} – partie 1, coup 1, table")
        for sentence in refused.value.data["discrepancies"]
    )
    assert not Tournament.objects.exists()
    assert bring(honest).unverified is None


def test_the_mark_is_archived_and_stays(honest: bytes) -> None:
    restored = bring(add_points(honest), accept_unverified=True)
    places = restored.unverified
    assert ["scores", find_forged_line(add_points(honest))] in places
    content = archive_now(restored)
    assert (DiscrepancyKind.UNVERIFIED, "tournament", 1) in list_places(verify(content, Lexica()))

    remove_tournament(restored)
    with pytest.raises(BadArchive, match="unverified"):
        bring(content)
    again = bring(content, accept_unverified=True)
    assert [place for place in places if place not in again.unverified] == []
    assert ["tournament", 1] not in again.unverified, "the mark is no new lie"

    # A file whose lines agree again has the mark still, and is refused for it alone.
    remove_tournament(again)
    marked = forge(honest, "tournament", lambda lines: [lines[0] | {"unverified": places}])
    kinds = {kind for kind, _, _ in list_places(verify(marked, Lexica()))}
    assert kinds == {DiscrepancyKind.UNVERIFIED}
    with pytest.raises(BadArchive, match="unverified"):
        bring(marked)
    restored = bring(marked, accept_unverified=True)
    assert read_content_members(archive_now(restored)) == read_content_members(marked)


def test_the_organiser_ticks_and_every_head_is_marked(
    honest: bytes, room: Room, client: Client, printed_words: None
) -> None:
    forged = add_points(honest)
    user = User.objects.create_user("claire")
    create_organisation(name="Club d’ailleurs", by=user, now=clock.now())
    browser, page = Browser(), reverse("restore-file")
    browser.force_login(user)

    def send(content: bytes, accepted: str = "") -> Any:
        file = SimpleUploadedFile("essai.duplicata.zip", content)
        return browser.post(page, {"file": file, "accepted": accepted}, follow=True)

    assert "accepted" not in read_text(browser.get(page))
    answer = send(forged)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert "Ce que la vérification refuse" in read_text(answer)
    assert "cette ligne du tableau ne suit pas des décisions" in read_text(answer)
    assert f'value="{form.digest}"' in read_text(answer)
    other = forge(forged, "players", lambda lines: [lines[0] | {"club": "x"}, *lines[1:]])
    assert send(other, form.digest).status_code == 422, "the tick is for the file that was refused"
    assert not Tournament.objects.exists()
    answer = send(forged, form.digest)
    assert answer.status_code == 200
    line = find_forged_line(forged)
    assert f"{MARK} (scores, ligne {line}" in read_text(answer)

    for name in ("public-ranking", "public-game"):
        text = read_text(
            client.get(reverse_for(room, name, *([1] if name == "public-game" else [])))
        )
        assert f"{MARK} (scores, ligne {line}" in text, name
        assert "non vérifié</a>" in text, name
    paper = client.get(reverse_for(room, "public-ranking-pdf")).content.decode()
    assert "Non vérifié" in " ".join(paper.split())
    table = client.get(reverse_for(room, "public-ranking-csv")).content.decode("utf-8-sig")
    assert "Total provisoire, non vérifié" in table
    for name in ("api-tournament", "api-ranking"):
        answered = json.loads(client.get(reverse_for(room, f"api-v1:{name}")).content)
        assert f"scores, ligne {line}" in answered["unverified"], name


def test_the_command_needs_a_word_too(
    honest: bytes, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "essai.duplicata.zip"
    file.write_bytes(add_points(honest))
    with pytest.raises(CommandError, match=r"scores\.jsonl, ligne"):
        call_command("restore", str(file))
    call_command("restore", str(file), unverified=True)
    assert "Non vérifié : toutes ses pages le disent." in capsys.readouterr().out
    call_command("archive", Tournament.objects.get().slug, str(tmp_path / "copie.zip"))
    assert MARK in plain(capsys.readouterr().out)
