"""Sets the temperatures of the router and the answer maps of the reader, by rows that nobody learnt from."""

from pathlib import Path

import regex
import torch
import torch.nn.functional as F

from fitting import area, calibration_error, platt, rising, temperature
from reader import is_right
from reader_questions import family_questions, is_calibration
from router_rows import TASKS
from rows import read_rows, sampled, written_families
from texts import pieces

SHARES = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
LETTERS = regex.compile(r"[\p{L}\p{N}]")
MEASURED_CHARS = 1_000
# Below this many letters to a piece, a text is in a language that the vocabulary does not know: English has 2.5 to 4.8
# of them in nine texts of ten, German, French and Italian 1.9 to 2.6.
KNOWN_FROM = 2.45
# Of each public set: more of one would drown the others.
PUBLIC_ROWS = 100


def best_share(encoder: torch.Tensor, branch: torch.Tensor, rows: list[dict]) -> float:
    """What part of the encoder's logits there is in the sum, by the likelihood of the tasks."""
    gold = torch.tensor([TASKS.index(row["task"]) for row in rows])
    losses = []
    for share in SHARES:
        logits = (share * encoder + (1 - share) * branch)[:, : len(TASKS)]
        losses.append(float(F.cross_entropy(logits / temperature(logits, gold), gold)))
    return SHARES[losses.index(min(losses))]


def router_calibration(logits: torch.Tensor, rows: list[dict]) -> tuple[dict, dict]:
    """The manifest's calibration, and what it was measured with."""
    tasks = len(TASKS)
    task, reasoning, complexity = logits[:, :tasks], logits[:, tasks], logits[:, tasks + 1 :]
    gold = torch.tensor([TASKS.index(row["task"]) for row in rows])
    levels = torch.tensor([int(row["complexity"]) for row in rows])
    steps = torch.tensor([int(row["reasoning"]) for row in rows])
    a, b = platt(reasoning, steps)
    calibration = {
        "task": {"temperature": temperature(task, gold)},
        "complexity": {"temperature": temperature(complexity, levels)},
        "reasoning": {"a": a, "b": b},
    }
    measured = {
        "rows": len(rows),
        "task": round(float((task.argmax(1) == gold).float().mean()), 3),
        "reasoningArea": round(area(reasoning.tolist(), steps.tolist()), 3),
        "complexity": round(float((complexity.argmax(1) == levels).float().mean()), 3),
    }
    return calibration, measured


def family_rows() -> list[dict]:
    """Questions of hand-written families of which nothing is learnt."""
    return family_questions([one for one in written_families() if is_calibration(one)], seed=11)


def public_questions(folder: Path) -> list[dict]:
    """Questions of public sets that are neither learnt nor scored."""
    return [
        row | {"context": row["state"], "instruction": row["instructions"]}
        for path in sorted((folder / "calibration").glob("*.jsonl"))
        for row in read_rows(path)[:PUBLIC_ROWS]
    ]


def is_known(text: str) -> bool:
    shown = text[:MEASURED_CHARS]
    return len(LETTERS.findall(shown)) / max(1, len(pieces(shown))) >= KNOWN_FROM


def is_of(question: dict, known: bool) -> bool:
    """English texts of many short pieces, as formulas are, tell nothing of what answers about other languages are worth."""
    if known:
        return is_known(question["context"])
    return not is_known(question["context"]) and question.get("lang", "en") != "en"


# Question types with numbers of options that share a map. A noul has none, or what its sides mean.
BUCKETS = [("noul", 0, 0), ("noul", 2, 2), ("choice", 2, 2), ("choice", 3, 5), ("choice", 6, 20), ("score", 2, 20)]
# Fewer answers tell nothing: those of every number of options are taken together.
ANSWERS_FEWEST = 60


def evened(asked: list[tuple]) -> list[tuple]:
    """As many that are so as that are not: who always says no is not right more often where little is so."""
    yes, no = ([one for one in asked if one[0] == gold] for gold in (1, 0))
    few = min(len(yes), len(no))
    return sampled(yes, few, seed=3) + sampled(no, few, seed=3)


def answer_maps(questions: list[dict], answers: list[torch.Tensor]) -> tuple[list[dict], dict]:
    """Maps from the raw probability of an answer to how often it was right, and what they were measured with."""
    found = []
    for question, answer in zip(questions, answers):
        raw = float(max(answer[0], 1 - answer[0]) if question["type"] == "noul" else answer.max())
        found.append((question, raw, is_right(question, answer)))
    maps = []
    for known in (False, True):
        for kind, fewest, most in BUCKETS:
            asked = [
                (question["gold"], raw, right)
                for question, raw, right in found
                if question["type"] == kind
                and fewest <= len(question["options"]) <= most
                and is_of(question, known)
            ]
            inside = [(raw, right) for _, raw, right in (evened(asked) if kind == "noul" else asked)]
            if len(inside) < ANSWERS_FEWEST:
                # What nobody has measured is told to be worth what a guess is.
                knots = [[0.0, round(1 / max(2, fewest), 4)]]
            else:
                knots = rising([raw for raw, _ in inside], [right for _, right in inside])
            one = {"type": kind, "from": fewest, "to": most, "knots": knots}
            maps.append(one if known else {**one, "lettersPerPieceBelow": KNOWN_FROM})
    right = [one for _, _, one in found]
    measured = {
        "questions": len(found),
        "right": round(sum(right) / len(right), 3),
        "rawCalibrationError": round(calibration_error([raw for _, raw, _ in found], right), 3),
    }
    return maps, measured
