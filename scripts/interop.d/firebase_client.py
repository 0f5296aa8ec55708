"""firebase-admin against the emulated FCM and OAuth."""

import asyncio
import datetime
import os
import re
import sys

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
checks.end()
