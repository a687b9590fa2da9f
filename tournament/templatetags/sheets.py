"""``{% load sheets %}``: words of the pages about prepared games and game sheets."""

from django import template

from tournament.presentation import game_sheets

register = template.Library()

register.simple_tag(game_sheets.describe_sheet_problem, name="sheet_problem")
register.filter("wish_name", game_sheets.get_wish_name)
register.filter(game_sheets.describe_obstacle)
register.filter("wish_range", game_sheets.format_wish_range)
