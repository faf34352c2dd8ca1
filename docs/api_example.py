"""Play a match against a bot by chance: python api_example.py https://the.server edge_…"""

import json
import random
import sys
import time
import urllib.parse
import urllib.request
import uuid

SITE, TOKEN = sys.argv[1:]


def call(path, data=None):
    """A GET, or a POST of JSON."""
    request = urllib.request.Request(SITE + path, data and json.dumps(data).encode())
    request.add_header("Authorization", f"Token {TOKEN}")
    if data:
        request.add_header("Content-Type", "application/json")
        request.add_header("Idempotency-Key", str(uuid.uuid4()))
        request.add_header("Prefer", "wait=5")  # until the order has been played
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def answer_by_chance(address):
    """Words until they are an answer, each chosen from those that may follow."""
    words, question = [], call(address)["decision"]
    while question["options"] and not (question["final"] and random.random() < 0.5):
        words.append(random.choice(question["options"])["word"])
        question = call(address + "?" + urllib.parse.urlencode({"at": words}, doseq=True))["decision"]
    return {"question": question["question"], "answer": words}


seats = [{"kind": "me"}, {"kind": "bot", "bot": "scrapper"}]
match = call("/api/v1/matches/", {"game": "scrappers", "name": "By chance", "seats": seats})
while match["status"] == "running":
    if match["asked"]:
        order = call(match["links"]["orders"], answer_by_chance(match["links"]["decision"]))
        print(f"turn {match['turn']}: {' '.join(order['answer'])}")
    else:
        time.sleep(1)  # the bot plays; `changes/` would tell at once when it has
    match = call(f"/api/v1/matches/{match['id']}/")
print(match["result"]["told"])
