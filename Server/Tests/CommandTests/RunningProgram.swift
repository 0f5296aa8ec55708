import Foundation

/// `pushwire` while it runs, its standard output read line by line.
final class RunningProgram {
  private let process = Process()
  private let pipe = Pipe()
  private var pending = Data()
  /// All of standard output that was read.
  private(set) var seen = ""

  /// `errors`: the file that standard error is written to.
  init(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    errors: String? = nil
  ) throws {
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    if let errors {
      _ = FileManager.default.createFile(atPath: errors, contents: nil)
      process.standardError = FileHandle(forWritingAtPath: errors)
    }
    try process.run()
  }

  /// The next line, as a JSON object; waits for it. Nil at the end.
  func nextLine() -> [String: Any]? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(pending[pending.startIndex..<end])
        pending = Data(pending[(end + 1)...])
        return (try? JSONSerialization.jsonObject(with: line)) as? [String: Any]
      }
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      seen += String(decoding: data, as: UTF8.self)
      pending.append(data)
    }
  }

  func interrupt() { process.interrupt() }

  func kill() { if process.isRunning { process.terminate() } }

  func exitCode() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
