"""Reads positions from pictures of boards, such as screenshots."""
