"""The workbench as static files: the server runs in the visitor's browser, with Pyodide."""
