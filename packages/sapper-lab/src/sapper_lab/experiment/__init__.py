"""Plays plans into a store."""
