"""``manage.py recount_scores``: writes a game's scoreboard again from the decisions in force."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import ngettext

from arbitrage.services.recounting import recount_game
from tournament.management import base as commands
from tournament.models import Game
from tournament.queries import clock


class Command(commands.FrenchCommand):
    help = "Récrit le tableau des scores d'une partie d'après les décisions en vigueur."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", metavar="TOURNOI", help="adresse (slug) du tournoi")
        parser.add_argument("game", metavar="PARTIE", type=int, help="numéro de la partie")

    def handle(self, *_: Any, tournament: str, game: int, **__: Any) -> None:
        stored_game = Game.objects.filter(tournament__slug=tournament, number=game).first()
        if stored_game is None:
            raise CommandError(f"Aucune partie {game} dans le tournoi « {tournament} ».")
        changed = recount_game(game=stored_game, now=clock.now())
        if not changed:
            self.stdout.write("Toutes les lignes étaient justes.")
            return
        text = ngettext("%(n)d ligne corrigée.", "%(n)d lignes corrigées.", changed)
        self.stdout.write(text % {"n": changed})
