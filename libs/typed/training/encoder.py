"""The trunk: six layers over word vectors. Sequences of a batch lie in one row, without padding."""

import math

import torch
import torch.nn.functional as F
from torch import nn

WIDTH, HEADS, LAYERS = 384, 12, 6
HEAD_WIDTH = WIDTH // HEADS
# Far below any score, and no infinity: a row of padding stays a number.
HIDDEN = -1e4


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm1 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, 4 * WIDTH)
        self.down = nn.Linear(4 * WIDTH, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12)

    def load(self, base: dict[str, torch.Tensor], index: int) -> None:
        prefix = f"encoder.layer.{index}."
        for kind in ("weight", "bias"):
            own = [base[f"{prefix}attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            getattr(self.qkv, kind).data = torch.cat(own)
            for module, name in (
                (self.out, "attention.output.dense"),
                (self.norm1, "attention.output.LayerNorm"),
                (self.up, "intermediate.dense"),
                (self.down, "output.dense"),
                (self.norm2, "output.LayerNorm"),
            ):
                getattr(module, kind).data = base[f"{prefix}{name}.{kind}"].clone()

    def finish(self, x: torch.Tensor, attended: torch.Tensor) -> torch.Tensor:
        x = self.norm1(x + self.out(attended))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class Encoder(nn.Module):
    """Positions restart with each sequence; types are 0 or 1."""

    def __init__(self, base: dict[str, torch.Tensor], positions: int) -> None:
        super().__init__()
        self.positions = nn.Parameter(base["embeddings.position_embeddings.weight"][:positions].clone())
        self.types = nn.Parameter(base["embeddings.token_type_embeddings.weight"].clone())
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.norm.weight.data = base["embeddings.LayerNorm.weight"].clone()
        self.norm.bias.data = base["embeddings.LayerNorm.bias"].clone()
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        for index, layer in enumerate(self.layers):
            layer.load(base, index)

    def freeze(self, layers: int) -> None:
        """Leaves the lowest layers and what is below them as they are; with none of them, everything learns."""
        if layers == 0:
            return
        for part in (self.norm, *self.layers[:layers]):
            part.requires_grad_(False)
        self.positions.requires_grad_(False)
        self.types.requires_grad_(False)

    def embed(self, words: torch.Tensor, positions: torch.Tensor, types: torch.Tensor | int) -> torch.Tensor:
        # Sums of one-hot rows would do as well; an index keeps the graph small.
        return self.norm(words + self.positions[positions] + self.types[types])

    def alone(self, sequences: "Sequences", words: torch.Tensor, types: torch.Tensor | int = 0) -> torch.Tensor:
        """Vectors [tokens, width] of sequences that see nothing but themselves."""
        x = self.embed(words[sequences.ids], sequences.positions, types)
        mask = sequences.mask[:, None, None]
        for layer in self.layers:
            q, k, v = sequences.heads(layer.qkv(x))
            x = layer.finish(x, sequences.packed(attend(q, k, v, mask)))
        return x


class Sequences:
    """Where the tokens of sequences lie: packed [tokens, width], and padded [sequences, longest, width]."""

    def __init__(self, sequences: list[list[int]]) -> None:
        lengths = torch.tensor([len(sequence) for sequence in sequences])
        self.count, self.longest = len(sequences), int(lengths.max())
        self.ids = torch.tensor([token for sequence in sequences for token in sequence])
        self.mask = torch.arange(self.longest)[None] < lengths[:, None]
        self.places = self.mask.flatten().nonzero()[:, 0]
        self.positions = self.places % self.longest
        self.sequence_of = self.places // self.longest
        self.lengths = lengths
        self.starts = lengths.cumsum(0) - lengths

    def heads(self, qkv: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Of packed [tokens, 3 * width]: queries, keys, values [sequences, heads, longest, head width]."""
        block = qkv.new_zeros(self.count * self.longest, qkv.shape[1]).index_copy(0, self.places, qkv)
        return block.view(self.count, self.longest, 3, HEADS, HEAD_WIDTH).permute(2, 0, 3, 1, 4).unbind(0)

    def packed(self, heads: torch.Tensor) -> torch.Tensor:
        return heads.transpose(1, 2).reshape(-1, WIDTH).index_select(0, self.places)

    def mean(self, tokens: torch.Tensor) -> torch.Tensor:
        sums = tokens.new_zeros(self.count, tokens.shape[1]).index_add(0, self.sequence_of, tokens)
        return sums / self.lengths[:, None]

    def first(self, tokens: torch.Tensor) -> torch.Tensor:
        return tokens.index_select(0, self.starts)


def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Written out, so that the exported graph has standard operators only. `mask` is true where there is a token."""
    scores = (q @ k.transpose(-1, -2)) / math.sqrt(HEAD_WIDTH)
    return scores.masked_fill(~mask, HIDDEN).softmax(-1) @ v


def rounded(weight: torch.Tensor) -> torch.Tensor:
    """A matrix [out, in] as its bytes will give it back."""
    scale = weight.abs().amax(1, keepdim=True).clamp_min(1e-8) / 127
    return (weight / scale).round().clamp(-127, 127) * scale


@torch.no_grad()
def round_layers(module: nn.Module) -> None:
    """In place: what is measured from here on is what ships."""
    for part in module.modules():
        if isinstance(part, nn.Linear) and part.weight.numel() >= ROUNDED_FROM:
            part.weight.copy_(rounded(part.weight))


# Smaller matrices stay as they are: they weigh nothing.
ROUNDED_FROM = 50_000


@torch.no_grad()
def average(runs: list[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """Of weights that began at the same place."""
    return {name: torch.stack([run[name] for run in runs]).mean(0) for name in runs[0]}
