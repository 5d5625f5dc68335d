"""The compiled kernel of perfect play: layouts → names of states → expectimax."""
