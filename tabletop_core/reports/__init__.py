"""Pages made of the figures of batches and sweeps."""
