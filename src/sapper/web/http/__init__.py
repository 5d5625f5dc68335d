"""HTTP: endpoints, what comes in, what goes out, limits and security."""
