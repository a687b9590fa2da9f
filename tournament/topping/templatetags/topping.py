"""``{% load topping %}``: words of *topping*."""

from django import template

from tournament.topping.presentation import topping

register = template.Library()

register.filter(topping.title_of)
register.filter(topping.topping_state)
register.filter(topping.topping_badge)
register.filter(topping.topping_mode)
register.filter(topping.run_state)
register.filter(topping.topping_time)
register.filter("tenths_in_seconds", topping.seconds)
register.filter(topping.event_name)
register.filter("where", topping.where)
register.filter(topping.shown_name)
