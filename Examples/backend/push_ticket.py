import json
import os
import urllib.request


def push_ticket(account):
    """A registration ticket of the account whose session the request carries, and of no other."""
    request = urllib.request.Request(
        os.environ["PUSHWIRE"] + "/v1/tickets",
        data=json.dumps({"account": account}).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["PUSHWIRE_KEY"],
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)["ticket"]
