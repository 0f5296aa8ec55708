#!/usr/bin/env python3
"""Kills parts of a cluster while it takes notifications; see scripts/chaos.

The judges are not the nodes: ends are read with psql once the nodes have gone, and what was sent stands in the
file that the emulators wrote.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from ledger import Ledger, longest_gap, lost  # noqa: E402
from parties import Emulators, Failed, NATSCluster, Node, Postgres, wait_for  # noqa: E402
from pour import Pour, Refused, register  # noqa: E402

PROFILE = """version: 1
app:
  name: Parcel
  ios: { bundle_id: dev.pushwire.parcel, team_id: ABCDE12345, minimum_os: "15.0" }
  android: { package: dev.pushwire.parcel, minimum_sdk: 26, target_sdk: 35 }
priming:
  value_moments:
    order_placed: { explainer: We tell you when your parcel moves. }
  reoffer: none
destinations:
  home: {}
server:
  limits: { server: 1000000, device: 1000000 }
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

# Who does what. What the first node takes another one has to deliver: by way of the feed, where there is one.
ROLES = ["api,sweep", "api,delivery", "delivery,sweep"]
STATES = {0: "queued", 1: "leased", 2: "suppressed", 3: "expired", 4: "accepted", 5: "rejected", 6: "failed",
          7: "unconfirmed", 8: "dead"}


def tell(text):
    print(f"chaos: {text}", file=sys.stderr, flush=True)


