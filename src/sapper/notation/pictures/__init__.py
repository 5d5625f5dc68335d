"""Pictures of boards, such as screenshots, read as positions."""
