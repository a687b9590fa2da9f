"""The commands of ``manage.py`` explain wrong arguments in French."""

import pytest
from django.core.management import (
    CommandError,
    call_command,
    execute_from_command_line,
    get_commands,
    load_command_class,
)

from tournament.management.base import FrenchCommand

OWN_COMMANDS = {
    name: app for name, app in get_commands().items() if app in {"tournament", "arbitrage"}
}


@pytest.mark.parametrize("name", OWN_COMMANDS)
def test_every_command_refuses_an_unknown_option_in_french(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = load_command_class(OWN_COMMANDS[name], name)
    assert isinstance(command, FrenchCommand)
    with pytest.raises(SystemExit) as caught:
        command.run_from_argv(["manage.py", name, "a", "1", "b", "--nothing"])
    assert caught.value.code == 2
    message = capsys.readouterr().err
    assert message.startswith("Commande incorrecte : ")
    assert message.endswith(f" ; voir « manage.py {name} --help ».\n")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["verify_draw"], "il manque TOURNOI, PARTIE"),
        (["verify_draw", "essai", "un"], "PARTIE attend un nombre, pas « un »"),
        (["verify_draw", "essai", "1", "2"], "2 n'est pas attendu ici"),
        (["import_lexicon", "Liste", "liste.txt", "--report"], "--report attend une valeur"),
        (["sign_in_link"], "il manque NOM"),
        (["recount_scores", "essai"], "il manque PARTIE"),
        (
            ["prepare_game", "essai", "--turns", "beaucoup"],
            "--turns : « beaucoup » n'est ni un nombre ni un intervalle (18-22)",
        ),
    ],
)
def test_a_wrong_argument_is_explained_in_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        execute_from_command_line(["manage.py", *arguments])
    assert caught.value.code == 2
    message = f"Commande incorrecte : {reason} ; voir « manage.py {arguments[0]} --help ».\n"
    assert capsys.readouterr().err == message


@pytest.mark.parametrize("arguments", [[], ["essai", "un"], ["essai", "1", "2"]])
def test_call_command_raises_command_error_for_wrong_arguments(
    arguments: list[str],
) -> None:
    with pytest.raises(CommandError, match=r"^Commande incorrecte : .*« manage\.py verify_draw --"):
        call_command("verify_draw", *arguments)
