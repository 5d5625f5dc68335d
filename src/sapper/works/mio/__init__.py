"""Mio (Peña Castillo & Wrobel 2003): coverage of the learned rules, and games with them."""
