import Foundation
import TestSupport

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
  /// - Parameter typing: what is typed at once; a program that waits for more waits for ever.
  static func runOnTerminal(
    _ arguments: String..., typing: String = "", environment: [String: String] = [:]
  ) throws -> Ended {
    try runOnTerminal(arguments, typing: typing, environment: environment)
  }

  /// - Parameter after: it is typed once this was printed; empty: at once.
  static func runOnTerminal(
    _ arguments: [String], typing: String = "", after: String = "", environment: [String: String] = [:]
  ) throws -> Ended {
    let script = """
      import os, pty, sys
      typed, after, seen = [sys.argv[1].encode()], sys.argv[2].encode(), bytearray()
      def read(descriptor):
        data = os.read(descriptor, 4096)
        seen.extend(data)
        if after and after in seen and typed: os.write(descriptor, typed.pop())
        return data
      code = pty.spawn(sys.argv[3:], read, lambda descriptor: typed.pop() if typed and not after else b"")
      sys.exit(os.waitstatus_to_exitcode(code))
      """
    return try start(
      "/usr/bin/env", ["python3", "-c", script, typing, after, path] + arguments, nil, environment)
  }

  private static func start(
    _ program: String, _ arguments: [String], _ folder: URL?, _ environment: [String: String]
  ) throws -> Ended {
    var all = ProcessInfo.processInfo.environment
    for name in ["NO_COLOR", "TERM"] { all[name] = nil }
    let ended = try ForeignProgram.run(
      program, arguments, in: folder, environment: all.merging(environment) { $1 })
    return Ended(exit: ended.status, output: ended.output, errors: ended.errors)
  }
}

/// Under its own name in this module.
typealias ScratchFolder = TestSupport.ScratchFolder
