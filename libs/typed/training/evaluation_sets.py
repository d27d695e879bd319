"""Converts public sets, on which nothing is trained, to what `npm run typed:eval` reads.

GW_TYPED_SOURCES names a folder with clones of the repositories below, each as `owner+name`; the commits are pinned.
    python evaluation_sets.py <folder>
writes `router/`, `typed/` and `calibration/` there, and `sets.json` with the licence and the commit of each.
"""

import csv
import io
import json
import os
import random
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

from router_rows import TASKS
from rows import data_folder, read_rows, sampled, written_families, written_requests

COMMITS = {
    "PolyAI-LDN/task-specific-datasets": "57ec275d8078af65b7731c2a98be812d844a6d6b",
    "sonos/nlu-benchmark": "b86ac7f1577868c42158d0dec77db50956046696",
    "tangqiaoyu/ToolAlpaca": "189069998d64a7baf1b4a1c3c4b2e75eb9d05532",
    "lm-sys/FastChat": "0e6d3e4beaab66f4d3f93db72541a4abab8af28d",
    "lmarena/arena-hard-auto": "196f6b826783b3da7310e361a805fa36f0be83f3",
    "RouteWorks/RouterArena": "4714a9ad73e897a1241e73a86c9297fed2e871d8",
    "FreedomIntelligence/qnn": "77f549372d4371e7f2d52e77bc18df5096dd4779",
    "monologg/GoEmotions-pytorch": "b75f9d3a8b76bc1060687925b04ca98a1b8ea66b",
    "sebischair/Medical-Abstracts-TC-Corpus": "70a2d9106c724729be8b3c4ddb00d1b14ec300c8",
    "mainlp/xsid": "761d926c3f2e9f6bea13192d2f39cec1d04d9777",
    "umermansoor/ml-restaurant-reviews-sentiment-detection": "6ef85c53945b934637e1a4e4e65c0551084767fa",
    "felipessalvatore/NLI_datasets": "9551b739a830fafb2ec4b98d49a9ecd4bf3dcbd0",
}
ROUTER_ROWS = 1_000
TYPED_ROWS = 300


def source(repository: str, path: str) -> str:
    folder = Path(os.environ["GW_TYPED_SOURCES"]) / repository.replace("/", "+")
    shown = ["git", "-C", str(folder), "show", f"{COMMITS[repository]}:{path}"]
    content = subprocess.run(shown, check=True, capture_output=True).stdout
    return content.decode("utf8", errors="replace")


def lines(repository: str, path: str) -> list[dict]:
    return [json.loads(line) for line in source(repository, path).split("\n") if line.strip()]


def table(repository: str, path: str) -> list[dict]:
    return list(csv.DictReader(io.StringIO(source(repository, path))))


# Requests: task by what the set was made for; reasoning where that tells it, too.


def request(text: str, task: str, reasoning: int | None = None) -> dict:
    return {"request": text, "task": task} | ({} if reasoning is None else {"reasoning": reasoning})


def banking() -> list[dict]:
    """Customers of a bank who write to its help desk."""
    rows = table("PolyAI-LDN/task-specific-datasets", "banking_data/test.csv")
    return [request(row["text"], "support") for row in rows]


SNIPS = {
    "AddToPlaylist": "add a song to a playlist",
    "BookRestaurant": "book a restaurant",
    "GetWeather": "get the weather",
    "PlayMusic": "play music",
    "RateBook": "rate a book",
    "SearchCreativeWork": "search for a creative work",
    "SearchScreeningEvent": "search for film screenings",
}


def snips_texts() -> list[tuple[str, str]]:
    texts = []
    for intent in SNIPS:
        path = f"2017-06-custom-intent-engines/{intent}/validate_{intent}.json"
        for row in json.loads(source("sonos/nlu-benchmark", path))[intent]:
            texts.append((intent, "".join(part["text"] for part in row["data"]).strip()))
    return texts


def snips() -> list[dict]:
    return [request(text, "action", 0) for _, text in snips_texts()]


