"""The judge finds what it is there to find: run by `scripts/chaos --short`."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
from ledger import Ledger, longest_gap, lost  # noqa: E402


def apns(name, push_id, time=1000, status=200):
    return {"time": time, "status": status, "outcome": "accepted", "apns-id": push_id,
            "payload": json.dumps({"aps": {}, "pw": {"n": name}})}


def fcm(name, time=1000):
    return {"time": time, "status": 200, "outcome": "accepted",
            "payload": json.dumps({"message": {"token": "t", "data": {"pw.n": name}}})}


class Judge(unittest.TestCase):
    def ledger(self, *entries):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "requests.jsonl"
            # A killed emulator may leave half a line.
            path.write_text("".join(json.dumps(entry) + "\n" for entry in entries) + '{"time": 1')
            return Ledger(path)

    def test_what_a_provider_took_once_is_not_lost(self):
        ledger = self.ledger(apns("n1", "A"), fcm("n2"))
        self.assertEqual(lost(["n1", "n2"], {"n1": [4], "n2": [4]}, ledger), [])
        self.assertEqual((ledger.repeated, ledger.doubled), ([], []))

    def test_each_way_of_being_lost(self):
        ledger = self.ledger(apns("n1", "A"), apns("n2", "B"), apns("n3", "C"), apns("n4", "D", status=503))
        ends = {"n1": [1], "n2": [4, 4], "n4": [4]}
        self.assertEqual(lost(["n1", "n2", "n3", "n4"], ends, ledger), ["n1", "n2", "n3", "n4"])
        self.assertEqual(ledger.other, {"accepted": 1})

    def test_repeats_and_doubles(self):
        ledger = self.ledger(apns("n1", "A"), apns("n1", "A"), apns("n2", "B"), apns("n2", "C"), fcm("n3"), fcm("n3"))
        self.assertEqual(sorted(ledger.repeated), ["n1", "n2", "n3"])
        self.assertEqual(ledger.doubled, ["n2"])

    def test_the_first_time_counts(self):
        self.assertEqual(self.ledger(apns("n1", "A", 2500), apns("n1", "A", 9000)).first, {"n1": 2.5})

    def test_gaps(self):
        times = [1.0, 2.0, 2.5, 9.0, 9.5]
        self.assertEqual(longest_gap(times, 2.2), 6.5)
        self.assertEqual(longest_gap(times, 2.2, 7.0), 4.5)
        self.assertEqual(longest_gap(times, 0.0, 2.5), 1.0)
        self.assertAlmostEqual(longest_gap(times, 9.2), 0.3)
        self.assertEqual(longest_gap(times, 9.5), 0.0)
        self.assertEqual(longest_gap([], 1.0, 2.0), 0.0)


unittest.main(verbosity=0)
