"""``{% load road_sheets %}``: words of the players' pages."""

from django import template

from tournament.words import road_sheets

register = template.Library()

register.filter(road_sheets.signed)
register.filter(road_sheets.place_of)
register.filter(road_sheets.turn_badges)