def tool_calls() -> list[dict]:
    found = []
    for name in ("eval_real", "eval_simulated"):
        for tool in json.loads(source("tangqiaoyu/ToolAlpaca", f"data/{name}.json")):
            found += [request(text, "action") for text in tool["Instructions"]]
    return found


CHATS = {
    "writing": ("writing", 0),
    "roleplay": ("writing", 0),
    "reasoning": ("support", 1),
    "math": ("support", 1),
    "fermi": ("support", 1),
    "coding": ("code", None),
    "extraction": ("extraction", None),
    "stem": ("support", None),
    "humanities": ("support", None),
    "generic": ("support", 0),
    "knowledge": ("support", None),
    "common-sense": ("support", None),
    "counterfactual": ("support", None),
}
# Roles in which a question is answered or a text translated.
MT_BENCH_ROLES = {94: "support", 95: "translation", 96: "support", 97: "support"}


def chats(folder: str) -> list[dict]:
    found = []
    for row in lines("lm-sys/FastChat", f"fastchat/llm_judge/data/{folder}/question.jsonl"):
        task, reasoning = CHATS[row["category"]]
        task = MT_BENCH_ROLES.get(row["question_id"], task) if folder == "mt_bench" else task
        found.append(request(row["turns"][0], task, reasoning))
    return found


ARENA = {"coding": ("code", None), "math": ("support", 1), "creative_writing": ("writing", 0)}


def arena() -> list[dict]:
    rows = lines("lmarena/arena-hard-auto", "data/arena-hard-v2.0/question.jsonl")
    return [request(row["prompt"], *ARENA[row["subcategory"]]) for row in rows]


# By the beginning of the name of the set that a prompt comes from.
ROUTER_ARENA = [
    ("LiveCodeBench", "code", 1),
    ("WMT19", "translation", 0),
    ("NarrativeQA", "document", None),
    ("PubMedQA", "document", None),
    ("SuperGLUE-QA", "extraction", None),
    ("SuperGLUE-RC", "extraction", None),
    ("SuperGLUE-Entailment", "extraction", None),
    ("SuperGLUE-Wic", "extraction", None),
    ("SuperGLUE-Wsc", "extraction", None),
    ("SuperGLUE-ClozeTest", "document", None),
    ("FinQA", "document", 1),
    *((name, "support", 1) for name in ("AIME", "AsDiv", "GSM8K", "MATH", "MathQA", "MMLUPro_math", "MMLUPro_physics")),
    *((name, "support", 0) for name in ("OpenTDB", "QANTA", "GeoGraphyData", "MedMCQA", "GeoBench")),
    ("", "support", None),
]


def router_arena() -> list[dict]:
    found = {}
    for model in ("claude-3-haiku-20240307", "gemini-2.0-flash-001"):
        for row in lines("RouteWorks/RouterArena", f"cached_results/{model}.jsonl"):
            _, *labels = next(one for one in ROUTER_ARENA if row["global_index"].startswith(one[0]))
            found[row["global_index"]] = request(row["question"], *labels)
    return list(found.values())


# Questions: the wording is ours, and the same for each row of a set.


def question(state: str, instructions: str, options: list[str], gold: int, kind: str = "choice") -> dict:
    return dict(state=state, type=kind, instructions=instructions, options=options, gold=gold)


def among(state: str, instructions: str, right: str, others: list[str], draw: random.Random) -> dict:
    options = [right, *others]
    draw.shuffle(options)
    return question(state, instructions, options, options.index(right))


def banking_options(count: int) -> list[dict]:
    draw = random.Random(count)
    rows = table("PolyAI-LDN/task-specific-datasets", "banking_data/test.csv")
    spoken = lambda label: label.replace("_", " ").replace("?", "").lower()
    labels = sorted({spoken(row["category"]) for row in rows})
    return [
        among(row["text"], "What is the customer asking for?", right, others, draw)
        for row in rows
        for right in [spoken(row["category"])]
        for others in [draw.sample([label for label in labels if label != right], count - 1)]
    ]


def snips_options() -> list[dict]:
    options = list(SNIPS.values())
    return [
        question(text, "What does the user want?", options, options.index(SNIPS[intent]))
        for intent, text in snips_texts()
    ]


