"""kill -9 of the server during accepted notifications; see scripts/crash.

The judges are not the server's: the store is read with Python's own sqlite3 once the server has gone, and
what was sent stands in the log that the emulators wrote.
"""

import argparse
import http.client
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PROFILE = """version: 1
app:
  name: Parcel
  ios: { bundle_id: com.example.parcel, team_id: ABCDE12345, minimum_os: "15.0" }
  android: { package: com.example.parcel, minimum_sdk: 26, target_sdk: 35 }
priming:
  value_moments:
    order_placed: { explainer: We tell you when your parcel moves. }
  reoffer: none
destinations:
  home: {}
channels:
  orders: { name: Orders, importance: high }
classes:
  order_shipped:
    kind: alert
    audience: account
    owner: logistics
    data_class: personal
    destination: home
    parameters: { day: string }
    title: On its way
    body: "Your order arrives on {day}."
    priority: default
    ttl: 2d
    collapse: none
    badge: none
    sound: default
    foreground: [banner, sound]
    channel: orders
    inbox: true
"""

FAULTS = {
    "rules": [
        {"match": {"every": 211}, "actions": [{"apns": "TooManyRequests"}], "only": "apns"},
        {"match": {"every": 307}, "actions": [{"apns": "ServiceUnavailable"}], "only": "apns"},
        {"match": {"every": 401}, "actions": ["goaway"], "only": "apns"},
        {"match": {"every": 503}, "actions": [{"goaway": {"includesThis": False}}], "only": "apns"},
        {"match": {"every": 601}, "actions": [{"reset": {"code": "INTERNAL_ERROR"}}], "only": "apns"},
        {"match": {"every": 701}, "actions": [{"reset": {"code": "CANCEL", "processed": True}}], "only": "apns"},
        {"match": {"every": 997}, "actions": ["silence"], "only": "apns"},
        {"match": {"every": 1499}, "actions": [{"silence": {"processed": True}}], "only": "apns"},
        {"match": {"every": 101}, "actions": ["refuse"], "only": "apns"},
        {"match": {"every": 311}, "actions": [{"fcm": {"code": 503, "status": "UNAVAILABLE"}}], "only": "fcm"},
        # Each of these stops the whole project's traffic for its Retry-After.
        {"match": {"every": 4001}, "actions": [
            {"fcm": {"code": 429, "status": "RESOURCE_EXHAUSTED", "errorCode": "QUOTA_EXCEEDED", "retryAfter": "1"}}],
         "only": "fcm"},
        {"match": {"every": 401}, "actions": ["goaway"], "only": "fcm"},
        {"match": {"every": 601}, "actions": [{"reset": {"code": "INTERNAL_ERROR"}}], "only": "fcm"},
        {"match": {"every": 997}, "actions": ["silence"], "only": "fcm"},
    ]
}


def scenario():
    rules = []
    for rule in FAULTS["rules"]:
        for server in {"apns": ["apns-sandbox", "apns-production"], "fcm": ["fcm"]}[rule["only"]]:
            rules.append({"name": f"{server} {rule['match']} {rule['actions'][0]}"[:60],
                          "match": {**rule["match"], "server": server}, "actions": rule["actions"]})
    return {"rules": rules}


