"""The ONNX graphs, as libs/local-models/src/typed/adapters feed and read them. Weights are bytes; runs are float32.

Only weights are rounded: activations with a scale of their own would make an answer depend on what else is in the run.
"""

import math
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import helper, numpy_helper
from torch import nn

from encoder import HEAD_WIDTH, HEADS, HIDDEN, ROUNDED_FROM, WIDTH, attend
from reader import Reader
from router import NgramBranch, Router
from router_rows import TASKS
from texts import CONTEXT_PIECES, OPTION_PIECES, ROW_PIECES

OPSET = 18
ROWS_MOST = 1_024
REQUEST_TOKENS_MOST = 160
NGRAMS_MOST = 100_000


class RouterGraph(nn.Module):
    """words [1, tokens, width], types [1, tokens], ngrams [n], ngram_weights [n]; a part of each branch's logits."""

    def __init__(self, router: Router, branch: NgramBranch, share: float) -> None:
        super().__init__()
        self.router, self.share = router, share
        weight = branch.table.weight.detach()
        scale = weight.abs().amax(0).clamp_min(1e-8) / 127
        self.register_buffer("table", (weight / scale).round().to(torch.int8))
        self.register_buffer("scale", scale * (1 - share))
        self.register_buffer("bias", branch.bias.detach() * (1 - share))

    def forward(self, words, types, ngrams, ngram_weights):
        encoder = self.router.encoder
        tokens = words.shape[1]
        x = encoder.norm(words + encoder.positions[:tokens] + encoder.types[types])
        everything = torch.ones(1, 1, 1, 1, dtype=torch.bool)
        for layer in encoder.layers:
            heads = layer.qkv(x).view(1, tokens, 3, HEADS, HEAD_WIDTH).permute(2, 0, 3, 1, 4)
            attended = attend(heads[0], heads[1], heads[2], everything)
            x = layer.finish(x, attended.transpose(1, 2).reshape(1, tokens, WIDTH))
        counted = (self.table[ngrams].float() * ngram_weights[:, None]).sum(0, keepdim=True)
        logits = self.router.head(x.mean(1)) * self.share + counted * self.scale + self.bias
        tasks = len(TASKS)
        return logits[:, :tasks], logits[:, tasks : tasks + 1], logits[:, tasks + 1 :]


class ReaderGraph(nn.Module):
    """context [1, S, width]; rows [R, M, width] and options [R, P, width] with their masks; logits [R, 2].

    All tokens go through one product for each layer, so that each matrix is in the graph once.
    """

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, context, rows, row_mask, options, option_mask):
        encoder = self.reader.encoder
        state, count, long, short = context.shape[1], rows.shape[0], rows.shape[1], options.shape[1]
        embed = lambda words, kind: encoder.norm(words + encoder.positions[: words.shape[1]] + encoder.types[kind])
        x = torch.cat([
            embed(context, 0)[0],
            embed(rows, 1).reshape(count * long, WIDTH),
            embed(options, 0).reshape(count * short, WIDTH),
        ])
        end = state + count * long
        own = row_mask[:, None, None]
        alone = option_mask[:, None, None]
        for layer in encoder.layers:
            qkv = layer.qkv(x)
            part = lambda tokens, n, m: tokens.view(n, m, 3, HEADS, HEAD_WIDTH).permute(2, 0, 3, 1, 4)
            c, r, o = part(qkv[:state], 1, state), part(qkv[state:end], count, long), part(qkv[end:], count, short)
            read = self.read(c, r, own)
            context_scores = (c[0] @ c[1].transpose(-1, -2)) / math.sqrt(HEAD_WIDTH)
            flat = lambda heads, tokens: heads.transpose(1, 2).reshape(tokens, WIDTH)
            attended = torch.cat([
                flat(context_scores.softmax(-1) @ c[2], state),
                flat(read, count * long),
                flat(attend(o[0], o[1], o[2], alone), count * short),
            ])
            x = layer.finish(x, attended)
        mean = (x[end:].view(count, short, WIDTH) * option_mask[..., None]).sum(1)
        mean = mean / option_mask.sum(1, keepdim=True)
        near = (F.normalize(x[:state].mean(0, keepdim=True), dim=-1) * F.normalize(mean, dim=-1)).sum(-1)
        return self.reader.score(x[state:end].view(count, long, WIDTH)[:, 0], near)

    def read(self, c, r, own):
        """Rows attend to the context and to themselves; the context's keys are not copied for each row."""
        count, long, state = r.shape[1], r.shape[3], c.shape[3]
        queries = r[0].permute(1, 0, 2, 3).reshape(1, HEADS, count * long, HEAD_WIDTH)
        there = (queries @ c[1].transpose(-1, -2)).view(HEADS, count, long, state).permute(1, 0, 2, 3)
        here = (r[0] @ r[1].transpose(-1, -2)).masked_fill(~own, HIDDEN * math.sqrt(HEAD_WIDTH))
        shares = (torch.cat([there, here], -1) / math.sqrt(HEAD_WIDTH)).softmax(-1)
        flat = shares[..., :state].permute(1, 0, 2, 3).reshape(1, HEADS, count * long, state)
        seen = (flat @ c[2]).view(HEADS, count, long, HEAD_WIDTH).permute(1, 0, 2, 3)
        return seen + shares[..., state:] @ r[2]


