"""curl, nghttp and h2load against the emulated servers."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import jwt
from checks import Checks, Setup

setup = Setup(sys.argv[1])
CA = setup.path(setup["ca"])
KEY = setup["apns_key"]
checks = Checks("tools")
body = Path("body.json")
body.write_text(json.dumps({"aps": {"alert": "Hello"}}))
# Older than the tokens of the other parts, which would otherwise come too soon after it.
token = jwt.encode({"iss": KEY["team_id"], "iat": int(time.time()) - 1500},
                   Path(setup.path(KEY["file"])).read_text(encoding="utf-8"), algorithm="ES256",
                   headers={"kid": KEY["key_id"]})
HEADERS = ["-H", f"authorization: bearer {token}", "-H", f"apns-topic: {setup['topic']}",
           "-H", "apns-push-type: alert"]
URL = f"{setup['apns_sandbox']}/3/device/{setup.token('ios-sandbox')}"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def curl(*arguments):
    code, out = run("curl", "-sS", "--cacert", CA, "-w", "\n%{http_code} %{http_version}", *arguments)
    return out.rsplit("\n", 2)[-2:] if code == 0 else (f"exit {code}",)


checks.equal("curl, an alert", curl("--http2", "-d", f"@{body}", *HEADERS, URL), ["", "200 2"])
checks.equal("curl, without a token", curl("--http2", "-d", "{}", URL),
             ['{"reason":"MissingProviderToken"}', "403 2"])
checks.equal("curl, GET", curl("--http2", *HEADERS, URL), ['{"reason":"MethodNotAllowed"}', "405 2"])
checks.equal("curl, HTTP/1.1 to APNs", curl("--http1.1", "-d", "{}", URL)[0].startswith("exit"), True)
checks.equal("curl, FCM without a token over HTTP/1.1", curl(
    "--http1.1", "-d", "{}", setup["fcm"] + "/v1/projects/x/messages:send")[-1], "401 1.1")
checks.equal("curl trusts nobody else's authority", run("curl", "-sS", "-d", "{}", URL)[0], 60)

_, trace = run("nghttp", "-nv", "-d", str(body), "-H", ":method: POST", *HEADERS, URL)
limits = [int(found) for found in re.findall(r"MAX_CONCURRENT_STREAMS\(0x03\):(\d+)", trace)]
checks.equal("nghttp, one stream, then a thousand", [limit for limit in limits if limit != 100], [1, 1000])
checks.equal("nghttp, the status", re.findall(r":status: (\d+)", trace), ["200"])

_, report = run("h2load", "-n", "20000", "-c", "4", "-m", "1", "-d", str(body), *HEADERS, URL)
found = re.search(r"(\d+) succeeded, (\d+) failed", report)
checks.equal("h2load, 20,000 pushes on 4 connections", found and found.groups(), ("20000", "0"))
checks.end()
