"""BSSUCT (Sebag & Teytaud 2012): small boards and the figures published for them."""
