"""Addresses of the players: the way to a table, and the tablet there."""

from django.urls import path

from tournament.classic.views.player import match
from tournament.topping.views.player import topping
from tournament.views.player import table as player

urlpatterns = [
    path("t/<str:key>/", player.enter_by_link, name="enter-by-key"),
    path("table/", player.tablet, name="table"),
    path("table/take/", player.take, name="table-take"),
    path("table/enter/", player.enter, name="table-enter"),
    path("table/token/", player.token, name="table-token"),
    path("table/road/<int:number>/", player.road_sheet, name="table-road"),
    path("table/bulletin/", player.bulletin, name="table-bulletin"),
    path("table/match/", match.match, name="table-match"),
    path("table/toppings/", topping.invitation, name="table-toppings"),
    path("table/topping/<int:number>/", topping.page, name="table-topping"),
    path("table/topping/<int:number>/start/", topping.start, name="table-topping-start"),
    path("table/topping/<int:number>/say/", topping.propose, name="table-topping-say"),
    path("table/slip/", player.slip, name="table-slip"),
]
