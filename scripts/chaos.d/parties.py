"""The processes of a run: each is started here, on free ports of 127.0.0.1, and ended by its process id."""

import ctypes
import glob
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request


class Failed(Exception):
    """The run cannot go on."""


def wait_for(is_there, what, process=None, seconds=60, pause=0.02):
    until = time.monotonic() + seconds
    while not is_there():
        if process is not None and process.poll() is not None:
            raise Failed(f"{what}: the process ended with {process.returncode}")
        if time.monotonic() > until:
            raise Failed(f"waited {seconds} s for {what}")
        time.sleep(pause)


def free_ports(count):
    """Ports that were free a moment ago."""
    sockets = [socket.socket() for _ in range(count)]
    for made in sockets:
        made.bind(("127.0.0.1", 0))
    ports = [made.getsockname()[1] for made in sockets]
    for made in sockets:
        made.close()
    return ports


def _end_with_parent():
    """On Linux the child goes when this process goes, however that ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Party:
    """One process that may be killed and started again."""

    def __init__(self, name):
        self.name = name
        self.process = None

    def spawn(self, words, log, **more):
        # The log is opened for appending: what it said before a kill stays.
        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, preexec_fn=_end_with_parent, **more)

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        if self.runs:
            self.process.kill()
        if self.process is not None:
            self.process.wait()

    def ask_to_end(self, number=signal.SIGTERM, seconds=60):
        """Returns the exit status."""
        if self.runs:
            self.process.send_signal(number)
        return self.process.wait(timeout=seconds) if self.process is not None else None


class Postgres(Party):
    """A server with durable commits: what it answered is synced."""

    def __init__(self, work):
        super().__init__("postgres")
        self.folder = work / "postgres"
        self.port = free_ports(1)[0]
        self.bin = self.programs()
        self.user = {}
        if os.getuid() == 0:
            # It refuses to run as root.
            entry = next((found for found in map(self.account, ("postgres", "nobody")) if found), None)
            if entry is None:
                raise Failed("PostgreSQL does not run as root, and there is no user postgres")
            self.user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
            work.chmod(0o711)
        self.folder.mkdir()
        if self.user:
            os.chown(self.folder, self.user["user"], self.user["group"])
        self.run("initdb", "-D", str(self.folder / "data"), "-U", "pushwire", "--auth=trust", "--no-locale",
                 "-E", "UTF8", "--no-sync", "--no-instructions")
        self.start()
        self.sql("CREATE DATABASE pushwire", database="postgres")

    @staticmethod
    def account(name):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            return None

    @staticmethod
    def programs():
        folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: path.split("/")[4], reverse=True)
        folders += sorted(glob.glob("/opt/homebrew/opt/postgresql*/bin"), reverse=True)
        found = shutil.which("initdb")
        if found:
            folders.append(os.path.dirname(os.path.realpath(found)))
        for folder in folders:
            if os.access(f"{folder}/postgres", os.X_OK):
                return folder
        raise Failed("there is no PostgreSQL server here: see make deps")

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        return {**kept, "LC_ALL": "C"}

    def run(self, program, *words, data=None):
        done = subprocess.run([f"{self.bin}/{program}", *words], cwd=self.folder, env=self.environment(),
                              capture_output=True, text=True, input=data, **self.user)
        if done.returncode != 0:
            raise Failed(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    @property
    def url(self):
        return f"postgresql://pushwire@127.0.0.1:{self.port}/pushwire"

    def start(self):
        words = [f"{self.bin}/postgres", "-D", str(self.folder / "data"), "-h", "127.0.0.1", "-p", str(self.port),
                 "-k", "", "-c", "max_connections=100", "-c", "shared_buffers=128MB", "-c", "max_wal_size=2GB",
                 "-c", "log_min_messages=warning"]
        until = time.monotonic() + 60
        while True:
            self.spawn(words, self.folder.parent / "postgres.log", cwd=self.folder, env=self.environment(), **self.user)
            while self.runs and not self.answers():
                time.sleep(0.02)
            if self.runs:
                return
            # Processes of a killed server may hold its memory for a moment yet.
            if time.monotonic() > until:
                raise Failed("PostgreSQL does not start; see postgres.log")
            time.sleep(0.1)

    def answers(self):
        words = [f"{self.bin}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(words, env=self.environment()).returncode == 0

    def stop(self):
        """In order: connections are cut, and what was committed is checkpointed."""
        self.ask_to_end(signal.SIGINT)

    def sql(self, text, database="pushwire"):
        return self.run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p",
                        str(self.port), "-U", "pushwire", "-d", database, "-c", text)


class NATSServer(Party):
    def __init__(self, cluster, place):
        super().__init__(f"nats {place}")
        self.cluster = cluster
        self.place = place
        self.port, self.route, self.monitor = free_ports(3)

    def configure(self):
        routes = ", ".join(f'"nats://127.0.0.1:{one.route}"' for one in self.cluster.servers)
        (self.cluster.folder / f"server{self.place}.conf").write_text(f"""listen: "127.0.0.1:{self.port}"