class Chaos:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.work = Path(tempfile.mkdtemp(prefix="pushwire-chaos-"))
        self.nodes, self.nats = [], None
        self.emulators = self.postgres = None
        self.kills = []
        self.stop_killing, self.has_stopped, self.is_over = (threading.Event() for _ in range(3))
        self.failure = None
        self.died = 0

    # -- the parties

    def set_up(self):
        options = self.options
        self.postgres = Postgres(self.work)
        profile = PROFILE + f"store: {{ postgres: {json.dumps(self.postgres.url)} }}\n"
        if options.feed == "nats":
            self.nats = NATSCluster(self.work)
            profile += f"feed: {{ nats: [{', '.join(json.dumps(url) for url in self.nats.urls)}] }}\n"
        (self.work / "pushwire.yaml").write_text(profile)
        self.emulators = Emulators(self.work, options.program)
        for number in range(options.nodes):
            words = ["--node", f"node-{number}", "--deadline", "2"]
            if options.nodes > 1:
                words += ["--role", ROLES[number % len(ROLES)]]
            self.nodes.append(Node(self.work, options.program, number, words))
            self.nodes[-1].start()
        done = subprocess.run(
            [options.program, "keys", "create", "chaos", "--scopes", "send,read,admin", "--all-tenants",
             "--json"], cwd=self.work, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(f"keys create: {done.stdout}{done.stderr}")
        return json.loads(done.stdout)["key"]

    def ports(self):
        return [node.port for node in self.nodes if node.takes_requests]

    # -- the kills

    # What is done in turn, in an order that the seed gives.
    DECKS = {"nodes": ["node"], "nats": ["nats"], "postgres": ["postgres killed", "postgres restarted"],
             "all": ["node", "nats", "node", "postgres killed", "postgres restarted"]}

    def killer(self):
        deck = []
        try:
            while not self.stop_killing.wait(self.options.every):
                if not deck:
                    deck = [kind for kind in self.DECKS[self.options.scenario] if kind != "nats" or self.nats]
                    self.random.shuffle(deck)
                self.kill_one(deck.pop())
        except BaseException as error:
            self.failure = error
            tell(f"a part could not be started again: {error}")
        self.has_stopped.set()
        # What it has started would go with this thread.
        self.is_over.wait()

    def kill_one(self, kind):
        self.watch()
        at, name = time.time(), kind
        if kind == "nats":
            server = self.random.choice(self.nats.servers)
            # One at a time: two of three gone is no cluster any more.
            for other in self.nats.servers:
                wait_for(lambda: other.is_ready, other.name, other.process)
            at, name = time.time(), server.name
            server.kill()
            self.stop_killing.wait(self.random.uniform(0, 1))
            server.start()
        elif kind == "node":
            node = self.random.choice(self.nodes)
            name = node.name
            node.kill()
            self.restart(node)
        else:
            if kind == "postgres killed":
                self.postgres.kill()
            else:
                self.postgres.stop()
            self.postgres.start()
        self.kills.append((at, name, time.time() - at))

    def restart(self, node):
        """As a service manager does: again, for a while, where it could not start."""
        until = time.monotonic() + 60
        while True:
            try:
                return node.start()
            except Failed:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def watch(self):
        """Nobody but this run ends a node."""
        for node in self.nodes:
            if not node.runs:
                self.died += 1
                tell(f"{node.name} ended by itself with {node.process.returncode}")

    # -- the verdict

    def open_messages(self):
        try:
            return int(self.postgres.sql("SELECT count(*) FROM messages WHERE state < 2"))
        except (Failed, ValueError):
            return None

    def drain(self):
        """Kills go on until little is left; then what is left has to end by itself."""
        until = time.monotonic() + self.options.patience
        while True:
            left = self.open_messages()
            if left is not None and left <= self.options.count // 20:
                self.stop_killing.set()
            if left == 0:
                return
            if self.has_stopped.is_set():
                self.watch()
            if self.failure or self.died:
                raise Failed("a part is gone")
            if time.monotonic() > until:
                raise Failed(f"{left} messages had no end after {self.options.patience} s")
            time.sleep(0.2)

    def ends(self):
        """By notification: the states of its messages."""
        rows = self.postgres.sql(
            "SELECT n.key, m.state, count(*) FROM notifications n JOIN messages m ON m.notification = n.id"
            " GROUP BY n.key, m.state")
        ends = {}
        for line in rows.splitlines():
            key, state, count = line.rsplit("|", 2)
            ends.setdefault(key, []).extend([int(state)] * int(count))
        return ends

    def judge(self, pour):
        ends, ledger = self.ends(), Ledger(self.emulators.ledger)
        totals = {}
        for states in ends.values():
            for state in states:
                totals[STATES.get(state, str(state))] = totals.get(STATES.get(state, str(state)), 0) + 1
        pauses = []
        for index, (at, name, _) in enumerate(self.kills):
            # What begins with the next kill is the next one's.
            end = self.kills[index + 1][0] if index + 1 < len(self.kills) else None
            pauses.append((name, longest_gap(pour.times, at, end), longest_gap(ledger.times, at, end)))
        slowest = max((ledger.first[key] - at for key, at in pour.accepted.items() if key in ledger.first), default=0)
        return lost(pour.accepted, ends, ledger), ledger, totals, pauses, slowest

    def run(self):
        options, started = self.options, time.monotonic()
        tell(f"seed {options.seed}, {options.count} notifications, {options.nodes} nodes, scenario {options.scenario},"
             f" feed {options.feed}, something is killed every {options.every:g} s")
        key = self.set_up()
        register(self.ports()[0], key, options.installations)
        tell(f"ready after {time.monotonic() - started:.0f} s")
        poured_at = time.monotonic()
        pour = Pour(key, options.count, options.installations, self.ports(), options.seed, batch=options.batch,
                    rate=options.rate)
        workers = pour.run()
        killer = threading.Thread(target=self.killer, daemon=True)
        killer.start()
        for worker in workers:
            worker.join()
        if pour.failure:
            raise Failed(str(pour.failure))
        taken = time.monotonic() - poured_at
        self.drain()
        drained = time.monotonic() - poured_at
        self.has_stopped.wait()
        if self.failure:
            raise Failed("a part is gone")
        self.watch()
        carried = self.nats.carried if self.nats else None
        statuses = [node.ask_to_end() for node in self.nodes if node.runs]
        self.emulators.ask_to_end()
        gone, ledger, totals, pauses, slowest = self.judge(pour)
        figures = [
            ("chaos_accepted", len(pour.accepted)), ("chaos_kills", len(self.kills)), ("chaos_lost", len(gone)),
            ("chaos_doubled_other_id", len(ledger.doubled)), ("chaos_repeated", len(ledger.repeated)),
            ("chaos_api_pause_ms", round(1000 * max((api for _, api, _ in pauses), default=0))),
            ("chaos_push_pause_ms", round(1000 * max((push for _, _, push in pauses), default=0))),
            ("chaos_slowest_ms", round(1000 * slowest)), ("chaos_per_s", round(options.count / drained)),
        ]
        if carried is not None:
            figures.append(("chaos_fed", carried))
        for name, value in figures:
            print(json.dumps({"name": name, "value": value, "scenario": options.scenario}), flush=True)
        for (name, api, push), (_, _, away) in zip(pauses, self.kills):
            tell(f"{name}, started again in {away * 1000:.0f} ms: {api * 1000:.0f} ms without an accepted request, {push * 1000:.0f} ms without a push")
        tell(f"taken in {taken:.0f} s, all ended after {drained:.0f} s; ends {totals}; answers {pour.statuses},"
             f" {pour.cut} connections cut; other answers of the emulators {ledger.other}")
        for name, found in (("lost", gone), ("doubled", ledger.doubled)):
            if found:
                tell(f"{name}: {sorted(found)[:10]}")
        if any(statuses):
            tell(f"the nodes ended with {statuses}")
        bad = gone or ledger.doubled or len(pour.accepted) < options.count or self.died or any(statuses)
        if carried == 0:
            tell("the feed carried nothing")
            bad = True
        if len(self.kills) < options.least_kills:
            tell(f"only {len(self.kills)} kills: that proves little")
            bad = True
        return 1 if bad else 0

    def end(self, keep):
        for party in [*self.nodes, self.emulators, *(self.nats.servers if self.nats else []), self.postgres]:
            if party is not None:
                party.kill()
        self.is_over.set()
        if keep:
            tell(f"kept for a look: {self.work}")
        else:
            shutil.rmtree(self.work, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--scenario", choices=["nodes", "nats", "postgres", "all"], default="nodes")
    parser.add_argument("--feed", choices=["nats", "none"], default="nats")
    parser.add_argument("--count", type=int, default=500_000)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--every", type=float, default=5, help="seconds between two kills")
    parser.add_argument("--installations", type=int, default=5_000)
    parser.add_argument("--rate", type=int, default=0, help="at most so many a second; 0: as fast as they are taken")
    parser.add_argument("--batch", type=int, default=100, help="notifications of one request")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3), "big"))
    parser.add_argument("--patience", type=int, default=600, help="seconds for what is left to end")
    parser.add_argument("--least-kills", type=int, default=3)
    parser.add_argument("--short", action="store_true", help="a few thousand, slowly, with kills close together")
    parser.add_argument("--keep", action="store_true", help="leave the folder with all logs")
    options = parser.parse_args()
    if options.short:
        options.count, options.installations, options.batch = 10_000, 300, 20
        options.rate, options.every, options.patience = 700, 2, 120
    options.program = str(Path(options.program).resolve())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    chaos, code = Chaos(options), 1
    try:
        code = chaos.run()
    except (Failed, Refused) as error:
        tell(str(error))
    finally:
        chaos.end(keep=code != 0 or options.keep)
    return code


sys.exit(main())
