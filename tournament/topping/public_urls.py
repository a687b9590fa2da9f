"""Public URLs of toppings, which begin with the name of a tournament."""

from django.urls import path

from tournament.topping.views.public import topping as public

urlpatterns = [
    path("<slug:slug>/topping/<int:number>/", public.page, name="public-topping"),
    path("<slug:slug>/topping/<int:number>/screen/", public.screen, name="public-topping-screen"),
    path("<slug:slug>/topping/<int:number>/board.csv", public.as_csv, name="public-topping-csv"),
]
