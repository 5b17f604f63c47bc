"""Parquet files put together of row groups and columns that are not written anew.

Reading and writing what columns hold is pyarrow's; what is here moves columns that stay as they are, which
pyarrow cannot do.
"""
