"""Makes the file of the built-in embedder: static token vectors distilled from all-MiniLM-L6-v2."""
