"""``{% load grid %}``: what templates need to show grids and words."""

from django import template

from tournament.presentation import grid

register = template.Library()

register.simple_tag(grid.render_grid_data, name="grid_data")
register.filter("word", grid.render_word)
