from django.apps import AppConfig


class ToppingConfig(AppConfig):
    name = "tournament.topping"
    label = "topping"
    verbose_name = "Topping"
