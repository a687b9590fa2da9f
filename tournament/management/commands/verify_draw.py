"""``manage.py verify_draw``: proves that the letters of a finished game come from its seed."""

import io
from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from tournament.core.states import GameState, Source
from tournament.management import base as commands
from tournament.models import Game
from tournament.queries.results.proof import Proof, build_proof
from tournament.queries.seal import is_sheet_secret


class Command(commands.FrenchCommand):
    help = "Vérifie que les tirages d'une partie terminée découlent de sa graine publiée."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", metavar="TOURNOI", help="adresse (slug) du tournoi")
        parser.add_argument("game", metavar="PARTIE", type=int, help="numéro de la partie")

    def handle(self, *_: Any, tournament: str, game: int, **__: Any) -> None:
        played_game = Game.objects.filter(tournament__slug=tournament, number=game).first()
        if played_game is None:
            raise CommandError(f"Aucune partie {game} dans le tournoi « {tournament} ».")
        if played_game.state not in {GameState.FINISHED, GameState.VOID}:
            raise CommandError("La graine n'est publiée qu'une fois la partie terminée.")
        if is_sheet_secret(played_game):
            raise CommandError(
                "Cette partie annulée est celle d'une épreuve à plusieurs centres : sa graine "
                "reste secrète jusqu'à la fin de l'épreuve partout."
            )
        proof = build_proof(played_game)
        table = Table(title=f"Graine {played_game.seed}\nEngagement {proof.commitment}")
        for heading in ("Coup", "Tirage n°", "Reliquat", "Lettres", "Recalculé", ""):
            table.add_column(heading)
        for row in proof.rows:
            mark = "✓" if row.is_as_expected else "✗"
            index = "—" if row.index is None else str(row.index)
            table.add_row(str(row.turn), index, row.kept, row.drawn, row.expected_letters, mark)
        console = Console(width=100, record=True, file=io.StringIO())
        console.print(table)
        self.stdout.write(console.export_text())
        if not proof.is_valid:
            broken_seal = "La feuille n'est PAS celle qui a été scellée avant la partie."
            other_letters = "Les tirages ne correspondent PAS à la graine."
            raise CommandError(broken_seal if proof.is_seal_valid is False else other_letters)
        self.stdout.write(_explain_proof(played_game, proof))


def _explain_proof(game: Game, proof: Proof) -> str:
    """Return the French text that says what the proof shows for this source of letters."""
    verified = f"{proof.derived_count} tirages vérifiés : tous découlent de la graine."
    if game.source == Source.PREPARED:
        return (
            f"{verified}\nLe sceau est intact : tirages et mots retenus sont ceux de la feuille "
            "scellée avant la partie.\nPartie préparée : sa graine a été choisie d'avance, par "
            "essais, pour que la partie réponde aux vœux de l'organisateur. La preuve montre que "
            "rien n'a changé depuis que l'empreinte et le sceau sont publiés, pas que ces lettres "
            "sont venues au hasard."
        )
    if game.source == Source.REPLAY:
        return (
            "Le sceau est intact : tirages et mots retenus sont ceux de la feuille scellée avant "
            "la partie.\nPartie enregistrée : ses lettres viennent de sa feuille, il n'y a pas de "
            f"tirage à recalculer, sauf après un coup annulé ({proof.derived_count} ici, vérifiés)."
        )
    if game.source == Source.HAND:
        return "Tirage à la main : le logiciel n'a rien tiré, il n'y a rien à recalculer."
    return verified
