"""The texts to learn from: one module for each source."""