TREC = {
    "ABBR": "an abbreviation or its meaning",
    "DESC": "a description, a definition or a reason",
    "ENTY": "a thing, an animal, a product or a word",
    "HUM": "a person or a group of people",
    "LOC": "a place",
    "NUM": "a number, a date or an amount",
}


def question_types() -> list[dict]:
    options, found = list(TREC.values()), []
    for line in source("FreedomIntelligence/qnn", "data/TREC/TREC_10.label").splitlines():
        label, _, text = line.partition(" ")
        found.append(question(text, "What does the question ask for?", options, list(TREC).index(label.split(":")[0])))
    return found


def emotions() -> list[dict]:
    names = source("monologg/GoEmotions-pytorch", "data/original/labels.txt").split()
    options = ["joy", "anger", "sadness", "fear"]
    found = []
    for line in source("monologg/GoEmotions-pytorch", "data/original/test.tsv").splitlines():
        text, labels, _ = line.split("\t")
        named = [names[int(label)] for label in labels.split(",")]
        if len(named) == 1 and named[0] in options:
            found.append(
                question(text, "Which emotion does the text express?", options, options.index(named[0]))
            )
    return found


MEDICAL = {
    "1": "neoplasms",
    "2": "digestive system diseases",
    "3": "nervous system diseases",
    "4": "cardiovascular diseases",
    "5": "general pathological conditions",
}


def medical() -> list[dict]:
    options = list(MEDICAL.values())
    rows = table("sebischair/Medical-Abstracts-TC-Corpus", "medical_tc_test.csv")
    asked = "Which kind of condition is the abstract about?"
    return [
        question(row["medical_abstract"], asked, options, options.index(MEDICAL[row["condition_label"]]))
        for row in rows
    ]


XSID = SNIPS | {
    "weather/find": "get the weather",
    "alarm/set_alarm": "set an alarm",
    "alarm/cancel_alarm": "cancel an alarm",
    "alarm/show_alarms": "show the alarms",
    "reminder/set_reminder": "set a reminder",
    "reminder/cancel_reminder": "cancel a reminder",
    "reminder/show_reminders": "show the reminders",
}


def commands_in(lang: str) -> list[dict]:
    options, found, text = sorted(set(XSID.values())), [], ""
    for line in source("mainlp/xsid", f"data/xSID-0.6/{lang}.test.conll").splitlines():
        if line.startswith("# text = "):
            text = line.removeprefix("# text = ")
        intent = line.removeprefix("# intent = ")
        if intent != line and intent in XSID:
            asked = question(text, "What does the user want?", options, options.index(XSID[intent]))
            found.append(asked | {"lang": lang})
    return found


def restaurant_sentiment() -> list[dict]:
    found = []
    repository = "umermansoor/ml-restaurant-reviews-sentiment-detection"
    for line in source(repository, "data/yelp_labelled.txt").splitlines():
        text, _, label = line.rpartition("\t")
        if label.strip() in ("0", "1"):
            found.append(question(text, "What is the sentiment?", ["positive", "negative"], 1 - int(label)))
    return found


def two_files(paths: list[str], instructions: str, options: list[str]) -> list[dict]:
    """Of each option one file, a text on each line."""
    return [
        question(text, instructions, options, gold)
        for gold, path in enumerate(paths)
        for text in source("FreedomIntelligence/qnn", path).splitlines()
        if text.strip()
    ]


def subjectivity() -> list[dict]:
    paths = ["data/SUBJ/subj.subjective", "data/SUBJ/subj.objective"]
    rows = two_files(paths, "Is it an opinion or a plot?", ["a subjective opinion", "an objective description"])
    # As a noul that says what its sides mean.
    return [row | {"type": "noul", "gold": 1 - row["gold"]} for row in rows]


def inference(name: str) -> list[dict]:
    """As a noul: the hypothesis is what is asked."""
    return [
        question(row["premise"], row["hypothesis"].strip(), [], int(row["label"] == "entailment"), "noul")
        for row in table("felipessalvatore/NLI_datasets", f"nli_datasets/{name}/dev.csv")
        if row["hypothesis"] and row["premise"]
    ]


