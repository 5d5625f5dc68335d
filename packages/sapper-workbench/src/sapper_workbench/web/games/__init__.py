"""Visitors' games: kept, journalled, played and watched."""
