"""The type of a JSON object in Python."""

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
