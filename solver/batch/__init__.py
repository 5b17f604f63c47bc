"""Files and tables of hands, answered in bulk."""

from solver.batch.analyze import analyze, analyzer

__all__ = ["analyze", "analyzer"]