http: "127.0.0.1:{self.monitor}"
server_name: "node{self.place}"
jetstream {{ store_dir: "{self.cluster.folder}/data{self.place}" }}
cluster {{ name: pushwire, listen: "127.0.0.1:{self.route}", routes: [{routes}] }}
""")

    def start(self):
        program = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")
        if program is None:
            raise Failed("there is no nats-server here: see make deps")
        self.spawn([program, "-c", f"server{self.place}.conf"], self.cluster.folder / f"server{self.place}.log",
                   cwd=self.cluster.folder)

    def ask(self, page):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.monitor}/{page}", timeout=2) as answer:
                return json.load(answer)
        except (OSError, ValueError):
            return {}

    @property
    def is_ready(self):
        return self.ask("healthz").get("status") == "ok" and bool(
            self.ask("jsz").get("meta_cluster", {}).get("leader"))


class NATSCluster:
    def __init__(self, work, count=3):
        self.folder = work / "nats"
        self.folder.mkdir()
        self.servers = []
        self.servers += [NATSServer(self, place) for place in range(count)]
        for one in self.servers:
            one.configure()
        for one in self.servers:
            one.start()
        for one in self.servers:
            wait_for(lambda: one.is_ready, one.name, one.process)

    @property
    def carried(self):
        """How many messages the streams took, by the servers' own count."""
        most = 0
        for one in self.servers:
            accounts = one.ask("jsz?streams=true").get("account_details", [])
            streams = [stream for account in accounts for stream in account.get("stream_detail", [])]
            most = max(most, sum(stream.get("state", {}).get("last_seq", 0) for stream in streams))
        return most

    @property
    def urls(self):
        return [f"nats://127.0.0.1:{one.port}" for one in self.servers]


class Emulators(Party):
    def __init__(self, work, program):
        super().__init__("emulators")
        self.ledger = work / "requests.jsonl"
        self.spawn([program, "emulate", "--any-token", "--quiet", "--payloads", "--log", "requests.jsonl",
                    "--folder", "emulator", "--sandbox-port", "0", "--production-port", "0", "--fcm-port", "0",
                    "--devices-port", "0"], work / "emulator.log", cwd=work)
        wait_for((work / "emulator/emulator.json").exists, "the emulators", self.process)


class Node(Party):
    """One `pushwire serve`. After its first start it keeps its port, as a unit of a service manager does."""

    def __init__(self, work, program, number, words):
        super().__init__(f"node {number}")
        self.work, self.program, self.number, self.words = work, program, number, words
        self.port = 0
        self.starts = 0

    @property
    def takes_requests(self):
        return "--role" not in self.words or "api" in self.words[self.words.index("--role") + 1].split(",")

    def start(self):
        ready = self.work / f"ready{self.number}.json"
        ready.unlink(missing_ok=True)
        self.spawn([self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--emulator",
                    "emulator/emulator.json", "--log-level", "warning", "--ready-file", ready.name, *self.words],
                   self.work / f"node{self.number}.log", cwd=self.work)
        self.starts += 1
        wait_for(ready.exists, self.name, self.process)
        self.port = json.loads(ready.read_text())["port"]
