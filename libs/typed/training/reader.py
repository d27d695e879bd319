"""The typed reader: the state is read once, and each option against it, by itself."""

import torch
import torch.nn.functional as F
from torch import nn
from tqdm import tqdm

from base import WordVectors
from encoder import WIDTH, Encoder, Sequences, attend
from reader_questions import Questions
from texts import CONTEXT_PIECES, framed, pieces, question_tokens

# One goes on with the weights of the one before: steps, and a part of the rates.
PHASES = ((800, 1.0), (250, 0.5))
FROZEN_LAYERS = 2
WARM_UP = 20
TOKENS_PER_STEP = 1_200
DRAWN_AT_ONCE = 192
LEARNING_RATE = 8e-5
HEAD_FACTOR = 8
# How much it weighs where the vectors of texts and options go from the base's: what is near to what is most of what the
# base knows, and is unlearnt first.
HELD = 2.0
# Longer ones are in no set that it learns from; the gateway reads up to the encoder's positions.
LEARNT_CONTEXT_PIECES = 112


class Reader(nn.Module):
    """Logits [rows, 2]: that an option fits, and that what is asked is true."""

    def __init__(self, base: dict[str, torch.Tensor]) -> None:
        super().__init__()
        self.encoder = Encoder(base, CONTEXT_PIECES)
        self.hidden = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, 2)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)
        # The base already knows which option is near to a text.
        self.scale = nn.Parameter(torch.tensor([16.0, 4.0]))
        self.bias = nn.Parameter(torch.tensor([0.0, -1.0]))

    def forward(
        self, contexts: Sequences, rows: Sequences, options: Sequences, context_of: torch.Tensor, words: torch.Tensor
    ) -> torch.Tensor:
        first, context, option = self.read(contexts, rows, options, context_of, words)
        return self.score(first, F.cosine_similarity(context[context_of], option))

    def read(
        self, contexts: Sequences, rows: Sequences, options: Sequences, context_of: torch.Tensor, words: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Vectors of rows, which have seen their contexts, and of contexts and options, each by itself."""
        parts = (contexts, rows, options)
        sizes = [len(part.ids) for part in parts]
        ids = torch.cat([part.ids for part in parts])
        positions = torch.cat([part.positions for part in parts])
        types = torch.cat([torch.full((size,), int(part is rows)) for size, part in zip(sizes, parts)])
        x = self.encoder.embed(words[ids], positions, types)
        masks = [part.mask[:, None, None] for part in parts]
        seen = torch.cat([masks[0][context_of], masks[1]], -1)
        for layer in self.encoder.layers:
            own = [part.heads(qkv) for part, qkv in zip(parts, layer.qkv(x).split(sizes))]
            (_, k, v), (q, row_k, row_v) = own[0], own[1]
            keys = torch.cat([k.index_select(0, context_of), row_k], 2)
            values = torch.cat([v.index_select(0, context_of), row_v], 2)
            attended = [attend(*own[0], masks[0]), attend(q, keys, values, seen), attend(*own[2], masks[2])]
            x = layer.finish(x, torch.cat([part.packed(heads) for part, heads in zip(parts, attended)]))
        context, row, option = x.float().split(sizes)
        return rows.first(row), contexts.mean(context), options.mean(option)

    def score(self, first: torch.Tensor, near: torch.Tensor) -> torch.Tensor:
        return self.out(F.gelu(self.hidden(first))) + near[:, None] * self.scale + self.bias


def tokens_of(question: dict, context_pieces: int) -> tuple[list[int], list[tuple[list[int], list[int]]]]:
    context = framed(pieces(question["context"], context_pieces - 2))
    return context, question_tokens(question["instruction"], question["options"])


def parts_of(read: list) -> tuple[Sequences, Sequences, Sequences, torch.Tensor]:
    """What a run takes of questions: contexts, rows, options alone, and the context of each row."""
    contexts = Sequences([context for context, _ in read])
    rows = Sequences([row for _, each in read for row, _ in each])
    options = Sequences([option for _, each in read for _, option in each])
    return contexts, rows, options, torch.tensor([at for at, (_, each) in enumerate(read) for _ in each])


def batches(questions: Questions):
    while True:
        drawn = []
        for question in (questions.next() for _ in range(DRAWN_AT_ONCE)):
            read = tokens_of(question, LEARNT_CONTEXT_PIECES)
            drawn.append((question, read, sum(len(row) + len(option) for row, option in read[1])))
        drawn.sort(key=lambda one: (max(len(row) for row, _ in one[1][1]), len(one[1][0])))
        made, tokens = [[]], 0
        for question, read, size in drawn:
            made[-1].append((question, read))
            tokens += size + len(read[0])
            if tokens > TOKENS_PER_STEP:
                made.append([])
                tokens = 0
        questions.draw.shuffle(made)
        yield from (one for one in made if one)


def loss_of(logits: torch.Tensor, batch: list) -> torch.Tensor:
    front, loss = 0, torch.zeros(())
    for question, (_, rows) in batch:
        own = logits[front : front + len(rows)]
        front += len(rows)
        if question["options"]:
            # Of a noul with what its sides mean, true stands first.
            gold = 1 - question["gold"] if question["type"] == "noul" else question["gold"]
            loss = loss + F.cross_entropy(own[None, :, 0], target_of(gold, len(rows), question))
        else:
            target = torch.tensor(question["gold"] * 0.94 + 0.03)
            loss = loss + F.binary_cross_entropy_with_logits(own[0, 1], target)
    return loss / len(batch)


def target_of(gold: int, count: int, question: dict) -> torch.Tensor:
    """Shares [1, options]: a little for each other option, more for a level beside the right one."""
    if question.get("ordered"):
        return torch.softmax(-3.0 * (torch.arange(count) - gold).abs().float(), 0)[None]
    shares = torch.full((1, count), 0.03 / count)
    shares[0, gold] += 0.97
    return shares


def train_reader(
    base: dict[str, torch.Tensor],
    words: WordVectors,
    questions: Questions,
    phase: tuple[int, float],
    before: dict[str, torch.Tensor] | None,
    device: str = "cpu",
) -> dict[str, torch.Tensor]:
    """The weights after one phase, on the CPU wherever they were learnt."""
    model = start_reader(base)
    if before:
        model.load_state_dict(before)
    # What a step makes lies where the weights do.
    with torch.device(device):
        learn(model.to(device), start_reader(base).encoder.to(device), words.table.to(device), questions, phase)
    return {name: weight.cpu() for name, weight in model.state_dict().items()}


def learn(
    model: Reader, origin: Encoder, table: torch.Tensor, questions: Questions, phase: tuple[int, float]
) -> None:
    """In place, on the device of the table of words."""
    steps, part_of_rates = phase
    model.encoder.freeze(FROZEN_LAYERS)
    head = [model.scale, model.bias, *model.hidden.parameters(), *model.out.parameters()]
    body = [one for one in model.encoder.parameters() if one.requires_grad]
    groups = [dict(params=body, weight_decay=0.01), dict(params=head, weight_decay=0.0)]
    optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98))
    drawn = batches(questions)
    for step in tqdm(range(steps), desc=f"reader, {steps} steps", mininterval=10):
        rate = LEARNING_RATE * part_of_rates * min(1, (step + 1) / WARM_UP) * max(0.03, 1 - step / steps)
        for group, factor in zip(optimizer.param_groups, (1, HEAD_FACTOR)):
            group["lr"] = rate * factor
        batch = next(drawn)
        contexts, rows, options, context_of = parts_of([read for _, read in batch])
        with torch.autocast(table.device.type, dtype=torch.bfloat16):
            first, context, option = model.read(contexts, rows, options, context_of, table)
            logits = model.score(first, F.cosine_similarity(context[context_of], option))
            with torch.no_grad():
                meant = [part.mean(origin.alone(part, table).float()) for part in (contexts, options)]
        moved = sum(1 - F.cosine_similarity(now, then).mean() for now, then in zip((context, option), meant))
        (loss_of(logits.float(), batch) + HELD * moved).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)


def start_reader(base: dict[str, torch.Tensor]) -> Reader:
    """What every run begins with, and what is averaged with them: nearness alone."""
    with torch.device("cpu"), torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return Reader(base)


@torch.no_grad()
def answers_of(model: Reader, words: WordVectors, questions: list[dict]) -> list[torch.Tensor]:
    """For each question the probabilities of its options, or of a noul the one that it is so, as the gateway has them."""
    order = sorted(range(len(questions)), key=lambda at: len(questions[at]["context"]))
    answers: list[torch.Tensor] = [torch.empty(0)] * len(questions)
    for front in range(0, len(order), 8):
        at = order[front : front + 8]
        read = [tokens_of(questions[index], CONTEXT_PIECES) for index in at]
        logits, next_row = model(*parts_of(read), words.table), 0
        for index, (_, rows) in zip(at, read):
            own = logits[next_row : next_row + len(rows)]
            next_row += len(rows)
            question = questions[index]
            if not question["options"]:
                answers[index] = own[:, 1].sigmoid()
            else:
                shares = own[:, 0].softmax(0)
                answers[index] = shares[:1] if question["type"] == "noul" else shares
    return answers


def is_right(question: dict, answer: torch.Tensor) -> bool:
    if question["type"] == "noul":
        return bool((answer[0] >= 0.5) == bool(question["gold"]))
    return int(answer.argmax()) == question["gold"]
