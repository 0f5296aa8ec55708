import Foundation
import TestSupport

/// What the audit of a large app costs: an `.ipa` of 100 MB, made here, read by the real program.
///
/// The app is signed, with an executable of 64 MB whose signature stands at its end (all of it has to be
/// unpacked), frameworks, images and a catalogue of assets that no reader needs. Packed by python's zipfile,
/// as strongly as Xcode does.
enum AuditBench {
  static func run(_ words: [String]) throws {
    let options = try BenchOptions(words)
    let program = try options.required("pushwire")
    let rounds = try options.number("rounds", 5)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pushwire-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    // In a process of its own: what this one ever held would count as the audit's, which starts as its copy.
    _ = try Child.run([CommandLine.arguments[0], "audit-app", folder.path])
    let archive = folder.appendingPathComponent("Parcel.ipa").path
    let size = try FileManager.default.attributesOfItem(atPath: archive)[.size] as? Int ?? 0
    var runs: [Usage] = []
    for _ in 0..<rounds {
      let finished = try Child([program, "audit", archive, "--json"]).finish()
      // A healthy app: anything else means that it was not read to its end.
      guard finished.status == 0, finished.output.contains("\"state\":\"read\"") else {
        throw BenchError("the audit of \(archive) did not end clean:\n\(finished.output.prefix(2000))")
      }
      runs.append(finished.usage)
    }
    let walls = runs.map(\.wall).sorted()
    var results = Results()
    results.add("audit_ipa_s", walls[walls.count / 2], "s", reference: 1)
    results.add(
      "audit_ipa_rss_mb", Double(runs.map(\.resident).max() ?? 0) / 1_048_576, "MB", reference: 64)
    results.print("an .ipa of \(size / 1_000_000) MB, median of \(rounds) rounds")
    try AuditTreeBench.run(options)
  }

  /// `audit-app FOLDER`: makes `Parcel.ipa` there.
  static func make(_ words: [String]) throws {
    guard let path = words.first else { throw BenchError("audit-app takes a folder") }
    let folder = URL(fileURLWithPath: path)
    var random = SeededRandom(seed: 5)
    let app = folder.appendingPathComponent("Payload/Parcel.app")
    try AppleRecipe.build("code 64000000\n", at: app)
    for number in 0..<8 {
      try write(
        letters(4_000_000, &random), to: app.appendingPathComponent("Frameworks/Part\(number).framework/Part")
      )
    }
    for number in 0..<1_500 {
      try noise(2_000, &random).write(to: app.appendingPathComponent("image\(number).png"))
    }
    try noise(38_000_000, &random).write(to: app.appendingPathComponent("Assets.car"))
    let archive = folder.appendingPathComponent("Parcel.ipa").path
    let script = """
      import os, sys, zipfile
      with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as archive:
        for folder, _, names in sorted(os.walk(sys.argv[1])):
          for name in sorted(names):
            path = os.path.join(folder, name)
            archive.write(path, os.path.relpath(path, sys.argv[1]))
      """
    let packed = folder.appendingPathComponent("pack")
    try FileManager.default.createDirectory(at: packed, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      at: folder.appendingPathComponent("Payload"), to: packed.appendingPathComponent("Payload"))
    _ = try Child.run(["python3", "-c", script, packed.path, archive])
  }

  /// Text without spaces, which deflate takes to three quarters.
  private static func letters(_ count: Int, _ random: inout SeededRandom) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    return String(unsafeUninitializedCapacity: count) { buffer in
      for index in 0..<count { buffer[index] = alphabet[Int(truncatingIfNeeded: random.next() & 63)] }
      return count
    }
  }

  private static func noise(_ count: Int, _ random: inout SeededRandom) -> Data {
    Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
  }

  private static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
