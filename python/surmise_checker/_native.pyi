"""The native part: requests and answers as JSON."""

from collections.abc import Callable

__all__ = ["__version__", "ask", "methods"]

__version__: str

def ask(
    request: str,
    texts: list[tuple[str, bytes]],
    hear: Callable[[str], object] | None = None,
) -> tuple[str, list[tuple[str, bytes]], bool]: ...
def methods() -> list[tuple[str, bool]]: ...
