"""Scores that are void because a player cheated (6.1), and given back."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from arbitrage.services.cheating import annul_scores, give_back_scores
from arbitrage.services.correction import correct_turn
from engine.regulation.editions import EDITIONS
from engine.regulation.topics import Topic
from tests.explanations import read_explanation
from tests.room import Room
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.models import Score, Turn
from tournament.queries import clock


def test_collected_turns_are_zero_until_given_back(room: Room, first_results: Turn) -> None:
    cheat = room.entries[0]
    line = Score.objects.filter(entry=cheat)
    before = line.get().points
    assert before > 0
    stranger: Any = {"by": User.objects.create_user("visiteuse"), "now": clock.now()}
    with pytest.raises(NotAllowed):
        annul_scores(entry=cheat, reason="copié", excluded=False, **stranger)
    with pytest.raises(BadSetting):
        annul_scores(entry=cheat, reason=" ", excluded=False, **room.get_author_and_time())

    annul_scores(entry=cheat, reason="copié", excluded=True, **room.get_author_and_time())
    assert (line.get().points, line.get().sanction, line.get().article) == (0, "zero", "6.1")
    assert "copié (art." in read_explanation(line.get())
    cheat.refresh_from_db()
    assert cheat.withdrawn, "the cheat plays no more"
    correct_turn(turn_id=first_results.pk, now=clock.now())
    assert line.get().points == 0
    with pytest.raises(WrongState):
        annul_scores(entry=cheat, reason="copié", excluded=False, **room.get_author_and_time())

    give_back_scores(entry=cheat, reason="erreur", **room.get_author_and_time())
    assert line.get().points == before
    with pytest.raises(WrongState):
        give_back_scores(entry=cheat, reason="erreur", **room.get_author_and_time())


def test_nothing_is_annulled_where_nothing_was_played(room: Room) -> None:
    with pytest.raises(WrongState) as refused:
        annul_scores(
            entry=room.entries[0], reason="copié", excluded=True, **room.get_author_and_time()
        )
    assert refused.value.reason == "nothing-to-annul"


def test_every_edition_cites_an_article() -> None:
    cited = {key: edition.format_articles(Topic.CHEATING) for key, edition in EDITIONS.items()}
    assert cited == {"2023": "6.1", "2019": "5.4", "2017": "5.4", "2014": "5.4", "2011": "5.4"}
