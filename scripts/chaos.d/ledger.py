"""What the emulators saw: the file they wrote themselves, one line a request."""

import bisect
import json


class Ledger:
    def __init__(self, path):
        self.path = path
        # By notification: how often a provider took it, under which apns-ids, and when first (seconds).
        self.taken, self.ids, self.first = {}, {}, {}
        self.times = []
        self.other = {}
        self._read()

    def _read(self):
        with open(self.path, encoding="utf-8") as lines:
            for line in lines:
                try:
                    entry = json.loads(line)
                except ValueError:
                    continue
                found = identity(entry)
                if found is None:
                    continue
                name, push_id = found
                if entry.get("status") != 200:
                    outcome = entry.get("outcome", "?")
                    self.other[outcome] = self.other.get(outcome, 0) + 1
                    continue
                self.taken[name] = self.taken.get(name, 0) + 1
                at = entry["time"] / 1000
                self.times.append(at)
                self.first.setdefault(name, at)
                if push_id:
                    self.ids.setdefault(name, set()).add(push_id)
        self.times.sort()

    @property
    def repeated(self):
        """Taken more than once."""
        return [name for name, count in self.taken.items() if count > 1]

    @property
    def doubled(self):
        """Taken under more than one apns-id."""
        return [name for name, ids in self.ids.items() if len(ids) > 1]


def lost(accepted, ends, ledger):
    """What was taken from the backend and has no end, more than one, or was never seen by a provider."""
    return [key for key in accepted
            if len(ends.get(key, [])) != 1 or ends[key][0] < 2 or key not in ledger.taken]


def identity(entry):
    """The notification's id in the payload, and the apns-id of the request."""
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
    message = payload.get("message")
    data = message.get("data") if isinstance(message, dict) else None
    return (data["pw.n"], None) if data and "pw.n" in data else None


def longest_gap(times, start, end=None):
    """The longest time without an event after `start`, as far as it lies before `end`; times are sorted."""
    at = bisect.bisect_right(times, start)
    last, longest = start, 0.0
    for time in times[at:]:
        if end is not None and time >= end:
            return max(longest, end - last)
        longest, last = max(longest, time - last), time
    return longest
