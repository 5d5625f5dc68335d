"""HTTP: endpoints, requests, answers, limits and security."""
