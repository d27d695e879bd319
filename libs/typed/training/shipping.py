"""Manifests with the SHA-256 of every file, and self-tests that tell another tokenizer, runtime or graph."""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from base import WordVectors
from reader import tokens_of
from texts import CONTEXT_PIECES, ngrams, request_tokens

MODELS = Path(__file__).parent.parent / "models"
LICENSE = "Apache-2.0; with data under CC BY and Apache-2.0, see NOTICE.md"
TOLERANCE = 0.002

ROUTER_TESTS = [
    {"request": "Guten Tag! Wie läuft's?"},
    {"request": "Write a SQL query that counts the orders of each customer, and explain the index it needs."},
    {"request": "kürzer bitte", "previous": "Write a short poem about the sea.", "system": "You are a helpful assistant."},
    {"request": "Fasse den Vertrag zusammen.", "attachments": ["vertrag.pdf (application/pdf)"]},
    {"request": "请把这句话翻译成英语: 今天天气很好。"},
]
READER_TESTS = [
    {
        "state": "My card was swallowed by the machine, and I fly to Oslo tomorrow.",
        "questions": [
            {"type": "choice", "instructions": "What is it about?", "options": ["a lost card", "a loan", "the weather"]},
            {"type": "noul", "instructions": "The customer is in a hurry.", "options": []},
            {"type": "score", "instructions": "How urgent is it?", "options": ["low", "normal", "high"]},
            {"type": "noul", "instructions": "Is it a complaint?", "options": ["yes: something went wrong", "no"]},
        ],
    },
    {
        "state": "Bitte kündigen Sie meinen Vertrag zum 31. März.",
        "questions": [
            {"type": "choice", "instructions": "Was will der Kunde?", "options": ["kündigen", "bestellen", "umziehen"]}
        ],
    },
]


def router_tests(graph: bytes, words: WordVectors, calibration: dict) -> list[dict]:
    session = onnxruntime.InferenceSession(graph)
    return [
        {"input": job, "expect": router_answer(session, words, calibration, job), "tolerance": TOLERANCE}
        for job in ROUTER_TESTS
    ]


def router_answer(session, words: WordVectors, calibration: dict, job: dict) -> dict:
    ids, own = request_tokens(job)
    grams, weights = ngrams(job["request"])
    feeds = {
        "words": words.table[torch.tensor(ids)][None].numpy(),
        "types": np.array([[0] * own + [1] * (len(ids) - own)]),
        "ngrams": np.array(grams),
        "ngram_weights": np.array(weights, np.float32),
    }
    task, reasoning, complexity = (torch.from_numpy(found[0]) for found in session.run(None, feeds))
    line = calibration["reasoning"]
    return {
        "task": rounded((task / calibration["task"]["temperature"]).softmax(0)),
        "reasoning": round(float((line["a"] * reasoning + line["b"]).sigmoid()), 4),
        "complexity": rounded((complexity / calibration["complexity"]["temperature"]).softmax(0)),
    }


def reader_tests(graph: bytes, words: WordVectors) -> list[dict]:
    session = onnxruntime.InferenceSession(graph)
    return [
        {
            "input": job,
            "expect": [reader_answer(session, words, job["state"], question) for question in job["questions"]],
            "tolerance": TOLERANCE,
        }
        for job in READER_TESTS
    ]


def reader_answer(session, words: WordVectors, state: str, question: dict) -> list[float]:
    asked = dict(context=state, instruction=question["instructions"], options=question["options"])
    context, rows = tokens_of(asked, CONTEXT_PIECES)
    row_words, row_mask = padded([row for row, _ in rows], words)
    option_words, option_mask = padded([option for _, option in rows], words)
    feeds = dict(
        context=padded([context], words)[0],
        rows=row_words,
        row_mask=row_mask,
        options=option_words,
        option_mask=option_mask,
    )
    logits = torch.from_numpy(session.run(None, feeds)[0])
    if not question["options"]:
        return rounded(logits[:, 1].sigmoid())
    shares = rounded(logits[:, 0].softmax(0))
    return shares[:1] if question["type"] == "noul" else shares


def padded(sequences: list[list[int]], words: WordVectors) -> tuple[np.ndarray, np.ndarray]:
    longest = max(len(ids) for ids in sequences)
    values = np.zeros((len(sequences), longest, words.table.shape[1]), np.float32)
    mask = np.zeros((len(sequences), longest), bool)
    for at, ids in enumerate(sequences):
        values[at, : len(ids)] = words.table[torch.tensor(ids)].numpy()
        mask[at, : len(ids)] = True
    return values, mask


def rounded(values: torch.Tensor) -> list[float]:
    return [round(float(value), 4) for value in values]


def write_model(
    folder: Path, kind: str, version: str, graph: bytes, words: WordVectors, parts: dict
) -> None:
    """The graph, the shared word vectors and the manifest that names both beside the vocabulary."""
    (folder / f"{kind}.onnx").write_bytes(graph)
    (folder / "words.bin").write_bytes(words.serialized())
    manifest = {
        "schema": 1,
        "name": f"gw-{kind}",
        "version": version,
        "kind": kind,
        "license": LICENSE,
        "adapter": "word-vectors",
        "files": [
            named(folder / f"{kind}.onnx", "weights"),
            named(folder / "words.bin", "weights"),
            named(folder / "vocabulary.txt", "vocabulary"),
        ],
        **parts,
    }
    (folder / f"{kind}.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", "utf8")


def named(path: Path, role: str) -> dict:
    content = path.read_bytes()
    return {
        "path": path.name,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "role": role,
    }
