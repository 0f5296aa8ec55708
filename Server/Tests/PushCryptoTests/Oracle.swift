import Foundation
import TestSupport

/// The `openssl` command: the oracle that we did not write.
enum Oracle {
  /// Runs `openssl` with the files at hand in a folder of their own; both outputs come together.
  static func openssl(
    _ arguments: [String], files: [String: [UInt8]] = [:]
  ) throws -> ForeignProgram.Ended {
    let folder = try ScratchFolder()
    for (name, bytes) in files { try folder.file(name, Data(bytes)) }
    return try ForeignProgram.run("openssl", arguments, in: folder.url, joins: true)
  }

  /// What `openssl` prints, without its remarks to the terminal.
  static func generate(_ arguments: [String]) throws -> String {
    let answer = try openssl(arguments)
    guard let start = answer.output.range(of: "-----BEGIN") else { return answer.output }
    return String(answer.output[start.lowerBound...])
  }
}
