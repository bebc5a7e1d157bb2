"""Generates the built-in embedding model: static token vectors distilled from all-MiniLM-L6-v2."""
