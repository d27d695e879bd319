"""What the typed reader learns from: questions of one shape, drawn from sets of many shapes."""

import random
from collections import defaultdict
from pathlib import Path

from router_rows import LOOK_UPS, UNDECIDED, public_rows
from rows import read_rows, share_of, written_families

# A question is a dict: type, context, instruction, options (none: a statement that is true or not), gold (an index,
# or 0 and 1), and ordered where options are levels.

INTENT_QUESTIONS = [
    "What does the user want?",
    "Which intent does the message express?",
    "What is this request about?",
    "Pick the matching intent.",
    "Choose the best description of the message.",
    "What is the customer asking for?",
    "Which category fits?",
    "Classify the request.",
    "",
]
INTENT_CLAIMS = [
    "The user wants: {}",
    "Is this about {}?",
    "{}",
    "The message is a request about {}.",
    "Does the text concern {}?",
]
OPTION_COUNTS = [2, 3, 4, 5, 6, 8, 10, 14, 20]
TASK_NAMES = {
    "code": ["code", "writing or fixing program code"],
    "writing": ["writing", "writing or rewriting prose"],
    "translation": ["translation", "translate text to another language"],
    "extraction": ["extraction", "pull fields or labels out of a text"],
    "document": ["document", "work on a long document: summarise, compare, answer from it"],
    "support": ["support", "answer a question or solve a problem"],
    "smalltalk": ["small talk", "greeting or chit-chat"],
    "action": ["action", "carry out an action or fetch live data"],
}
TASK_QUESTIONS = ["What kind of task is this?", "Which kind of work is requested?", "Task type"]
INFERENCES = {
    "entailment": ["supported", "follows from the text", "true"],
    "neutral": ["not mentioned", "cannot be known", "unclear"],
    "contradiction": ["contradicted", "conflicts with the text", "false"],
}
LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
    "pl": "Polish",
    "ru": "Russian",
    "tr": "Turkish",
    "ar": "Arabic",
    "zh": "Chinese",
    "ja": "Japanese",
    "ko": "Korean",
    "he": "Hebrew",
    "fa": "Persian",
    "el": "Greek",
    "az": "Azerbaijani",
    "uk": "Ukrainian",
}

# How often a question of each kind is drawn.
SHARES = {
    "intent": 24,
    "intent_of_messages": 4,
    "intent_claim": 10,
    "inference": 44,
    "inference_of_three": 8,
    "inference_among": 6,
    "task": 5,
    "steps": 3,
    "language": 2,
    "continuation": 5,
    "family": 60,
}
# Of the statements.
YES_OR_NO = 0.25


# By their names, so that a family stays where it is when others are added.
def is_calibration(family: dict) -> bool:
    return share_of(family["family"]) < 0.12


def is_scored(family: dict) -> bool:
    return 0.12 <= share_of(family["family"]) < 0.24


def learnt_families() -> list[dict]:
    return [one for one in written_families() if not is_calibration(one) and not is_scored(one)]


