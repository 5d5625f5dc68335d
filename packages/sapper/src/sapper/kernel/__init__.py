"""What all of the kernel builds on: random numbers, sets of bits, and arrays."""
