import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

/// Python's plistlib as the oracle: what it writes, of random values, is what we read.
@Suite(.enabled(if: ForeignProgram.isInstalled("python3"), "python3 is not installed"))
struct PropertyListOracleTests {
  @Test func whatPlistlibWritesIsReadAlike() throws {
    let folder = try ScratchFolder()
    let seed = Fuzz.seed % 1_000_000
    print("plistlib: seed \(seed) (PUSHWIRE_FUZZ_SEED)")
    let ended = try ForeignProgram.run("python3", ["-c", Self.script, folder.path, String(seed)])
    try #require(ended.status == 0, "\(ended.errors)")
    let lines = ended.output.split(separator: "\n")
    try #require(lines.count == 300)
    for (index, line) in lines.enumerated() {
      for form in ["xml", "binary"] {
        let bytes = [UInt8](try Data(contentsOf: folder.url.appendingPathComponent("\(index).\(form)")))
        let tree = try PropertyList.read(bytes, file: "\(index)", limits: InspectLimits())
        #expect(Self.text(tree) == line, "\(index).\(form)")
      }
    }
  }

  /// The same short form as the script's.
  private static func text(_ value: Located) -> String {
    switch value.kind {
    case .null: "null"
    case .bool(let flag): flag ? "T" : "F"
    case .integer(let number): "i\(number)"
    case .real(let number): "r\(number.bitPattern)"
    case .string(let text): "s\(hex(Array(text.utf8)))"
    case .date(let milliseconds): "t\(milliseconds)"
    case .data(let bytes): "d\(hex(bytes))"
    case .array(let items): "[" + items.map { text($0) + "," }.joined() + "]"
    case .object(let members):
      "{" + members.map { hex(Array($0.key.utf8)) + ":" + text($0.value) + "," }.joined() + "}"
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static let script = #"""
    import datetime, plistlib, random, struct, sys
    folder, seed = sys.argv[1], int(sys.argv[2])
    r = random.Random(seed)
    def text():
        return "".join(r.choice(["a", "<", "&", "é", "\U0001F4E6", " ", "\"", "]]>", "\n", "Z" * 20])
                       for _ in range(r.randrange(6)))
    def value(depth):
        k = r.randrange(8 if depth < 5 else 6)
        if k == 0: return r.choice([True, False])
        if k == 1: return r.choice([1, -1]) * r.getrandbits(r.choice([1, 8, 9, 16, 31, 32, 62]))
        if k == 2: return struct.unpack(">d", struct.pack(">d", r.uniform(-1e9, 1e9)))[0]
        if k == 3: return text()
        if k == 4: return r.randbytes(r.choice([0, 1, 14, 15, 300]))
        if k == 5: return datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=r.randrange(-2**31, 2**33))
        if k == 6: return [value(depth + 1) for _ in range(r.choice([0, 1, 3, 17]))]
        return {text(): value(depth + 1) for _ in range(r.choice([0, 1, 3, 17]))}
    def show(v):
        if v is True: return "T"
        if v is False: return "F"
        if isinstance(v, int): return "i%d" % v
        if isinstance(v, float): return "r%d" % struct.unpack(">Q", struct.pack(">d", v))
        if isinstance(v, str): return "s" + v.encode().hex()
        if isinstance(v, bytes): return "d" + v.hex()
        if isinstance(v, datetime.datetime):
            return "t%d" % ((v - datetime.datetime(1970, 1, 1)) // datetime.timedelta(milliseconds=1))
        if isinstance(v, list): return "[" + "".join(show(x) + "," for x in v) + "]"
        return "{" + "".join(k.encode().hex() + ":" + show(x) + "," for k, x in v.items()) + "}"
    for n in range(300):
        v = value(0)
        for form, fmt in (("xml", plistlib.FMT_XML), ("binary", plistlib.FMT_BINARY)):
            with open("%s/%d.%s" % (folder, n, form), "wb") as f: plistlib.dump(v, f, fmt=fmt, sort_keys=False)
        print(show(v))
    """#
}
