"""The router: the encoder, fine-tuned, beside a linear model of n-grams."""

import random

import torch
import torch.nn.functional as F
from torch import nn
from tqdm import tqdm

from base import WordVectors
from encoder import WIDTH, Encoder, Sequences
from router_rows import TASKS, Variation, draw_weights
from texts import BUCKETS, ngrams, request_tokens

LEVELS = 4
OUTPUTS = len(TASKS) + 1 + LEVELS
POSITIONS = 160

STEPS = 1_000
# Of the steps.
WARM_UP = 0.13
FROZEN_LAYERS = 2
TOKENS_PER_STEP = 900
DRAWN_AT_ONCE = 240
LEARNING_RATE = 6e-5
HEAD_LEARNING_RATE = 1e-3

# A level near the right one is less wrong.
SOFT_LEVELS = torch.softmax(-2.2 * (torch.arange(LEVELS)[:, None] - torch.arange(LEVELS)[None]).abs().float(), -1)


class Router(nn.Module):
    """Logits [rows, 13]: of the tasks, of reasoning, of the levels."""

    def __init__(self, base: dict[str, torch.Tensor]) -> None:
        super().__init__()
        self.encoder = Encoder(base, POSITIONS)
        self.head = nn.Linear(WIDTH, OUTPUTS)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, sequences: Sequences, types: torch.Tensor, words: torch.Tensor) -> torch.Tensor:
        return self.head(sequences.mean(self.encoder.alone(sequences, words, types).float()))


def read_batch(rows: list[dict]) -> tuple[Sequences, torch.Tensor]:
    tokens = [request_tokens(row) for row in rows]
    types = [0 if at < own else 1 for ids, own in tokens for at in range(len(ids))]
    return Sequences([ids for ids, _ in tokens]), torch.tensor(types)


def loss_of(logits: torch.Tensor, rows: list[dict]) -> torch.Tensor:
    tasks, reasoning, levels = logits.split([len(TASKS), 1, LEVELS], 1)
    task = torch.tensor([TASKS.index(row["task"]) for row in rows])
    steps = torch.tensor([float(row["reasoning"]) for row in rows]).clamp(0.03, 0.97)
    level = SOFT_LEVELS[torch.tensor([int(row["complexity"]) for row in rows])]
    weight = torch.tensor([row["complexity_weight"] for row in rows])
    return (
        F.cross_entropy(tasks, task, label_smoothing=0.05)
        + F.binary_cross_entropy_with_logits(reasoning[:, 0], steps)
        - 0.5 * (weight * (level * levels.log_softmax(-1)).sum(-1)).sum() / weight.sum()
    )


def batches(rows: list[dict], seed: int):
    """Without end: rows of like length together, so many tokens at once."""
    draw = random.Random(seed)
    weights, vary = draw_weights(rows), Variation(rows, draw)
    while True:
        drawn = [vary.of(row) for row in draw.choices(rows, weights, k=DRAWN_AT_ONCE)]
        sized = sorted(((len(request_tokens(row)[0]), at) for at, row in enumerate(drawn)))
        made, tokens = [[]], 0
        for length, at in sized:
            if tokens + length > TOKENS_PER_STEP and made[-1]:
                made.append([])
                tokens = 0
            made[-1].append(drawn[at])
            tokens += length
        draw.shuffle(made)
        yield from made


def train_router(
    base: dict[str, torch.Tensor], words: WordVectors, rows: list[dict], seed: int
) -> dict[str, torch.Tensor]:
    """The weights after one run."""
    model = Router(base)
    model.encoder.freeze(FROZEN_LAYERS)
    rates = (LEARNING_RATE, HEAD_LEARNING_RATE)
    parts = (model.encoder, model.head)
    groups = [dict(params=[one for one in part.parameters() if one.requires_grad]) for part in parts]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    drawn = batches(rows, seed)
    for step in tqdm(range(STEPS), desc="router", mininterval=10):
        share = min(1, (step + 1) / (WARM_UP * STEPS)) * max(0.03, 1 - step / STEPS)
        for group, rate in zip(optimizer.param_groups, rates):
            group["lr"] = rate * share
        batch = next(drawn)
        sequences, types = read_batch(batch)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(sequences, types, words.table)
        loss_of(logits.float(), batch).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
    return model.state_dict()


@torch.no_grad()
def encoder_logits(model: Router, words: WordVectors, rows: list[dict]) -> torch.Tensor:
    order = sorted(range(len(rows)), key=lambda at: len(rows[at]["request"]))
    logits = torch.zeros(len(rows), OUTPUTS)
    for front in range(0, len(order), 24):
        at = order[front : front + 24]
        sequences, types = read_batch([rows[index] for index in at])
        logits[at] = model(sequences, types, words.table)
    return logits


class NgramBranch:
    """A table [buckets, 13] in bytes: the sum of the rows of a text's n-grams, by their weights, and a bias."""

    EPOCHS = 6
    BATCH = 64
    RATE = 0.15

    def __init__(self, rows: list[dict], seed: int) -> None:
        torch.manual_seed(seed)
        self.table = nn.EmbeddingBag(BUCKETS, OUTPUTS, mode="sum", sparse=True)
        self.bias = nn.Parameter(torch.zeros(OUTPUTS))
        nn.init.zeros_(self.table.weight)
        grams = [ngrams(row["request"]) for row in tqdm(rows, desc="n-grams of the rows", mininterval=10)]
        weights = draw_weights(rows)
        draw = random.Random(seed)
        # Its steps shrink where it has learnt much: rare n-grams still get theirs, and few are overdone.
        optimizer = torch.optim.Adagrad([self.table.weight, self.bias], lr=self.RATE)
        for _ in tqdm(range(self.EPOCHS * len(rows) // self.BATCH), desc="n-gram branch", mininterval=10):
            at = draw.choices(range(len(rows)), weights, k=self.BATCH)
            loss_of(self._sum([grams[index] for index in at]), [rows[index] for index in at]).backward()
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)

    def _sum(self, grams: list[tuple[list[int], list[float]]]) -> torch.Tensor:
        ids = torch.tensor([bucket for each, _ in grams for bucket in each])
        weights = torch.tensor([weight for _, each in grams for weight in each])
        starts = torch.tensor([0] + [len(each) for each, _ in grams[:-1]]).cumsum(0)
        return self.table(ids, starts, per_sample_weights=weights) + self.bias

    @torch.no_grad()
    def round(self) -> None:
        """In place, to bytes with a scale for each output."""
        weight = self.table.weight
        scale = weight.abs().amax(0, keepdim=True).clamp_min(1e-8) / 127
        weight.copy_((weight / scale).round() * scale)

    @torch.no_grad()
    def logits(self, rows: list[dict]) -> torch.Tensor:
        return torch.cat([self._sum([ngrams(row["request"])]) for row in rows])
