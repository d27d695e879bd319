"""What the router learns from: hand-written requests, and public rows whose labels were mended."""

import math
import random
from collections import Counter, defaultdict
from pathlib import Path

from rows import read_rows, sampled, share_of, written_requests

TASKS = ["code", "writing", "translation", "extraction", "document", "support", "smalltalk", "action"]

# Nobody's rows: their author's other half sets the temperatures, and this one is scored.
HELD_OUT_AUTHOR = "d"

# A wish that a customer has of a vendor's staff is support; only what the assistant itself is to do is action.
CUSTOMER_WISHES = set(
    "pin_change report_lost_card insurance_change credit_limit_change order_checks freeze_account redeem_rewards "
    "new_card report_fraud travel_notification".split()
)
# Live figures and entries are looked up, not known.
LOOK_UPS = set(
    "weather_query qa_stock transport_traffic transport_query news_query social_query datetime_query qa_currency "
    "recommendation_events weather traffic flight_status exchange_rate calendar todo_list shopping_list directions "
    "current_location date time how_busy what_song lists_query".split()
)
# Either, by who is asked.
UNDECIDED = set(
    "transfer pay_bill cancel_reservation confirm_reservation accept_reservations pto_request pto_balance pto_used "
    "pto_request_status balance bill_balance bill_due transactions spending_history rewards_balance credit_score "
    "credit_limit application_status order_status min_payment cancel recommendation_locations recommendation_movies "
    "restaurant_suggestion restaurant_reviews music_query takeaway_query distance order".split()
)
# Lines of dialogues that answer something, and texts that are not what their label says.
LEFT_OUT_SOURCES = {"chatterbot": {"support"}}

PER_SOURCE_AND_TASK = 200
WRITTEN_WEIGHT = 4.0
# By origin, the level of a public row is little more than a guess.
WEAK_COMPLEXITY_WEIGHT = 0.3


def mended(row: dict, intents: dict[str, str]) -> dict | None:
    """A public row by the labelling guide; None where its label cannot be told."""
    if row["task"] in LEFT_OUT_SOURCES.get(row["src"], ()):
        return None
    intent = intents.get(row["request"])
    if intent in UNDECIDED:
        return None
    if intent in CUSTOMER_WISHES:
        return row | {"task": "support"}
    if intent in LOOK_UPS:
        return row | {"task": "action", "reasoning": 0}
    return row


def public_rows(folder: Path) -> list[dict]:
    """At most so many of each source and task."""
    intents = {row["text"]: row["label"] for row in read_rows(folder / "zs_intents.jsonl")}
    groups = defaultdict(list)
    for row in read_rows(folder / "router_weak.jsonl"):
        kept = mended(row, intents)
        if kept:
            groups[row["src"], kept["task"]].append(kept | {"weight": 1.0, "complexity_weight": WEAK_COMPLEXITY_WEIGHT})
    return [row for key in sorted(groups) for row in sampled(groups[key], PER_SOURCE_AND_TASK, seed=0)]


def split_rows(folder: Path) -> tuple[list[dict], list[dict], list[dict]]:
    """Rows to learn from, rows to set temperatures by, and rows to score."""
    authors = written_requests()
    learnt = public_rows(folder)
    for author, rows in sorted(authors.items()):
        if author != HELD_OUT_AUTHOR:
            learnt += [row | {"src": author, "weight": WRITTEN_WEIGHT, "complexity_weight": 1.0} for row in rows]
    unseen = authors.get(HELD_OUT_AUTHOR, [])
    dev = [row for row in unseen if is_dev(row)]
    return learnt, dev, [row for row in unseen if not is_dev(row)]


def is_dev(row: dict) -> bool:
    return share_of(row["request"]) < 0.5


def draw_weights(rows: list[dict]) -> list[float]:
    """How often each is drawn: tasks by the square root of what there is of them."""
    totals = Counter()
    for row in rows:
        totals[row["task"]] += row["weight"]
    return [row["weight"] / math.sqrt(totals[row["task"]]) for row in rows]


# Around a wish for text, code or an answer.
POLITE = ["Hi, {}", "Task: {}", "Could you help me? {}", "{} Reply in JSON.", "{} Thanks!", "{} Keep your answer short."]
# Around a question, as tests of knowledge put it.
READ_THIS = [
    "",
    "Question: ",
    "Please answer the following question. ",
    "Please read the following question and give the correct answer.\n\n",
    "Please read the following multiple-choice questions and give the most likely answer among the options.\n\n",
    "Choose the right option.\n\n",
    "Please solve the following problem step by step.\n\n",
    "Please solve the following problem and give the final answer.\n\n",
]
NO_CONTEXT = ["Context: None\n\nQuestion: ", "Context: none\n\n", "Question: "]
ANSWER_TAILS = [
    "\n\nProvide the letter of the correct option.",
    "\n\nProvide your final answer in \\boxed{X}.",
    "\n\nProvide the correct letter choice in \\boxed{X}, where X is the correct letter. Keep your explanation short.",
    " Answer in one sentence.",
    " Explain your answer.",
]


class Variation:
    """Makes of a row another one with the same labels: what stands around a wish does not change it."""

    def __init__(self, rows: list[dict], draw: random.Random) -> None:
        self.draw = draw
        self.words = [words for row in rows if len(words := row["request"].split()) > 6]

    def of(self, row: dict) -> dict:
        text, draw, alone = row["request"], self.draw, not row.get("previous")
        if row["task"] == "support" and alone and draw.random() < 0.35:
            text = self.tested(text)
        elif row["task"] in ("code", "writing") and alone and draw.random() < 0.2:
            text = draw.choice(POLITE).format(text) if "{" not in text else text
        if draw.random() < 0.1:
            text = " ".join(word for word in text.split(" ") if draw.random() > 0.1) or text
        if draw.random() < 0.05:
            text = text.lower()
        return row | {"request": text}

    def tested(self, text: str) -> str:
        """A question as a test asks it: told to be read, with options, with the form of the answer."""
        draw = self.draw
        front = draw.choice(READ_THIS) + (draw.choice(NO_CONTEXT) if draw.random() < 0.5 else "")
        options = self.options() if draw.random() < 0.6 else ""
        return front + text + options + (draw.choice(ANSWER_TAILS) if draw.random() < 0.6 else "")

    def options(self) -> str:
        draw = self.draw
        numbers = draw.random() < 0.4
        some = [str(draw.randint(1, 500)) if numbers else self.phrase() for _ in range(draw.randint(2, 6))]
        return "\n\nOptions:\n" + "\n".join(f"{letter}. {option}" for letter, option in zip("ABCDEF", some))

    def phrase(self) -> str:
        words = self.draw.choice(self.words)
        front = self.draw.randrange(len(words) - 4)
        return " ".join(words[front : front + self.draw.randint(1, 8)])
