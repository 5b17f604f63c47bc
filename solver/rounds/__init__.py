"""What the rounds of both games share: moves, ends, chance, records, match totals, and play in bulk."""
