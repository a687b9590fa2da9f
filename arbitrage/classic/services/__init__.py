"""What officers of a *match classique* do: they take calls, and decide."""