def answered() -> list[dict]:
    """Does a passage answer a question, as a noul with what its sides mean."""
    options = ["yes, the passage answers it", "no, the passage does not say"]
    return [
        question(row["hypothesis"], f"Is this answered: {row['premise']}", options, int(row["label"] == "entailment"), "noul")
        for row in table("felipessalvatore/NLI_datasets", "nli_datasets/qnli/dev.csv")
    ]


ARENA_KINDS = {"coding": "programming", "math": "mathematics", "creative_writing": "creative writing"}


def arena_kinds() -> list[dict]:
    options = list(ARENA_KINDS.values())
    rows = lines("lmarena/arena-hard-auto", "data/arena-hard-v2.0/question.jsonl")
    return [
        question(row["prompt"], "What is the request about?", options, options.index(ARENA_KINDS[row["subcategory"]]))
        for row in rows
    ]


def subjects() -> list[dict]:
    """The subject of an exam's question, among five of which some are near to each other."""
    draw, found, named = random.Random(5), {}, "MMLUPro_"
    for row in lines("RouteWorks/RouterArena", "cached_results/gemini-2.0-flash-001.jsonl"):
        if row["global_index"].startswith(named):
            subject = row["global_index"].removeprefix(named).rpartition("_")[0]
            # Without its options, and without how to answer, which is the same in all of them.
            asked = row["question"].partition("Question: ")[2].partition("\n\nOptions")[0]
            found[row["global_index"]] = (asked, subject)
    names = sorted({subject for _, subject in found.values()})
    return [
        among(asked, "Which subject is the question from?", right, draw.sample([n for n in names if n != right], 4), draw)
        for asked, right in found.values()
        if asked
    ]


def film_grades() -> list[dict]:
    """Sentences of critics in five grades, as a score."""
    options = ["very negative", "negative", "neutral", "positive", "very positive"]
    found = []
    for line in source("FreedomIntelligence/qnn", "data/SST/Fine-Grained/sentiment-dev").splitlines():
        grade, _, text = line.partition(" ")
        found.append(question(text, "How does the critic judge the film?", options, int(grade), "score"))
    return found


def nothing_stated(what: str) -> str:
    return f"none stated; {what}, published for research; measured on only"


