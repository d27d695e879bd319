"""Rows of JSON Lines, and who wrote them."""

import hashlib
import json
import os
import random
from pathlib import Path

HERE = Path(__file__).parent
WRITTEN = HERE / "data"


def data_folder() -> Path:
    """Of the public sets. Raises SystemExit where the environment names none."""
    folder = os.environ.get("GW_TYPED_DATA")
    if not folder or not (Path(folder) / "router_weak.jsonl").is_file():
        raise SystemExit("GW_TYPED_DATA must name the folder with router_weak.jsonl; see README.md")
    return Path(folder)


def read_rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf8").split("\n") if line.strip()]


def written_requests() -> dict[str, list[dict]]:
    """Hand-written requests by their author."""
    authors: dict[str, list[dict]] = {}
    for path in sorted((WRITTEN / "router").glob("*.jsonl")):
        authors.setdefault(path.name.split("-")[0], []).extend(read_rows(path))
    return authors


def written_families() -> list[dict]:
    return [family for path in sorted((WRITTEN / "families").glob("*.jsonl")) for family in read_rows(path)]


def share_of(name: str) -> float:
    """A number from 0 to 1 that a name has for good: splits by it stay as rows come and go."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") / 2**32


def sampled(rows: list[dict], most: int, seed: int) -> list[dict]:
    return rows if len(rows) <= most else random.Random(seed).sample(rows, most)