class Questions:
    """Draws questions to learn from, the same ones for the same seed."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.draw = random.Random(seed)
        self.families = learnt_families()
        self.intents = read_rows(folder / "zs_intents.jsonl")
        self.labels = {
            source: sorted({row["label"] for row in self.intents if row["src"] == source})
            for source in sorted({row["src"] for row in self.intents})
        }
        self.messages = defaultdict(list)
        for row in self.intents:
            self.messages[row["src"], row["label"]].append(row["text"])
        self.pairs = read_rows(folder / "zs_nli.jsonl")
        premises: dict[str, dict[str, str]] = defaultdict(dict)
        for row in self.pairs:
            premises[row["premise"]].setdefault(row["label"], row["hypothesis"])
        self.premises = [one for one in premises.items() if "entailment" in one[1] and len(one[1]) > 1]
        self.requests = defaultdict(list)
        for row in public_rows(folder):
            self.requests[row["task"]].append(row)
        self.passages = defaultdict(list)
        for row in read_rows(folder / "multilingual_paragraphs.jsonl"):
            if len(row["text"]) > 120:
                self.passages[row["lang"]].append(row["text"])
        self.passages = {lang: texts for lang, texts in self.passages.items() if len(texts) >= 20}

    def next(self) -> dict:
        (kind,) = self.draw.choices(list(SHARES), list(SHARES.values()))
        question = getattr(self, kind)()
        is_bare = question["type"] == "noul" and not question["options"]
        return self._yes_or_no(question) if is_bare and self.draw.random() < YES_OR_NO else question

    def _choice(self, context: str, instruction: str, right: str, others: list[str]) -> dict:
        options = [right, *others]
        self.draw.shuffle(options)
        return dict(
            type="choice", context=context, instruction=instruction, options=options, gold=options.index(right)
        )

    def _statement(self, context: str, instruction: str, is_true: bool) -> dict:
        return dict(type="noul", context=context, instruction=instruction, options=[], gold=int(is_true))

    def _yes_or_no(self, claim: dict) -> dict:
        """A statement as a choice between two words that say nothing by themselves."""
        names = self.draw.choice([("yes", "no"), ("true", "false"), ("right", "wrong")])
        right, other = names if claim["gold"] else reversed(names)
        return self._choice(claim["context"], claim["instruction"], right, [other])

    def intent(self) -> dict:
        row = self.draw.choice(self.intents)
        others = [label for label in self.labels[row["src"]] if label != row["label"]]
        others = self.draw.sample(others, min(self.draw.choice(OPTION_COUNTS), len(others)) - 1 or 1)
        names = [_spoken(label) for label in others]
        right = _spoken(row["label"])
        return self._choice(row["text"], self.draw.choice(INTENT_QUESTIONS), right, [n for n in names if n != right])

    def intent_of_messages(self) -> dict:
        source = self.draw.choice(list(self.labels))
        right, *others = self.draw.sample(self.labels[source], self.draw.choice([2, 3, 4]))
        message = lambda label: self.draw.choice(self.messages[source, label])[:90]
        return self._choice(_spoken(right), "Which message matches?", message(right), [message(o) for o in others])

    def intent_claim(self) -> dict:
        row, is_true = self.draw.choice(self.intents), self.draw.random() < 0.5
        others = [label for label in self.labels[row["src"]] if label != row["label"]]
        label = row["label"] if is_true else self.draw.choice(others)
        return self._statement(row["text"], self.draw.choice(INTENT_CLAIMS).format(_spoken(label)), is_true)

    def inference(self) -> dict:
        row = self.draw.choice(self.pairs)
        if row["label"] != "entailment" and self.draw.random() < 0.25:
            row = self.draw.choice(self.pairs)
        claim = row["hypothesis"].strip()
        if self.draw.random() < 0.3:
            claim = self.draw.choice(["It is true that: ", "According to the text: ", "Does it follow that: "]) + claim
        follows = row["label"] == "entailment"
        if self.draw.random() < 0.2:
            yes, no = self.draw.choice([("yes", "no"), ("true", "false"), ("it follows", "it does not follow")])
            asked = self.draw.choice(["Does this follow from the text: {}", "Is it so? {}", "{}"]).format(claim)
            return self._choice(row["premise"], asked, yes if follows else no, [no if follows else yes])
        return self._statement(row["premise"], claim, follows)

    def inference_of_three(self) -> dict:
        row, wording = self.draw.choice(self.pairs), self.draw.randrange(3)
        others = [names[wording] for label, names in INFERENCES.items() if label != row["label"]]
        return self._choice(
            row["premise"], "Statement: " + row["hypothesis"], INFERENCES[row["label"]][wording], others
        )

    def inference_among(self) -> dict:
        premise, found = self.draw.choice(self.premises)
        right = found["entailment"][:100]
        others = [text[:100] for label, text in found.items() if label != "entailment"]
        return self._choice(premise, "Which statement follows from the text?", right, others)

    def task(self) -> dict:
        right, wording = self.draw.choice(list(TASK_NAMES)), self.draw.randrange(2)
        others = self.draw.sample([task for task in TASK_NAMES if task != right], self.draw.randint(1, 7))
        return self._choice(
            self.draw.choice(self.requests[right])["request"],
            self.draw.choice(TASK_QUESTIONS),
            TASK_NAMES[right][wording],
            [TASK_NAMES[task][wording] for task in others],
        )

    def steps(self) -> dict:
        while True:
            row = self.draw.choice(self.requests[self.draw.choice(list(TASK_NAMES))])
            if not 0.2 <= row["reasoning"] <= 0.8:
                break
        asked = self.draw.choice(["Does answering need several steps of reasoning?", "Is multi-step reasoning needed?"])
        return self._statement(row["request"], asked, row["reasoning"] > 0.8)

    def language(self) -> dict:
        right = self.draw.choice([lang for lang in self.passages if lang in LANGUAGES])
        others = self.draw.sample([lang for lang in LANGUAGES if lang != right], self.draw.choice([1, 3, 5, 7]))
        text = self.draw.choice(self.passages[right])[:160]
        return self._choice(
            text, "In which language is the text?", LANGUAGES[right], [LANGUAGES[lang] for lang in others]
        )

    def continuation(self) -> dict:
        lang = "en" if self.draw.random() < 0.7 else self.draw.choice(list(self.passages))
        halves = [_halves(text) for text in self.draw.sample(self.passages[lang], self.draw.choice([2, 3, 4]))]
        (front, right), *others = halves
        return self._choice(
            front[-300:], "Which passage continues the text?", right[:110], [end[:110] for _, end in others]
        )

    def family(self) -> dict:
        family = self.draw.choice(self.families)
        return question_of(family, self.draw)


def question_of(family: dict, draw: random.Random, text: str | None = None, label: int | None = None) -> dict:
    """A question of a hand-written family, about one of its texts or the given one."""
    labels = family["labels"]
    gold = draw.randrange(len(labels)) if label is None else label
    context = draw.choice(labels[gold]["texts"]) if text is None else text
    if family["kind"] == "noul":
        is_true = labels[gold]["name"] == "true"
        if draw.random() < 0.5:
            asked = draw.choice(family["claims"] + family["questions"])
            return dict(type="noul", context=context, instruction=asked, options=[], gold=int(is_true))
        options = [_told(one, draw, 0.5) for one in sorted(labels, key=lambda one: one["name"] != "true")]
        return dict(
            type="noul",
            context=context,
            instruction=draw.choice(family["questions"]),
            options=options,
            gold=int(is_true),
        )
    if family["claims"] and draw.random() < 0.2:
        is_true = draw.random() < 0.5
        other = draw.choice([at for at in range(len(labels)) if at != gold])
        named = draw.choice(_names(labels[gold if is_true else other]))
        claim = draw.choice(family["claims"]).replace("{}", named)
        return dict(type="noul", context=context, instruction=claim, options=[], gold=int(is_true))
    shown = list(range(len(labels)))
    ordered = family["kind"] == "score"
    if not ordered:
        others = [at for at in shown if at != gold]
        few = len(others) if draw.random() < 0.5 else draw.randint(1, len(others))
        shown = [gold, *draw.sample(others, min(few, 19))]
        draw.shuffle(shown)
    with_descriptions = draw.random() < 0.25
    options = [_told(labels[at], draw, 1.0 if with_descriptions else 0.0) for at in shown]
    return dict(
        type="score" if ordered else "choice",
        context=context,
        instruction=draw.choice(family["questions"]),
        options=options,
        gold=shown.index(gold),
        ordered=ordered,
    )


def _names(label: dict) -> list[str]:
    return label.get("names") or [label["name"]]


def _told(label: dict, draw: random.Random, share: float) -> str:
    """A name of a label, at times with what it means, as the gateway shows it to a model."""
    name = draw.choice(_names(label))
    description = label.get("description")
    return f"{name}: {description}" if description and draw.random() < share else name


def _spoken(label: str) -> str:
    return label.replace("_", " ").replace("query", "question").strip()


def _halves(text: str) -> tuple[str, str]:
    middle = text.find(" ", len(text) // 2)
    middle = middle if middle > 0 else len(text) // 2
    return text[:middle], text[middle:]


def family_questions(families: list[dict], seed: int) -> list[dict]:
    """One question about each text, to calibrate or to score with."""
    draw = random.Random(seed)
    return [
        question_of(family, draw, text, at) | {"family": family["family"], "lang": family["lang"]}
        for family in families
        for at, label in enumerate(family["labels"])
        for text in label["texts"]
    ]
