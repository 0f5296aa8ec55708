"""Prints the scenario of the interop run: faults of the providers, asked for by a word in the payload."""

import json

APNS = {
    "BadCertificate": 403, "BadCertificateEnvironment": 403, "Forbidden": 403, "IdleTimeout": 400,
    "InternalServerError": 500, "ServiceUnavailable": 503, "Shutdown": 503,
}
FCM = {
    "UNAVAILABLE": (503, "UNAVAILABLE"), "INTERNAL": (500, "INTERNAL"),
    "QUOTA_EXCEEDED": (429, "RESOURCE_EXHAUSTED"), "THIRD_PARTY_AUTH_ERROR": (401, "UNAUTHENTICATED"),
}


def word(reason):
    """What a payload has to contain."""
    return f"fault {reason}."


def rules():
    for reason in APNS:
        yield {"name": reason, "match": {"bodyContains": word(reason)}, "actions": [{"apns": reason}]}
    for code, (status, name) in FCM.items():
        yield {"name": code, "match": {"bodyContains": word(code)}, "actions": [
            {"fcm": {"code": status, "status": name, "errorCode": code}}]}
    yield {"name": "goaway", "match": {"bodyContains": word("goaway"), "times": 1}, "actions": [
        {"goaway": {"includesThis": False, "debugData": '{"reason":"Shutdown"}'}}]}


if __name__ == "__main__":
    print(json.dumps({"rules": list(rules())}, indent=1))