class Crash:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.work = Path(tempfile.mkdtemp(prefix="pushwire-crash-"))
        self.server = self.emulator = None
        self.port = 0
        self.lock = threading.Lock()
        self.kills = 0
        self.accepted = set()
        self.stop_killing = False

    # -- the parties

    def start_emulator(self):
        (self.work / "pushwire.yaml").write_text(PROFILE)
        words = [self.options.program, "emulate", "--any-token", "--quiet", "--payloads",
                 "--log", "requests.jsonl", "--folder", "emulator", "--sandbox-port", "0",
                 "--production-port", "0", "--fcm-port", "0", "--devices-port", "0"]
        if self.options.scenario == "faults":
            (self.work / "faults.json").write_text(json.dumps(scenario()))
            words += ["--scenario", "faults.json"]
        self.emulator = subprocess.Popen(
            words, cwd=self.work, stdout=open(self.work / "emulator.out", "wb"), stderr=subprocess.STDOUT)
        wait_for(lambda: (self.work / "emulator/emulator.json").exists(), "the emulators", self.emulator)

    def start_server(self):
        self.server = subprocess.Popen(
            [self.options.program, "serve", "--store", "push.db", "--listen", f"127.0.0.1:{self.port}",
             "--emulator", "emulator/emulator.json", "--deadline", "2", "--log-level", "warning",
             "--ready-file", "ready.json"],
            cwd=self.work, stdout=subprocess.DEVNULL, stderr=open(self.work / "server.log", "ab"))
        ready = self.work / "ready.json"
        wait_for(ready.exists, "the server", self.server)
        self.port = json.loads(ready.read_text())["port"]
        ready.unlink()

    def command(self, *words):
        done = subprocess.run([self.options.program, *words, "--json"], cwd=self.work, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"crash: {' '.join(words)} failed: {done.stdout}{done.stderr}")
        return json.loads(done.stdout)

    # -- requests

    def ask(self, connection, method, path, body=None, headers=None):
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, {"content-type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else {}

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def register(self, key):
        connection = self.connect()
        authorization = {"authorization": f"Bearer {key}"}
        for number in range(self.options.installations):
            status, ticket = self.ask(connection, "POST", "/v1/tickets", {"account": f"a{number}"}, authorization)
            if status not in (200, 201):
                sys.exit(f"crash: a ticket was refused: {status} {ticket}")
            platform = ("ios", "ios", "android")[number % 3]
            body = {
                "app": "Parcel", "platform": platform,
                "environment": ("sandbox", "production", "production")[number % 3],
                "environment_source": "test", "token": f"{number:064x}", "token_kind": "token", "generation": 1,
                "permission": {"status": "authorized"}, "os_version": "18.1", "app_version": "4.2",
                "locale": "en", "time_zone": "UTC"}
            status, answer = self.ask(
                connection, "PUT", f"/v1/installations/i{number}", body,
                {"authorization": f"Bearer {ticket['ticket']}", "pushwire-installation-secret": f"secret-{number:040d}"})
            if status not in (200, 201):
                sys.exit(f"crash: a registration was refused: {status} {answer}")

    def send(self, key, worker):
        """Hands in this worker's share; what was not answered is handed in again under its id."""
        authorization = {"authorization": f"Bearer {key}"}
        numbers = list(range(worker, self.options.notifications, self.options.workers))
        waiting = [numbers[at:at + self.options.batch] for at in range(0, len(numbers), self.options.batch)]
        waiting.reverse()
        connection = None
        while waiting:
            batch = waiting[-1]
            body = {"notifications": [
                {"id": f"n{number}", "class": "order_shipped",
                 "target": {"account": f"a{number % self.options.installations}"}, "parameters": {"day": "Friday"}}
                for number in batch]}
            try:
                connection = connection or self.connect()
                status, answer = self.ask(connection, "POST", "/v1/notifications/batch", body, authorization)
            except (OSError, http.client.HTTPException, ValueError):
                connection = None
                time.sleep(0.02)
                continue
            if status in (429, 503):
                time.sleep(0.1)
                continue
            if status not in (200, 202, 207):
                sys.exit(f"crash: a batch was refused: {status} {answer}")
            refused = []
            with self.lock:
                for number, result in zip(batch, answer["results"]):
                    if result["status"] in (200, 202):
                        self.accepted.add(f"n{number}")
                    else:
                        refused.append(number)
            waiting.pop()
            if refused:
                waiting.append(refused)

    def killer(self):
        """Spreads the kills over the run by what has been accepted so far."""
        share = self.options.notifications / (self.options.kills + 1)
        while self.kills < self.options.kills and not self.stop_killing:
            goal = share * (self.kills + 1) * self.random.uniform(0.97, 1.0)
            while len(self.accepted) < goal and not self.stop_killing:
                time.sleep(0.002)
            time.sleep(self.random.uniform(0, 0.05))
            self.server.send_signal(signal.SIGKILL)
            self.server.wait()
            self.kills += 1
            self.start_server()

    # -- the verdict

    def drained(self):
        try:
            store = sqlite3.connect(f"file:{self.work}/push.db?mode=ro", uri=True, timeout=10)
            open_ones = store.execute("SELECT count(*) FROM messages WHERE state < 2").fetchone()[0]
            store.close()
            return open_ones == 0
        except sqlite3.Error:
            return False

    def judge(self):
        store = sqlite3.connect(self.work / "push.db")
        states = {}
        for key, state, count in store.execute(
                "SELECT n.key, m.state, count(*) FROM notifications n JOIN messages m ON m.notification = n.id"
                " GROUP BY n.key, m.state"):
            states.setdefault(key, {})[state] = count
        damage = store.execute("PRAGMA integrity_check").fetchone()[0]
        kept = {4: "accepted", 3: "expired", 5: "rejected", 6: "failed", 7: "unconfirmed", 8: "dead"}
        lost = [key for key in self.accepted if not any(state in kept for state in states.get(key, {}))]
        totals = {}
        for counts in states.values():
            for state, count in counts.items():
                totals[kept.get(state, str(state))] = totals.get(kept.get(state, str(state)), 0) + count

        ids, sent, unsent = {}, {}, 0
        with open(self.work / "requests.jsonl", encoding="utf-8") as log:
            for line in log:
                try:
                    entry = json.loads(line)
                except ValueError:
                    continue
                found = self.identity(entry)
                if found is None:
                    unsent += 1
                    continue
                name, push_id = found
                sent[name] = sent.get(name, 0) + 1
                if push_id:
                    ids.setdefault(name, set()).add(push_id)
        doubled = [name for name, found in ids.items() if len(found) > 1]
        never = [key for key, counts in states.items() if 4 in counts and key not in sent]
        return lost, doubled, never, totals, damage, sum(1 for count in sent.values() if count > 1)

    @staticmethod
    def identity(entry):
        """The notification's id in the payload and the apns-id of the request."""
        payload = entry.get("payload")
        if isinstance(payload, str):
            try:
                payload = json.loads(payload)
            except ValueError:
                return None
        if not isinstance(payload, dict):
            return None
        if "pw" in payload:
            return payload["pw"]["n"], entry.get("apns-id")
        message = payload.get("message", payload)
        data = message.get("data") if isinstance(message, dict) else None
        return (data["pw.n"], None) if data and "pw.n" in data else None

    def run(self):
        started = time.monotonic()
        print(f"crash: seed {self.options.seed}, {self.options.notifications} notifications, "
              f"{self.options.kills} kills, {self.options.scenario}", file=sys.stderr, flush=True)
        self.start_emulator()
        self.start_server()
        key = self.command("keys", "create", "crash", "--scopes", "send,read,admin", "--all-tenants",
                           "--store", "push.db")["key"]
        self.register(key)
        workers = [threading.Thread(target=self.send, args=(key, number), daemon=True)
                   for number in range(self.options.workers)]
        killer = threading.Thread(target=self.killer, daemon=True)
        for thread in workers + [killer]:
            thread.start()
        for thread in workers:
            thread.join()
        self.stop_killing = True
        killer.join()
        wait_for(self.drained, "the outbox to empty", self.server, seconds=self.options.patience)
        self.server.send_signal(signal.SIGTERM)
        stopped = self.server.wait(timeout=60)
        self.emulator.send_signal(signal.SIGTERM)
        self.emulator.wait(timeout=60)
        lost, doubled, never, totals, damage, resent = self.judge()
        for name, value in (
                ("crash_accepted", len(self.accepted)), ("crash_kills", self.kills), ("crash_lost", len(lost)),
                ("crash_doubled_other_id", len(doubled)), ("crash_accepted_never_sent", len(never)),
                ("crash_resent_same_id", resent), ("crash_integrity", 0 if damage == "ok" else 1)):
            print(json.dumps({"name": name, "value": value, "scenario": self.options.scenario}), flush=True)
        print(f"crash: states {totals}; {time.monotonic() - started:.0f} s; the server ended with {stopped}",
              file=sys.stderr)
        for name, found in (("lost", lost), ("doubled", doubled), ("never sent", never)):
            if found:
                print(f"crash: {name}: {sorted(found)[:10]}", file=sys.stderr)
        bad = lost or doubled or never or damage != "ok" or len(self.accepted) < self.options.notifications
        return 1 if bad else 0

    def end(self, keep):
        for process in (self.server, self.emulator):
            if process and process.poll() is None:
                process.kill()
                process.wait()
        if keep:
            print(f"crash: kept for a look: {self.work}", file=sys.stderr)
        else:
            shutil.rmtree(self.work, ignore_errors=True)


def wait_for(is_there, what, process, seconds=60):
    until = time.monotonic() + seconds
    while not is_there():
        if process.poll() is not None:
            sys.exit(f"crash: {what}: the process ended with {process.returncode}")
        if time.monotonic() > until:
            sys.exit(f"crash: waited {seconds} s for {what}")
        time.sleep(0.02)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--notifications", type=int, default=200_000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--installations", type=int, default=2_000)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--scenario", choices=["calm", "faults"], default="calm")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3), "big"))
    parser.add_argument("--patience", type=int, default=300)
    options = parser.parse_args()
    options.program = str(Path(options.program).resolve())
    crash = Crash(options)
    code = 1
    try:
        code = crash.run()
    finally:
        crash.end(keep=code != 0)
    return code


sys.exit(main())
