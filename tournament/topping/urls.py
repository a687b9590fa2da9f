"""URLs of toppings, except those that begin with the name of a tournament."""

from django.urls import path

from tournament.topping.core.topping_run import ToppingCommand
from tournament.topping.views.judge import topping as judge
from tournament.topping.views.organisation import training as organisation
from tournament.topping.views.organiser import toppings
from tournament.topping.views.player import topping as player
from tournament.topping.views.public import training

_TOPPING = "office/<slug:slug>/toppings/<int:number>/"
_DESK = "judge/<slug:slug>/topping/<int:number>/"
_ORGANISATION = "organisation/<int:organisation_id>/"
_HALL = "training/<str:key>/"

urlpatterns = [
    path("office/<slug:slug>/toppings/", toppings.listing, name="office-toppings"),
    path("office/<slug:slug>/toppings/new/", toppings.create, name="office-topping-new"),
    path(_TOPPING, toppings.page, name="office-topping"),
    path(_TOPPING + "events/", toppings.events, name="office-topping-events"),
    path(_TOPPING + "delete/", toppings.delete, name="office-topping-delete"),
    path(_TOPPING + "players/", toppings.add_players, name="office-topping-players"),
    *(
        path(
            _TOPPING + f"{command}/",
            toppings.command,
            {"name": str(command)},
            f"office-topping-{command}",
        )
        for command in ToppingCommand
    ),
    *(
        path(
            _TOPPING + f"board.{kind}",
            toppings.as_file,
            {"kind": kind},
            f"office-topping-{kind}",
        )
        for kind in toppings.FILE_KINDS
    ),
    *(
        path(
            _TOPPING + f"runs/<int:run_id>/{name}/",
            toppings.run_command,
            {"name": name},
            f"office-topping-run-{name}",
        )
        for name in toppings.RUN_COMMANDS
    ),
    path(_DESK, judge.page, name="judge-topping"),
    path(_DESK + "start/", judge.start, name="judge-topping-start"),
    path(_DESK + "found/", judge.accept, name="judge-topping-found"),
    path(_DESK + "take-back/", judge.take_back, name="judge-topping-take-back"),
    path(_ORGANISATION + "training/", organisation.page, name="organisation-training"),
    path(_ORGANISATION + "training/close/", organisation.close, name="organisation-training-close"),
    path(
        _ORGANISATION + "training/<int:game>/delete/",
        organisation.delete,
        name="organisation-training-delete",
    ),
    path("table/toppings/", player.invitation, name="table-toppings"),
    path("table/topping/<int:number>/", player.page, name="table-topping"),
    path("table/topping/<int:number>/start/", player.start, name="table-topping-start"),
    path("table/topping/<int:number>/say/", player.propose, name="table-topping-say"),
    path(_HALL, training.hall, name="training"),
    path(_HALL + "new/", training.new, name="training-new"),
    path(_HALL + "name/", training.rename, name="training-name"),
    path(_HALL + "forget/", training.forget, name="training-forget"),
    path(_HALL + "<int:number>/", training.game, name="training-game"),
    path(_HALL + "<int:number>/start/", training.start, name="training-start"),
    path(_HALL + "<int:number>/say/", training.propose, name="training-say"),
    path(_HALL + "<int:number>/stop/", training.stop, name="training-stop"),
    path(_HALL + "<int:number>/result/", training.result, name="training-result"),
]
