"""The rules of the editions: each looks at a case and gives a verdict, or None to go on."""
