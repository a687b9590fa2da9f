"""What is written of a *match classique*."""
