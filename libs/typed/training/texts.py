"""Texts as the gateway's adapters cut them: libs/local-models/src/typed/text and .../adapters."""

import math
import unicodedata
from collections import Counter
from functools import lru_cache
from pathlib import Path

import regex
from tokenizers import BertWordPieceTokenizer

VOCABULARY = Path(__file__).parent.parent / "models" / "vocabulary.txt"
START, SEPARATOR = 101, 102
# No word has more letters to a piece, on the whole: what stands behind is not looked at.
LETTERS_PER_PIECE = 40

_tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)


def pieces(text: str, most: int | None = None) -> list[int]:
    """The first pieces of a text, without special ones."""
    shown = text if most is None else text[: most * LETTERS_PER_PIECE]
    return _tokenizer.encode(shown, add_special_tokens=False).ids[:most]


def last_pieces(text: str, most: int) -> list[int]:
    return pieces(text)[-most:]


REQUEST_PIECES = 96
FRONT_PIECES = 63
AROUND_PIECES = 16


def request_tokens(row: dict) -> tuple[list[int], int]:
    """Pieces of a request with what stands around it, and how many of them are the request's own."""
    whole = pieces(row["request"])
    if len(whole) > REQUEST_PIECES:
        whole = whole[:FRONT_PIECES] + whole[FRONT_PIECES - REQUEST_PIECES :]
    request = [START, *whole, SEPARATOR]
    around = [
        *pieces(", ".join(row.get("attachments") or []), AROUND_PIECES),
        *last_pieces(row.get("previous") or "", AROUND_PIECES),
        *pieces(row.get("system") or "", AROUND_PIECES),
    ]
    return request + ([*around, SEPARATOR] if around else []), len(request)


CONTEXT_PIECES = 384
ROW_PIECES = 64
OPTION_PIECES = 32


def framed(ids: list[int]) -> list[int]:
    return [START, *ids, SEPARATOR]


def question_tokens(instructions: str, options: list[str]) -> list[tuple[list[int], list[int]]]:
    """For each option the question with it, and it alone; of a question without options the question twice."""
    asked = pieces(instructions, ROW_PIECES - 2)
    if not options:
        return [(framed(asked), framed(asked[: OPTION_PIECES - 2]))]
    rows = []
    for option in options:
        told = pieces(option, ROW_PIECES - 3)
        room = ROW_PIECES - 3 - len(told)
        rows.append(([START, *asked[:room], SEPARATOR, *told, SEPARATOR], framed(told[: OPTION_PIECES - 2])))
    return rows


BUCKETS = 65_536
CHARS_MOST = 4_000
WORD_CHARS_MOST = 24
WORDS = regex.compile(r"[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]")


def ngrams(text: str) -> tuple[list[int], list[float]]:
    """Buckets of the words, pairs and parts of words of a text, ascending, with weights of length 1."""
    words = WORDS.findall(unicodedata.normalize("NFKC", text).lower()[:CHARS_MOST])
    counts: Counter[int] = Counter()
    for at, word in enumerate(words):
        counts.update(_buckets_of(word))
        if at + 1 < len(words):
            counts[_bucket(f"b:{word} {words[at + 1]}")] += 1
    if not counts:
        return [0], [0.0]
    ids = sorted(counts)
    raw = [1 + math.log(counts[bucket]) for bucket in ids]
    length = math.hypot(*raw)
    return ids, [weight / length for weight in raw]


@lru_cache(maxsize=200_000)
def _buckets_of(word: str) -> tuple[int, ...]:
    letters = f" {word[:WORD_CHARS_MOST]} "
    parts = [letters[at : at + n] for n in (3, 4, 5) for at in range(len(letters) - n + 1)]
    return (_bucket(f"w:{word}"), *(_bucket(f"c:{part}") for part in parts))


@lru_cache(maxsize=1_000_000)
def _bucket(feature: str) -> int:
    """FNV-1a of 32 bits over UTF-8."""
    value = 0x811C9DC5
    for byte in feature.encode():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value % BUCKETS
