"""The filters of PNG pictures, compiled."""
