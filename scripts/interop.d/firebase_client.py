"""firebase-admin against the emulated FCM and OAuth."""

import asyncio
import datetime
import os
import json
import re
import sys
import urllib.request

from checks import Checks, Setup
from scenario import word

setup = Setup(sys.argv[1])
CA = os.path.abspath(setup.path(setup["ca"]))
os.environ["REQUESTS_CA_BUNDLE"] = CA
os.environ["SSL_CERT_FILE"] = CA

import firebase_admin  # noqa: E402
from firebase_admin import credentials, exceptions, messaging  # noqa: E402

checks = Checks("firebase-admin")
# Where the library keeps FCM's address.
messaging._MessagingService.FCM_URL = setup["fcm"] + "/v1/projects/{0}/messages:send"
messaging._MessagingService.IID_URL = setup["fcm"]
ACCOUNT = setup["service_account"]
firebase_admin.initialize_app(credentials.Certificate(setup.path(ACCOUNT["file"])))
# The library tries 429 and 5xx four times; once is enough here.
service = messaging._get_messaging_service(None)
for adapter in service._client.session.adapters.values():
    adapter.max_retries = 0


def refusal(message, **options):
    try:
        return messaging.send(message, **options)
    except exceptions.FirebaseError as error:
        status = error.http_response.status_code if error.http_response is not None else None
        return type(error).__name__, error.code, status


def refusal_of_topic(tokens):
    try:
        return outcome(messaging.subscribe_to_topic_legacy(tokens, "news"))
    except exceptions.FirebaseError as error:
        return type(error).__name__, error.http_response.status_code


def text(words="Hello", **fields):
    fields.setdefault("token", setup.token("android"))
    return messaging.Message(notification=messaging.Notification(title="x", body=words), **fields)


INVALID = ("InvalidArgumentError", "INVALID_ARGUMENT", 400)
name = re.compile(r"^projects/" + re.escape(ACCOUNT["project_id"]) + r"/messages/(.+)$")
first = name.match(messaging.send(text(data={"order": "8123"})))
checks.equal("a message's name", bool(first and re.match(r"0:\d+%[0-9a-f]+$", first[1])), True)
android = messaging.AndroidConfig(
    collapse_key="a", priority="high", ttl=datetime.timedelta(seconds=3.5),
    notification=messaging.AndroidNotification(
        tag="t", channel_id="c", title_loc_args=["a"], title_loc_key="k", notification_count=2, sticky=True,
        event_timestamp=datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc), visibility="private",
        vibrate_timings_millis=[100, 50], priority="high",
        light_settings=messaging.LightSettings(color="#aabbcc", light_on_duration_millis=200,
                                               light_off_duration_millis=300)))
apns = messaging.APNSConfig(
    headers={"apns-priority": "5"},
    payload=messaging.APNSPayload(aps=messaging.Aps(content_available=True), extra="x"))
web = messaging.WebpushConfig(headers={"Urgency": "high"},
                              notification=messaging.WebpushNotification(title="x"))
every = text(android=android, apns=apns, webpush=web, fcm_options=messaging.FCMOptions(analytics_label="l"))
checks.equal("every part of a message", bool(name.match(messaging.send(every))), True)
checks.equal("a dry run", messaging.send(text(), dry_run=True),
             f"projects/{ACCOUNT['project_id']}/messages/fake_message_id")
checks.equal("a topic", bool(name.match(messaging.send(text(token=None, topic="news")))), True)
checks.equal("a condition", bool(name.match(messaging.send(
    text(token=None, condition="'a' in topics && ('b' in topics || 'c' in topics)")))), True)
checks.equal("a removed app", refusal(text(token=setup.token("android-gone"))),
             ("UnregisteredError", "NOT_FOUND", 404))
checks.equal("a token that is none", refusal(text(token="nonsense")), INVALID)
checks.equal("an installation id that is none", refusal(messaging.Message(fid="nonsense")), INVALID)
checks.equal("a condition that is none", refusal(text(token=None, condition="a in topics")), INVALID)
checks.equal("5000 bytes", refusal(text("x" * 5000)), INVALID)
checks.equal("a reserved key", refusal(text(data={"from": "x"})), INVALID)
checks.equal("UNAVAILABLE", refusal(text(word("UNAVAILABLE"))), ("UnavailableError", "UNAVAILABLE", 503))
checks.equal("INTERNAL", refusal(text(word("INTERNAL"))), ("InternalError", "INTERNAL", 500))
checks.equal("QUOTA_EXCEEDED", refusal(text(word("QUOTA_EXCEEDED"))),
             ("QuotaExceededError", "RESOURCE_EXHAUSTED", 429))
checks.equal("THIRD_PARTY_AUTH_ERROR", refusal(text(word("THIRD_PARTY_AUTH_ERROR"))),
             ("ThirdPartyAuthError", "UNAUTHENTICATED", 401))
batch = messaging.send_each([text(), text(token="nonsense")])
checks.equal("a batch", [item.success for item in batch.responses], [True, False])
batch = asyncio.run(messaging.send_each_async([text() for _ in range(20)]))
checks.equal("twenty over HTTP/2", batch.success_count, 20)


def devices(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(setup["devices"] + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def arrivals(token, after):
    found = devices(f"/devices/{token}/deliveries?after={after}")["deliveries"]
    return [delivery["payload"]["notification"]["body"] for delivery in found]


def outcome(response):
    return response.success_count, [(error.index, error.reason) for error in response.errors]


# Topics: the batches of the instance-ID service, then the API that follows them; each told to devices.
service._fcm_topic_url = f"{setup['fcm']}/v1/projects/{ACCOUNT['project_id']}/registrations"
here, there = (devices("/devices", {"platform": "android"})["token"] for _ in range(2))
gone = setup.token("android-gone")
checks.equal("a batch to a topic", outcome(messaging.subscribe_to_topic_legacy([here, gone, "x"], "news")),
             (1, [(1, "NOT_FOUND"), (2, "INVALID_ARGUMENT")]))
checks.equal("one by one to a topic", outcome(messaging.subscribe_to_topic([here, there, gone], "sport")),
             (2, [(2, "UNREGISTERED")]))
checks.equal("twice to a topic", outcome(messaging.subscribe_to_topic([here], "sport")), (1, []))
messaging.send(text("to the topic", token=None, topic="news"))
messaging.send(text("to one of two", token=None, condition="'news' in topics || 'sport' in topics"))
messaging.send(text("to the others", token=None, condition="'sport' in topics && !('news' in topics)"))
checks.equal("what a subscriber got", arrivals(here, 0), ["to the topic", "to one of two"])
checks.equal("what the other got", arrivals(there, 0), ["to one of two", "to the others"])
checks.equal("a batch from a topic", outcome(messaging.unsubscribe_from_topic_legacy([here, there], "news")),
             (2, []))
checks.equal("one by one from a topic", outcome(messaging.unsubscribe_from_topic([there], "sport")), (1, []))
messaging.send(text("to whoever is left", token=None, topic="sport"))
messaging.send(text("to nobody", token=None, topic="news"))
checks.equal("what the last subscriber got", arrivals(here, 2), ["to whoever is left"])
checks.equal("what who left got", arrivals(there, 2), [])
checks.equal("1001 tokens", refusal_of_topic(["x"] * 1001), ("InvalidArgumentError", 400))
checks.equal("2049 bytes to a topic", refusal(text("x" * 2049, token=None, topic="news")), INVALID)
checks.end()
