from sapper_workbench.session.session import Session as Session, session_of as session_of

__all__: list[str]
