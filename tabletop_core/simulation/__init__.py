"""Many games: batches over workers, statistics and records, sweeps of options, matches of bots."""
