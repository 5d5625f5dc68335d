"""Tools for programs that use language models, over the Model Context Protocol."""
