"""aioapns against the emulated APNs."""

import asyncio
import logging
import ssl
import sys
import time

import aioapns.connection
from aioapns import APNs, NotificationRequest, PushType
from checks import Checks, Setup
from scenario import APNS, word

logging.disable(logging.CRITICAL)
setup = Setup(sys.argv[1])
checks = Checks("aioapns")
KEY = setup["apns_key"]
ALERT = {"aps": {"alert": "Hello"}}


def client(sandbox=True, **changes):
    """A client with the emulators' key; the class attributes are where aioapns keeps host and port."""
    protocol = (aioapns.connection.APNsDevelopmentClientProtocol if sandbox
                else aioapns.connection.APNsProductionClientProtocol)
    protocol.APNS_SERVER = "localhost"
    protocol.APNS_PORT = setup.port("apns_sandbox" if sandbox else "apns_production")
    context = ssl.create_default_context(cafile=setup.path(setup["ca"]))
    context.set_alpn_protocols(["h2"])
    with open(setup.path(KEY["file"]), encoding="utf-8") as file:
        key = file.read()
    options = dict(key=key, key_id=KEY["key_id"], team_id=KEY["team_id"], topic=setup["topic"],
                   max_connections=1, use_sandbox=sandbox, ssl_context=context)
    options.update(changes)
    return APNs(**options)


def push(token="ios-sandbox", message=None, **fields):
    known = token.startswith("ios-")
    fields.setdefault("push_type", PushType.ALERT)
    return NotificationRequest(device_token=setup.token(token) if known else token, message=message or ALERT,
                               **fields)


async def send(apns, request):
    result = await asyncio.wait_for(apns.send_notification(request), 60)
    return int(result.status), result.description


async def main():
    apns = client()
    good = push(priority=10, collapse_key="greeting", time_to_live=60)
    result = await apns.send_notification(good)
    checks.equal("an alert", (int(result.status), result.description or ""), (200, ""))
    checks.equal("its id comes back", result.notification_id, good.notification_id)
    background = push(message={"aps": {"content-available": 1}}, push_type=PushType.BACKGROUND)
    background.priority = 5
    checks.equal("a background push", (await send(apns, background))[0], 200)
    background.priority = 10
    checks.equal("a background push at 10", await send(apns, background), (400, "BadPriority"))
    cases = [
        ("an unknown token", push("ab" * 32), (400, "BadDeviceToken")),
        ("a production token in the sandbox", push("ios-production"), (400, "BadDeviceToken")),
        ("a token that is none", push("xyz"), (400, "BadDeviceToken")),
        ("another app's topic", push(apns_topic="com.example.other"), (400, "DeviceTokenNotForTopic")),
        ("voip without its topic", push(push_type=PushType.VOIP), (400, "InvalidPushType")),
        ("a long collapse id", push(collapse_key="x" * 65), (400, "BadCollapseId")),
        ("5000 bytes", push(message={"aps": {"alert": "x" * 5000}}), (413, "PayloadTooLarge")),
        ("a busy device", push("ios-busy"), (429, "TooManyRequests")),
    ]
    for what, request, documented in cases:
        checks.equal(what, await send(apns, request), documented)
    gone = await apns.send_notification(push("ios-gone"))
    checks.equal("a deleted app", (int(gone.status), gone.description), (410, "Unregistered"))
    checks.equal("since when, in milliseconds", 1e12 < gone.timestamp < time.time() * 1000, True)
    for reason, status in APNS.items():
        message = {"aps": {"alert": word(reason)}}
        checks.equal(reason, await send(apns, push(message=message)), (status, reason))
    results = await asyncio.gather(*(send(apns, push()) for _ in range(500)))
    checks.equal("500 at once on one connection", {status for status, _ in results}, {200})
    # aioapns signs a new token for each connection. Apple: no more often than every 20 minutes.
    away = push(message={"aps": {"alert": word("goaway")}})
    checks.equal("a push sent again after GOAWAY", await send(apns, away),
                 (429, "TooManyProviderTokenUpdates"))
    production = client(sandbox=False)
    checks.equal("production", (await send(production, push("ios-production")))[0], 200)
    again = client(sandbox=False)
    time.sleep(1.1)
    checks.equal("a second token a moment later", await send(again, push("ios-production")),
                 (429, "TooManyProviderTokenUpdates"))
    wrong = client(sandbox=False, team_id="WRONGTEAM1")
    checks.equal("a wrong team id", await send(wrong, push("ios-production")), (403, "InvalidProviderToken"))
    unknown = client(sandbox=False, key_id="UNKNOWN123")
    checks.equal("a wrong key id", await send(unknown, push("ios-production")), (403, "InvalidProviderToken"))


asyncio.run(main())
checks.end()
