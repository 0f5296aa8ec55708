import Foundation

/// The built `pushwire`, run as a process of its own.
struct Program {
  struct Ended {
    var exit: Int32
    var output: String
    var errors: String

    /// Standard output as one JSON object.
    var object: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(output.utf8))) as? [String: Any] ?? [:]
    }
    /// Standard output as one JSON object a line.
    var lines: [[String: Any]] {
      output.split(separator: "\n").map {
        (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any] ?? [:]
      }
    }
  }

  /// Beside the running test bundle; that is where the build puts both.
  static let path: String = {
    let files = FileManager.default
    for argument in CommandLine.arguments {
      var folder = URL(fileURLWithPath: argument)
      while folder.path.count > 1 {
        folder.deleteLastPathComponent()
        let candidate = folder.appendingPathComponent("pushwire").path
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue {
          return candidate
        }
      }
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../.build/debug/pushwire").path
  }()

  /// Runs `pushwire` with these arguments in a folder, with nothing on standard input.
  static func run(
    _ arguments: String..., in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Ended {
    try run(arguments, in: folder, environment: environment)
  }

  static func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Ended {
    try start(path, arguments, folder, environment)
  }

  /// Runs `pushwire` on a terminal that python's `pty` makes; both outputs come together.
  static func runOnTerminal(_ arguments: String..., environment: [String: String] = [:]) throws -> Ended {
    let script = """
      import os, pty, sys
      code = pty.spawn(sys.argv[1:])
      sys.exit(os.waitstatus_to_exitcode(code))
      """
    return try start("/usr/bin/env", ["python3", "-c", script, path] + arguments, nil, environment)
  }

  private static func start(
    _ program: String, _ arguments: [String], _ folder: URL?, _ environment: [String: String]
  ) throws -> Ended {
    let scratch = try ScratchFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? scratch.url
    var all = ProcessInfo.processInfo.environment
    for name in ["NO_COLOR", "TERM"] { all[name] = nil }
    process.environment = all.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = try scratch.file("output", Data())
    let errors = try scratch.file("errors", Data())
    let outputHandle = try FileHandle(forWritingTo: output)
    let errorHandle = try FileHandle(forWritingTo: errors)
    process.standardOutput = outputHandle
    process.standardError = errorHandle
    try process.run()
    process.waitUntilExit()
    try outputHandle.close()
    try errorHandle.close()
    return Ended(
      exit: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}

/// A folder that is gone when the test ends.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("pushwire-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and says where it is.
  @discardableResult
  func file(_ name: String, _ content: Data) throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: file)
    return file
  }

  @discardableResult
  func file(_ name: String, _ text: String) throws -> URL { try file(name, Data(text.utf8)) }
}
