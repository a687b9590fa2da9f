"""``{% load road_sheets %}``: words of the players' pages."""

from django import template

from tournament.presentation import road_sheets

register = template.Library()

register.simple_tag(road_sheets.render_gap_chart, name="gap_chart")
register.filter("signed", road_sheets.format_signed)
register.filter(road_sheets.format_placing)
register.filter("turn_badges", road_sheets.list_turn_badges)
