"""``{% load sheets %}``: words of the pages about prepared games and game sheets."""

from django import template

from tournament.presentation import game_sheets

register = template.Library()

register.simple_tag(game_sheets.sheet_problem)
register.filter(game_sheets.wish_name)
register.filter(game_sheets.describe_obstacle)
register.filter(game_sheets.wish_range)
