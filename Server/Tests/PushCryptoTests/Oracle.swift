import Foundation

/// The `openssl` command: the oracle that we did not write.
enum Oracle {
  struct Answer {
    let status: Int32
    let output: String
  }

  /// Runs `openssl` with the files at hand in a folder of their own.
  static func openssl(_ arguments: [String], files: [String: [UInt8]] = [:]) throws -> Answer {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Answer(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }

  /// What `openssl` prints, without its remarks to the terminal.
  static func generate(_ arguments: [String]) throws -> String {
    let answer = try openssl(arguments)
    guard let start = answer.output.range(of: "-----BEGIN") else { return answer.output }
    return String(answer.output[start.lowerBound...])
  }
}
