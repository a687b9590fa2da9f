"""``{% load topping %}``: filters for toppings."""

from django import template

from tournament.topping.presentation import topping

register = template.Library()

register.filter(topping.topping_title)
register.filter(topping.topping_state)
register.filter(topping.topping_badge)
register.filter(topping.topping_mode)
register.filter(topping.run_state)
register.filter(topping.topping_time)
register.filter(topping.tenths_in_seconds)
register.filter(topping.event_name)
register.filter(topping.describe_place)
register.filter(topping.display_name)
