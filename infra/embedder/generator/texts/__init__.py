"""Training texts, with one module per source."""
