"""pyarrow, which tells no types; if it is missing, one clear line says so."""

from __future__ import annotations

from typing import Any

from mahjong_core.errors import MahjongError

try:
    import pyarrow as _pa  # type: ignore[import-untyped]
    import pyarrow.compute as _pc  # type: ignore[import-untyped]
    import pyarrow.csv as _csv  # type: ignore[import-untyped]
    import pyarrow.parquet as _parquet  # type: ignore[import-untyped]
except ImportError as error:
    raise MahjongError(f"Arrow, CSV and Parquet need pyarrow: pip install 'mahjong-core[arrow]' ({error})") from error

pa: Any = _pa
pc: Any = _pc
csv: Any = _csv
parquet: Any = _parquet
