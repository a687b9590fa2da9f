"""``{% load grid %}``: what templates need to show grids and words."""

from django import template

from tournament.presentation import grid

register = template.Library()

register.simple_tag(grid.grid_data)
register.filter(grid.word)
