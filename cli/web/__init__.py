"""The page of ``meldwise serve``: an application that answers exactly what ``--json`` prints."""
