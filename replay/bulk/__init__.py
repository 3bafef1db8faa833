"""Work on many deals at once: over all cores, or past one machine (docs/bulk.md)."""
