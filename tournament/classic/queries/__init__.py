"""What is read of a *match classique*."""
