"""Calibration: what probabilities are worth, by rows that nobody learnt from."""

import torch
import torch.nn.functional as F

KNOTS_MOST = 20
# Answers that each band is taken to have besides its own, right as often as the whole.
PRIOR = 5


def temperature(logits: torch.Tensor, gold: torch.Tensor) -> float:
    """What logits [n, classes] are to be divided by, by likelihood."""
    tried = torch.logspace(-1, 1, 201)
    losses = torch.stack([F.cross_entropy(logits / one, gold) for one in tried])
    return round(float(tried[losses.argmin()]), 4)


def platt(logits: torch.Tensor, gold: torch.Tensor) -> tuple[float, float]:
    """Slope and intercept of the logit [n] of a yes, by likelihood."""
    line = torch.tensor([1.0, 0.0], requires_grad=True)
    optimizer = torch.optim.LBFGS([line], max_iter=200)

    def step() -> torch.Tensor:
        optimizer.zero_grad()
        loss = F.binary_cross_entropy_with_logits(line[0] * logits + line[1], gold.float())
        loss.backward()
        return loss

    optimizer.step(step)
    a, b = line.detach().tolist()
    return round(max(a, 0.0), 4), round(b, 4)


def rising(raw: list[float], right: list[bool]) -> list[list[float]]:
    """Knots by pooling neighbours until none falls: at this raw probability, so many answers were right."""
    pairs = sorted(zip(raw, right))
    width = max(1, len(pairs) // (2 * KNOTS_MOST))
    # Bands of a few answers, each drawn to the whole's share a little, so that a lucky band promises nothing.
    mean = sum(right) / len(right)
    pools: list[list[float]] = []
    for front in range(0, len(pairs), width):
        band = pairs[front : front + width]
        pools.append([sum(at for at, _ in band), sum(one for _, one in band) + PRIOR * mean, len(band), PRIOR])
        while len(pools) > 1 and _share(pools[-2]) >= _share(pools[-1]):
            last = pools.pop()
            for index, value in enumerate(last):
                pools[-1][index] += value
            # A pooled band has one prior, not one for each of its parts.
            pools[-1][1] -= PRIOR * mean
            pools[-1][3] -= PRIOR
    knots = [[round(pool[0] / pool[2], 4), round(_share(pool), 4)] for pool in pools]
    return _distinct(knots)[:KNOTS_MOST]


def _share(pool: list[float]) -> float:
    return pool[1] / (pool[2] + pool[3])


def _distinct(knots: list[list[float]]) -> list[list[float]]:
    """One for each raw probability, since they are written with four digits."""
    found: dict[float, float] = {}
    for raw, right in knots:
        found[raw] = max(right, found.get(raw, 0.0))
    return [[raw, right] for raw, right in sorted(found.items())]


def calibration_error(sure: list[float], right: list[bool], bins: int = 10) -> float:
    """Expected calibration error, over bins of one width."""
    total = 0.0
    for index in range(bins):
        inside = [at for at, value in enumerate(sure) if min(int(value * bins), bins - 1) == index]
        total += abs(sum(sure[at] - right[at] for at in inside))
    return total / len(sure)


def area(scores: list[float], gold: list[int]) -> float:
    """Under the ROC curve; ties count half."""
    order = torch.tensor(scores).argsort()
    values, ranks, front = [scores[at] for at in order], torch.zeros(len(scores)), 0
    while front < len(values):
        end = front
        while end < len(values) and values[end] == values[front]:
            end += 1
        ranks[order[front:end]] = (front + 1 + end) / 2
        front = end
    yes = sum(gold)
    no = len(gold) - yes
    above = sum(float(ranks[at]) for at, one in enumerate(gold) if one) - yes * (yes + 1) / 2
    return above / (yes * no)
