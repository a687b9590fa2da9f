"""A player's account: warnings, decisions about them, permissions."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from arbitrage.models import Act
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Score
from tournament.queries.results.standings import count_warnings

REASON = "bavardage"


def build_path(sanctioned_turns: SanctionedTurns, table: int) -> str:
    return reverse_for(
        sanctioned_turns.room, "arbiter-account", 1, sanctioned_turns.entries[table - 1].pk
    )


def decide(
    client: Client, sanctioned_turns: SanctionedTurns, table: int, decision: str, **fields: Any
) -> Any:
    data = {"decision": decision, "reason": REASON, **fields}
    return client.post(build_path(sanctioned_turns, table), data)


def test_the_account_shows_warnings_and_deduction(
    sanctioned_turns: SanctionedTurns, arbiter: Client
) -> None:
    page = read_text(arbiter.get(build_path(sanctioned_turns, 4)))
    assert "Table 4, Danemark : avertissements de la partie 1" in page
    assert "<strong>2</strong> avertissements comptés" in page
    assert "Au-delà de 3, chacun coûte 5 points en fin de partie (art. 5.9)." in page
    assert "score absent ou erroné" in page
    assert "Enlever l’avertissement du coup 1" in page
    assert "Moyenne" not in page
    assert "Aucun avertissement dans cette partie." in read_text(
        arbiter.get(build_path(sanctioned_turns, 2))
    )


def test_an_arbiter_removes_a_warning_with_a_motive(
    sanctioned_turns: SanctionedTurns, arbiter: Client
) -> None:
    response = decide(arbiter, sanctioned_turns, 4, "remove-1", reason="le 7 est un 1")
    assert response.status_code == 302
    entry = sanctioned_turns.entries[3].pk
    assert count_warnings(sanctioned_turns.game, [entry]) == {entry: 1}
    page = read_text(arbiter.get(build_path(sanctioned_turns, 4)))
    assert "Avertissement enlevé, camille" in page
    assert "« le 7 est un 1 »" in page
    assert "Enlever l’avertissement du coup 1" not in page


def test_an_act_can_be_taken_back_and_stays_listed(
    sanctioned_turns: SanctionedTurns, arbiter: Client
) -> None:
    decide(arbiter, sanctioned_turns, 2, "warn")
    act = Act.objects.get()
    assert act.turn == sanctioned_turns.second
    decide(arbiter, sanctioned_turns, 2, f"back-{act.pk}", reason="c’était la table 3")
    page = read_text(arbiter.get(build_path(sanctioned_turns, 2)))
    assert "« bavardage » – reprise par camille" in page
    assert "« c’était la table 3 »" in page
    assert "<strong>0</strong>" in page


def test_a_warning_can_be_for_an_earlier_turn(
    sanctioned_turns: SanctionedTurns, arbiter: Client
) -> None:
    url = build_path(sanctioned_turns, 2) + "?turn=1"
    arbiter.post(url, {"decision": "warn", "reason": REASON})
    assert Act.objects.get().turn == sanctioned_turns.first
    assert arbiter.get(build_path(sanctioned_turns, 2) + "?turn=9").status_code == 404


def test_an_average_is_offered_where_it_is_due(
    sanctioned_turns: SanctionedTurns, arbiter: Client
) -> None:
    page = read_text(arbiter.get(build_path(sanctioned_turns, 1)))
    assert "NUPTE lui était refusé au coup 1" in page
    decide(arbiter, sanctioned_turns, 1, "average", reason="billet non parvenu")
    line = Score.objects.get(turn=sanctioned_turns.second, entry=sanctioned_turns.entries[0])
    assert line.average
    assert line.points > 0
    row = read_text(
        arbiter.get(
            reverse_for(sanctioned_turns.room, "arbiter-list")
            + f"?at={sanctioned_turns.entries[0].pk}"
        )
    )
    assert f'<td role="cell" class="num paid">{line.points}</td>' in row
    assert "« billet non parvenu »" in row


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"reason": " "}, "Donnez le motif."),
        ({"decision": ""}, "Choisissez ce que vous décidez."),
        ({"decision": "back-99"}, "Ce choix n’est plus possible"),
        ({"decision": "average"}, "Ce choix n’est plus possible"),
    ],
)
def test_a_bad_decision_decides_nothing(
    sanctioned_turns: SanctionedTurns, arbiter: Client, fields: dict[str, str], sentence: str
) -> None:
    response = decide(arbiter, sanctioned_turns, 4, **({"decision": "warn"} | fields))
    assert response.status_code == 422
    assert sentence in read_text(response)
    assert not Act.objects.exists()


def test_in_the_list_the_dialog_answers_with_the_list(
    sanctioned_turns: SanctionedTurns, arbiter: Client
) -> None:
    url = build_path(sanctioned_turns, 4) + f"?game=1&turn=2&at={sanctioned_turns.entries[3].pk}"
    beside = reverse_for(
        sanctioned_turns.room, "arbiter-bulletin-account", 1, 2, sanctioned_turns.entries[3].pk
    )
    assert "Enlever l’avertissement du coup 2" in read_text(arbiter.get(beside, headers=HTMX))
    assert read_text(arbiter.get(url, headers=HTMX)).lstrip().startswith("<h2")
    fields = {"decision": "remove-2", "reason": REASON}
    response = arbiter.post(url, fields, headers=HTMX)
    assert (response.status_code, response["HX-Retarget"]) == (200, "#list")
    assert "avertissement enlevé" in read_text(response)
    again = arbiter.post(url, fields, headers=HTMX)
    assert (again.status_code, again["HX-Retarget"]) == (422, "#change-body")


@pytest.mark.parametrize("role", [Role.JUDGE, Role.ARBITER, Role.DOUBLE_ARBITER])
def test_judge_and_arbiters_have_the_account_page(
    sanctioned_turns: SanctionedTurns, sign_in: Callable[..., Client], role: Role
) -> None:
    client = sign_in(role)
    assert client.get(build_path(sanctioned_turns, 1)).status_code == 200
    assert decide(client, sanctioned_turns, 1, "warn").status_code == 302


def test_other_roles_have_no_account_page(
    sanctioned_turns: SanctionedTurns, sign_in: Callable[..., Client]
) -> None:
    organiser = sign_in(Role.ORGANISER, name="dominique")
    assert organiser.get(build_path(sanctioned_turns, 1)).status_code == 403
    assert decide(organiser, sanctioned_turns, 1, "warn").status_code == 403
    assert Client().get(build_path(sanctioned_turns, 1)).status_code == 302
    assert not Act.objects.exists()


def test_a_player_of_another_tournament_is_not_found(
    sanctioned_turns: SanctionedTurns, arbiter: Client
) -> None:
    assert (
        arbiter.get(reverse_for(sanctioned_turns.room, "arbiter-account", 1, 10**9)).status_code
        == 404
    )


def test_only_the_staff_see_warnings_during_the_game(
    sanctioned_turns: SanctionedTurns, arbiter: Client, sign_in: Callable[..., Client]
) -> None:
    url = reverse_for(sanctioned_turns.room, "public-ranking") + "?game=1"
    shown = read_text(arbiter.get(url))
    assert build_path(sanctioned_turns, 4) in shown
    assert "1 avertissement : Danemark" in shown  # the second turn is not revealed
    organiser = read_text(sign_in(Role.ORGANISER, name="dominique").get(url))
    assert "Avert." in organiser
    assert build_path(sanctioned_turns, 4) not in organiser
    public = read_text(Client().get(url))
    assert "Avert." not in public
    assert build_path(sanctioned_turns, 4) not in public
