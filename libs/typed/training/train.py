"""Trains both models of typed decisions and writes them to libs/typed/models.

    GW_TYPED_DATA=<folder> GW_TYPED_EVAL=<folder> python train.py

Runs are kept in `--work`: a training that was cut off goes on with the first run that is missing.
"""

import argparse
import os
from pathlib import Path

import torch

from base import WordVectors, load_base
from calibrate import answer_maps, best_share, family_rows, public_questions, router_calibration
from encoder import average, round_layers
from graphs import reader_bytes, router_bytes
from reader import PHASES, Reader, answers_of, is_right, start_reader, train_reader
from reader_questions import Questions
from router import NgramBranch, Router, encoder_logits, train_router
from router_rows import split_rows
from rows import data_folder, sampled
from shipping import MODELS, reader_tests, router_tests, write_model

VERSION = "1.1.0"
# Held-out questions by which one of the candidates is chosen: never those of a set that is scored.
CHOOSING = 200


def kept(path: Path, make):
    """What was made before, or is made now."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = make()
        torch.save(made, path)
    return torch.load(path, weights_only=False)


def make_router(options: argparse.Namespace, base: dict, words: WordVectors) -> None:
    learnt, dev, _ = split_rows(data_folder())
    print(f"router: {len(learnt)} rows to learn from, {len(dev)} to calibrate with")
    branch: NgramBranch = kept(options.work / "ngrams.pt", lambda: NgramBranch(learnt, seed=0))
    router = Router(base)
    router.load_state_dict(kept(options.work / "router.pt", lambda: train_router(base, words, learnt, seed=0)))
    round_layers(router)
    branch.round()
    encoder, counted = encoder_logits(router, words, dev), branch.logits(dev)
    share = best_share(encoder, counted, dev)
    calibration, measured = router_calibration(share * encoder + (1 - share) * counted, dev)
    print(f"router: {share} of the encoder; {measured}")
    graph = router_bytes(router, branch, share)
    parts = {
        "calibration": calibration,
        "selfTest": router_tests(graph, words, calibration),
        "eval": {"calibrationSet": measured},
    }
    write_model(options.out, "router", VERSION, graph, words, parts)


def reader_run(options: argparse.Namespace, base: dict, words: WordVectors, run: int) -> dict[str, torch.Tensor]:
    """The weights of one run of all phases. Its seeds follow from its number: another number draws other questions."""
    weights: dict[str, torch.Tensor] | None = None
    for seed, phase in enumerate(PHASES, run * len(PHASES)):
        learn = lambda: train_reader(base, words, Questions(data_folder(), seed), phase, weights, options.device)
        weights = kept(options.work / f"reader-{seed}.pt", learn)
    return weights


def reader_candidates(runs: list[dict[str, torch.Tensor]], start: dict[str, torch.Tensor]) -> dict:
    """Weights by what they are called. The base knows labels that no set of ours has: it may be worth keeping in part."""
    candidates = {f"run {at}": run for at, run in enumerate(runs)}
    if len(runs) > 1:
        candidates[f"average of {len(runs)} runs"] = average(runs)
    return candidates | {f"{name} and base": average([one, start]) for name, one in candidates.items()}


def make_reader(options: argparse.Namespace, base: dict, words: WordVectors) -> None:
    runs = [reader_run(options, base, words, run) for run in range(options.runs)]
    questions = [*family_rows(), *public_questions(Path(os.environ["GW_TYPED_EVAL"]))]
    some = sampled(questions, CHOOSING, seed=5)
    candidates: dict[str, Reader] = {}
    right: dict[str, float] = {}
    for name, candidate in reader_candidates(runs, start_reader(base).state_dict()).items():
        candidates[name] = start_reader(base)
        candidates[name].load_state_dict(candidate)
        round_layers(candidates[name])
        answers = answers_of(candidates[name], words, some)
        right[name] = sum(map(is_right, some, answers)) / len(some)
        print(f"reader: {name}: {right[name]:.3f} right on {len(some)} held-out questions", flush=True)
    best = max(right, key=lambda name: right[name])
    reader = candidates[best]
    maps, measured = answer_maps(questions, answers_of(reader, words, questions))
    print(f"reader: {measured}", flush=True)
    graph = reader_bytes(reader)
    parts = {
        "calibration": {"answer": maps},
        "selfTest": reader_tests(graph, words),
        "eval": {"calibrationSets": {**measured, "weights": best}},
    }
    write_model(options.out, "typed", VERSION, graph, words, parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["router", "typed"])
    parser.add_argument("--runs", type=int, default=1, help="of the reader, whose average is a candidate beside them")
    parser.add_argument("--device", default="cpu", help="where the reader learns: cpu, cuda")
    parser.add_argument("--work", type=Path, default=Path("/tmp/typed-training"))
    parser.add_argument("--out", type=Path, default=MODELS)
    options = parser.parse_args()
    # More threads would sum in another order, and take cores from whatever else runs.
    torch.set_num_threads(1)
    base = load_base()
    words = WordVectors(base)
    if options.only != "typed":
        make_router(options, base, words)
    if options.only != "router":
        make_reader(options, base, words)


if __name__ == "__main__":
    main()
