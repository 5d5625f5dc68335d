"""First cells compared on identical deals: the best of every board and first-move rule."""