def router_bytes(router: Router, branch: NgramBranch, share: float) -> bytes:
    tokens, grams = torch.export.Dim("tokens", min=2, max=REQUEST_TOKENS_MOST), torch.export.Dim("n", max=NGRAMS_MOST)
    words = torch.randn(1, 17, WIDTH)
    types = torch.tensor([[0] * 12 + [1] * 5])
    example = (words, types, torch.tensor([1, 5, 9]), torch.tensor([0.5, 0.5, 0.7]))
    shapes = ({1: tokens}, {1: tokens}, {0: grams}, {0: grams})
    names = ["words", "types", "ngrams", "ngram_weights"], ["task", "reasoning", "complexity"]
    return exported(RouterGraph(router, branch, share), example, shapes, names)


def reader_bytes(reader: Reader) -> bytes:
    state = torch.export.Dim("state", min=2, max=CONTEXT_PIECES)
    count = torch.export.Dim("count", min=1, max=ROWS_MOST)
    long = torch.export.Dim("long", min=2, max=ROW_PIECES)
    short = torch.export.Dim("short", min=2, max=OPTION_PIECES)
    mask = lambda rows, width: torch.arange(width)[None] < torch.tensor([[width - row % 3] for row in range(rows)])
    example = (
        torch.randn(1, 33, WIDTH),
        torch.randn(5, 12, WIDTH),
        mask(5, 12),
        torch.randn(5, 7, WIDTH),
        mask(5, 7),
    )
    rows, options = {0: count, 1: long}, {0: count, 1: short}
    names = ["context", "rows", "row_mask", "options", "option_mask"], ["logits"]
    return exported(ReaderGraph(reader), example, ({1: state}, rows, rows, options, options), names)


def exported(module: nn.Module, example: tuple, shapes: tuple, names: tuple[list[str], list[str]]) -> bytes:
    module.eval()
    inputs, outputs = names
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        path = Path(folder) / "graph.onnx"
        torch.onnx.export(
            module,
            example,
            str(path),
            dynamo=True,
            opset_version=OPSET,
            dynamic_shapes=shapes,
            external_data=False,
            input_names=inputs,
            output_names=outputs,
            verbose=False,
        )
        model = onnx.load(str(path))
    in_bytes(model)
    without_traces(model)
    onnx.checker.check_model(model)
    return model.SerializeToString(deterministic=True)


def in_bytes(model: onnx.ModelProto) -> None:
    """In place: large matrices become bytes times a scale, which the runtime multiplies once, when it loads them."""
    graph, kept, made = model.graph, [], []
    for tensor in graph.initializer:
        weight = numpy_helper.to_array(tensor)
        rounded = whole(weight) if weight.dtype == np.float32 and weight.ndim == 2 else None
        if weight.size < ROUNDED_FROM or rounded is None:
            kept.append(tensor)
            continue
        values, scale = rounded
        name = tensor.name
        kept += [numpy_helper.from_array(values, f"{name}_bytes"), numpy_helper.from_array(scale, f"{name}_scale")]
        made.append(helper.make_node("Cast", [f"{name}_bytes"], [f"{name}_whole"], to=onnx.TensorProto.FLOAT))
        made.append(helper.make_node("Mul", [f"{name}_whole", f"{name}_scale"], [name]))
    nodes = [*made, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)


def whole(weight: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Bytes and scales that give a matrix back, along the axis along which it was rounded; None for another one."""
    for axis in (0, 1):
        scale = np.maximum(np.abs(weight).max(axis=axis, keepdims=True), 1e-8) / np.float32(127)
        values = np.rint(weight / scale)
        if np.abs(values * scale - weight).max() < 1e-5 * np.abs(weight).max():
            return values.astype(np.int8), scale.astype(np.float32)
    return None


def without_traces(model: onnx.ModelProto) -> None:
    """Leaves out where in the sources each node came from, and shapes that were only an example's."""
    del model.graph.value_info[:], model.metadata_props[:]
    model.doc_string = model.graph.doc_string = ""
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ""
