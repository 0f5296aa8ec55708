"""Hands notifications in over HTTP, again and again under the same id until they are taken."""

import http.client
import json
import random
import sys
import threading
import time


class Refused(Exception):
    """An answer that no further try changes."""


def ask(connection, method, path, body=None, headers=None):
    data = None if body is None else json.dumps(body)
    connection.request(method, path, data, {"content-type": "application/json", **(headers or {})})
    answer = connection.getresponse()
    text = answer.read()
    try:
        return answer.status, json.loads(text) if text else {}
    except ValueError:
        return answer.status, {}


def connect(port):
    return http.client.HTTPConnection("127.0.0.1", port, timeout=30)


def register(port, key, count):
    """One installation for each account, two of three on iOS."""
    connection = connect(port)
    authorization = {"authorization": f"Bearer {key}"}
    for number in range(count):
        status, ticket = ask(connection, "POST", "/v1/tickets", {"account": f"a{number}"}, authorization)
        if status not in (200, 201):
            raise Refused(f"a ticket was refused: {status} {ticket}")
        body = {
            "app": "Parcel", "platform": ("ios", "ios", "android")[number % 3],
            "environment": ("sandbox", "production", "production")[number % 3], "environment_source": "test",
            "token": f"{number:064x}", "token_kind": "token", "generation": 1,
            "permission": {"status": "authorized"}, "os_version": "18.1", "app_version": "4.2", "locale": "en",
            "time_zone": "UTC"}
        status, answer = ask(
            connection, "PUT", f"/v1/installations/i{number}", body,
            {"authorization": f"Bearer {ticket['ticket']}", "pushwire-installation-secret": f"secret-{number:040d}"})
        if status not in (200, 201):
            raise Refused(f"a registration was refused: {status} {answer}")
    connection.close()


class Pour:
    """`ports`: where requests may go now; a node that does not answer is left for another."""

    def __init__(self, key, count, installations, ports, seed, workers=4, batch=100, rate=0):
        self.key, self.count, self.installations, self.ports = key, count, installations, ports
        self.workers, self.batch, self.rate, self.seed = workers, batch, rate, seed
        self.lock = threading.Lock()
        # By notification, seconds since 1970; and the time of each batch that was taken.
        self.accepted, self.times = {}, []
        self.statuses, self.cut = {}, 0
        self.failure = None
        self.started = time.monotonic()

    def run(self):
        threads = [threading.Thread(target=self._work, args=(number,), daemon=True) for number in range(self.workers)]
        for thread in threads:
            thread.start()
        return threads

    def _work(self, worker):
        try:
            self._send(worker)
        except Exception as error:  # a worker that died must not look like one that is done
            self.failure = self.failure or error
            print(f"chaos: {error}", file=sys.stderr, flush=True)

    def _send(self, worker):
        choose = random.Random(self.seed * 1000 + worker)
        authorization = {"authorization": f"Bearer {self.key}"}
        numbers = list(range(worker, self.count, self.workers))
        waiting = [numbers[at:at + self.batch] for at in range(0, len(numbers), self.batch)]
        waiting.reverse()
        connection = None
        while waiting and self.failure is None:
            self._pace()
            batch = waiting[-1]
            body = {"notifications": [
                {"id": f"n{number}", "class": "order_shipped",
                 "target": {"account": f"a{number % self.installations}"}, "parameters": {"day": "Friday"}}
                for number in batch]}
            try:
                connection = connection or connect(choose.choice(self.ports))
                status, answer = ask(connection, "POST", "/v1/notifications/batch", body, authorization)
            except (OSError, http.client.HTTPException):
                with self.lock:
                    self.cut += 1
                connection = None
                time.sleep(0.02)
                continue
            with self.lock:
                self.statuses[status] = self.statuses.get(status, 0) + 1
            if status in (429, 500, 502, 503):
                connection.close()
                connection = None
                time.sleep(0.1)
                continue
            if status not in (200, 202, 207):
                raise Refused(f"a batch was refused: {status} {answer}")
            now, again = time.time(), []
            with self.lock:
                for number, result in zip(batch, answer["results"]):
                    if result["status"] in (200, 202):
                        self.accepted.setdefault(f"n{number}", now)
                    else:
                        again.append(number)
                if len(again) < len(batch):
                    self.times.append(now)
            waiting.pop()
            if again:
                waiting.append(again)
                time.sleep(0.02)

    def _pace(self):
        """Not faster than `rate`, where there is one."""
        while self.rate and len(self.accepted) > (time.monotonic() - self.started) * self.rate:
            time.sleep(0.01)
