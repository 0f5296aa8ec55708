import AppFacts
import Foundation
import Testing

@testable import Inspect

/// The built helper, for tests that run it.
enum SwiftHelper {
  static let path: String? = {
    if let named = SwiftReaderLocation.find() { return named }
    // Where the test bundle is no program itself, beside what is built from this folder.
    var server = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { server.deleteLastPathComponent() }
    let built = server.appendingPathComponent(".build/debug/pushwire-swift-reader").path
    return FileManager.default.isExecutableFile(atPath: built) ? built : nil
  }()

  static func parse(_ text: String) throws -> SourceUnit {
    let reader = SwiftReaderProcess(try #require(path), InspectLimits())
    guard case .unit(let unit) = reader.parse(Array(text.utf8), file: "A.swift") else {
      throw Missing()
    }
    return unit
  }

  struct Missing: Error {}

  static let reason: Comment = "this toolchain has no SwiftSyntax, so there is no pushwire-swift-reader"
}
