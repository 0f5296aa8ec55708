import Foundation
import TestSupport

/// A million installations, and one campaign to all of them: how fast, in how much memory, and how long an
/// urgent message takes meanwhile. The server is the real program; the provider is a stand-in that answers
/// everything, and h2load measures the same stand-in in the same run.
struct ScaleBench {
  /// Of h2load's rate.
  static let leastShare = 0.35
  /// Resident, megabytes.
  static let mostMemory = 128.0
  /// Milliseconds.
  static let mostUrgent = 1000.0

  static func run(_ words: [String]) throws {
    let options = try BenchOptions(words)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pushwire-bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let installations = try options.number("installations", 1_000_000)
    let kinds = try stores(options.text("store") ?? "both")
    let standIn = try StandIn(folder: folder)
    defer { standIn.stop() }
    try ScaleProfile.text.write(toFile: folder + "/pushwire.yaml", atomically: true, encoding: .utf8)
    let loader = try ScaleLoader(folder: folder, installations: installations)
    try loader.fill()

    var results = Results()
    for kind in kinds {
      let place: String
      var postgres: PostgresServer?
      switch kind {
      case .sqlite: place = loader.path
      case .postgres:
        var settings = PostgresServer.Options()
        settings.syncs = true
        settings.settings = ["shared_buffers=256MB", "max_wal_size=4GB"]
        let server = try PostgresServer(settings)
        place = try server.database()
        try loader.copy(to: server, place, program: options.required("pushwire"))
        postgres = server
      }
      try withExtendedLifetime(postgres) {
        let run = ScaleRun(
          options: options, folder: folder, store: place, standIn: standIn, installations: installations)
        try run.measure(suffix: kind == .sqlite ? "" : "_postgres", into: &results)
      }
    }
    results.print(
      "one campaign to \(installations) installations, on \(kinds.map(\.rawValue).joined(separator: " and ")):"
    )
  }

  enum StoreKind: String, CaseIterable {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"
  }

  private static func stores(_ word: String) throws -> [StoreKind] {
    switch word {
    case "sqlite": return [.sqlite]
    case "postgres", "both":
      if let missing = PostgresServer.missing { throw BenchError(missing) }
      return word == "both" ? StoreKind.allCases : [.postgres]
    default: throw BenchError("--store takes sqlite, postgres or both")
    }
  }
}

/// What the server of this benchmark is given.
enum ScaleProfile {
  static let text =
    ServerBenchProfile.text + """

        news:
          kind: alert
          audience: public
          owner: marketing
          data_class: public
          destination: home
          parameters: { day: string }
          title: New in the shop
          body: "From {day} on, parcels travel for half the price."
          priority: default
          ttl: 2d
          collapse: none
          badge: none
          sound: default
          foreground: [banner, sound]
          channel: orders
      fanout: { direct_max: 100000000 }
      """
}
