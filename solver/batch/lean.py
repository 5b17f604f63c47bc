"""What a process of our own does without."""

import sys


class _Hidden:
    """Finds modules for an import, and says of pandas that it is not there unless OR-Tools wants it."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        if name == "pandas" and "ortools" not in sys.modules:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def without_pandas() -> None:
    """Keep pyarrow from importing pandas, which OR-Tools brings along, with its first array.

    It would use it for nothing that is done here, and it takes a third of a second and 50 MB a process.
    """
    if not any(isinstance(finder, _Hidden) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Hidden())
