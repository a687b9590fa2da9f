"""``{% load road_sheets %}``: words of the players' pages."""

from django import template

from tournament.presentation import road_sheets

register = template.Library()

register.simple_tag(road_sheets.gap_chart)
register.filter(road_sheets.signed)
register.filter(road_sheets.format_placing)
register.filter(road_sheets.turn_badges)
