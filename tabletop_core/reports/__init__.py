"""Reports of batches and sweeps as pages of HTML."""
