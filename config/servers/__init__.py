"""The addresses of the servers that the environment names: broker and mail."""
