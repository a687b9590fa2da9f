"""What the editions of the regulation say."""
