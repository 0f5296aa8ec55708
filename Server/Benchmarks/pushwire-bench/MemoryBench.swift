import Foundation
import PushContract

/// How much the command keeps in memory for a great file of tokens: the real program, the real options.
enum MemoryBench {
  /// The most that was resident, in bytes.
  static func run(_ program: String, port: Int, ca: String, folder: String, pushes: Int) throws -> Int {
    let key = try SendBench.makeKey()
    let keyPath = "\(folder)/AuthKey_\(SendBench.keyID).p8"
    try key.key.privatePEM().write(toFile: keyPath, atomically: true, encoding: .utf8)
    let payload = folder + "/million.apns"
    try #"{"aps":{"alert":{"title":"On its way","body":"Your order arrives on Monday."},"sound":"default"}}"#
      .write(toFile: payload, atomically: true, encoding: .utf8)
    let tokens = folder + "/tokens.txt"
    guard FileManager.default.createFile(atPath: tokens, contents: nil),
      let file = FileHandle(forWritingAtPath: tokens)
    else { throw BenchError("\(tokens) cannot be written") }
    for start in stride(from: 0, to: pushes, by: 10_000) {
      let lines = (start..<min(start + 10_000, pushes)).map {
        String(format: "%064llx\n", UInt64($0) &* 0x9E37_79B9_7F4A_7C15)
      }
      try file.write(contentsOf: Data(lines.joined().utf8))
    }
    try file.close()
    let finished = try Child.run([
      program, "send", "--payload", payload, "--tokens", tokens, "--env", "sandbox", "--key", keyPath,
      "--team-id", key.teamID, "--topic", "com.example.parcel", "--endpoint", "localhost:\(port)", "--ca", ca,
    ])
    return finished.usage.resident
  }
}
