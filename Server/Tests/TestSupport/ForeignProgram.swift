public import Foundation

/// A program that we did not write, run to its end: an oracle.
public enum ForeignProgram {
  public struct Ended: Sendable {
    public let status: Int32
    /// Standard output as it came.
    public let data: Data
    /// Standard error; empty where it was joined to the output.
    public let errors: String
    public var output: String { String(decoding: data, as: UTF8.self) }
  }

  /// Runs a program, named or with its path.
  ///
  /// Input and output go through files, so that no amount of either can block the two.
  /// - Parameters:
  ///   - folder: where it runs; nil: a folder of its own.
  ///   - environment: nil: that of the test.
  ///   - joins: both outputs come as one, in the order in which they were written.
  public static func run(
    _ name: String, _ arguments: [String], in folder: URL? = nil, input: Data? = nil,
    environment: [String: String]? = nil, joins: Bool = false
  ) throws -> Ended {
    let scratch = try ScratchFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: name.contains("/") ? name : "/usr/bin/env")
    process.arguments = name.contains("/") ? arguments : [name] + arguments
    process.currentDirectoryURL = folder ?? scratch.url
    if let environment { process.environment = environment }
    let outputFile = try scratch.file("output", Data())
    let errorFile = try scratch.file("errors", Data())
    let output = try FileHandle(forWritingTo: outputFile)
    let errors = try FileHandle(forWritingTo: errorFile)
    process.standardOutput = output
    process.standardError = joins ? output : errors
    process.standardInput =
      try input.map { try FileHandle(forReadingFrom: try scratch.file("input", $0)) }
      ?? FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try output.close()
    try errors.close()
    return Ended(
      status: process.terminationStatus, data: try Data(contentsOf: outputFile),
      errors: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }

  /// Where a program is, or nil when it is not installed.
  public static func path(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  public static func isInstalled(_ names: String...) -> Bool { names.allSatisfy { path($0) != nil } }
}