# Folder, name, rows, most of them, licence, repository.
SETS = [
    ("router", "banking", banking, ROUTER_ROWS, "CC BY 4.0", "PolyAI-LDN/task-specific-datasets"),
    ("router", "snips", snips, ROUTER_ROWS, "CC0", "sonos/nlu-benchmark"),
    ("router", "tool-calls", tool_calls, ROUTER_ROWS, "Apache-2.0", "tangqiaoyu/ToolAlpaca"),
    ("router", "mt-bench", lambda: chats("mt_bench"), ROUTER_ROWS, "Apache-2.0", "lm-sys/FastChat"),
    ("router", "vicuna-bench", lambda: chats("vicuna_bench"), ROUTER_ROWS, "Apache-2.0", "lm-sys/FastChat"),
    ("router", "arena-hard", arena, ROUTER_ROWS, "Apache-2.0", "lmarena/arena-hard-auto"),
    ("router", "router-arena", router_arena, ROUTER_ROWS, "Apache-2.0", "RouteWorks/RouterArena"),
    ("typed", "banking-5", lambda: banking_options(5), TYPED_ROWS, "CC BY 4.0", "PolyAI-LDN/task-specific-datasets"),
    ("typed", "banking-20", lambda: banking_options(20), TYPED_ROWS, "CC BY 4.0", "PolyAI-LDN/task-specific-datasets"),
    ("typed", "voice-7", snips_options, TYPED_ROWS, "CC0", "sonos/nlu-benchmark"),
    ("typed", "question-types-6", question_types, TYPED_ROWS, nothing_stated("TREC"), "FreedomIntelligence/qnn"),
    ("typed", "emotions-4", emotions, TYPED_ROWS, "Apache-2.0", "monologg/GoEmotions-pytorch"),
    ("typed", "medical-5", medical, TYPED_ROWS, "CC BY-SA 3.0", "sebischair/Medical-Abstracts-TC-Corpus"),
    ("typed", "german-voice-13", lambda: commands_in("de"), TYPED_ROWS, "CC BY-SA 4.0", "mainlp/xsid"),
    (
        "typed",
        "sentiment-2",
        restaurant_sentiment,
        TYPED_ROWS,
        "CC BY 4.0",
        "umermansoor/ml-restaurant-reviews-sentiment-detection",
    ),
    ("typed", "subjectivity", subjectivity, TYPED_ROWS, nothing_stated("SUBJ"), "FreedomIntelligence/qnn"),
    ("typed", "inference", lambda: inference("rte"), TYPED_ROWS, nothing_stated("RTE"), "felipessalvatore/NLI_datasets"),
    ("typed", "science-inference", lambda: inference("scitail"), TYPED_ROWS, "Apache-2.0", "felipessalvatore/NLI_datasets"),
    ("calibration", "arena-kinds", arena_kinds, 150, "Apache-2.0", "lmarena/arena-hard-auto"),
    (
        "calibration",
        "films-2",
        lambda: two_files(
            ["data/MR/rt-polarity.pos", "data/MR/rt-polarity.neg"], "Does the critic like the film?", ["yes", "no"]
        ),
        200,
        nothing_stated("MR"),
        "FreedomIntelligence/qnn",
    ),
    (
        "calibration",
        "products-2",
        lambda: two_files(
            ["data/CR/custrev.pos", "data/CR/custrev.neg"], "What does the customer think?", ["satisfied", "dissatisfied"]
        ),
        200,
        nothing_stated("CR"),
        "FreedomIntelligence/qnn",
    ),
    ("calibration", "causes", lambda: inference("copa"), 200, "BSD-2-Clause", "felipessalvatore/NLI_datasets"),
    ("calibration", "subjects-5", subjects, 200, "Apache-2.0", "RouteWorks/RouterArena"),
    ("calibration", "film-grades-5", film_grades, 200, nothing_stated("SST"), "FreedomIntelligence/qnn"),
    ("calibration", "nouns", lambda: inference("add_one_rte"), 200, nothing_stated("AddOneRTE"), "felipessalvatore/NLI_datasets"),
    ("calibration", "answered", answered, 200, "CC BY-SA 4.0", "felipessalvatore/NLI_datasets"),
    ("calibration", "italian-voice-13", lambda: commands_in("it"), 200, "CC BY-SA 4.0", "mainlp/xsid"),
    ("calibration", "dutch-voice-13", lambda: commands_in("nl"), 200, "CC BY-SA 4.0", "mainlp/xsid"),
    ("calibration", "danish-voice-13", lambda: commands_in("da"), 200, "CC BY-SA 4.0", "mainlp/xsid"),
]


def bare(text: str) -> str:
    return re.sub(r"\W", "", unicodedata.normalize("NFKC", text).lower())


def learnt_texts() -> set[str]:
    """What is trained on is not scored."""
    folder = data_folder()
    texts = [row["request"] for rows in written_requests().values() for row in rows]
    texts += [row["request"] for row in read_rows(folder / "router_weak.jsonl")]
    texts += [row["text"] for row in read_rows(folder / "zs_intents.jsonl")]
    texts += [row["premise"] for row in read_rows(folder / "zs_nli.jsonl")]
    texts += [text for family in written_families() for label in family["labels"] for text in label["texts"]]
    return {bare(text) for text in texts}


def main(folder: Path) -> None:
    learnt, described = learnt_texts(), []
    for kind, name, read, most, licence, repository in SETS:
        rows = [row for row in read() if bare(row.get("request") or row["state"]) not in learnt]
        rows = sampled(rows, most, seed=7)
        assert all(row["task"] in TASKS for row in rows if "task" in row)
        (folder / kind).mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / kind / f"{name}.jsonl").write_text(text, "utf8")
        described.append(
            dict(kind=kind, name=name, rows=len(rows), licence=licence, source=f"{repository}@{COMMITS[repository]}")
        )
        print(f"{kind}/{name}: {len(rows)}")
    (folder / "sets.json").write_text(json.dumps(described, indent=2) + "\n", "utf8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
