"""Pages of HTML that load nothing: reports of batches and sweeps, a sheet of what a pack draws."""
