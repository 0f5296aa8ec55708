import Foundation
import TestSupport

/// What the audit of a large source tree costs: 5,000 Swift files of 48 MB, made here, of which 150 bear on
/// push.
enum AuditTreeBench {
  private static let files = 5_000
  private static let ofInterest = 150
  /// Bytes of a file, about.
  private static let size = 9_600

  static func run(_ options: BenchOptions) throws {
    let program = try options.required("pushwire")
    let rounds = try options.number("rounds", 5)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pushwire-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = try makeTree(in: folder)
    var walls: [Double] = []
    for _ in 0..<rounds {
      let finished = try Child([program, "audit", folder.path, "--json"]).finish()
      // 256: it ended with 1, there are findings; what cannot be read ends with 3.
      guard finished.status == 0 || finished.status == 256, finished.output.contains("\(files) source files")
      else {
        throw BenchError("the audit of \(folder.path) did not end:\n\(finished.output.prefix(2000))")
      }
      walls.append(finished.usage.wall)
    }
    var results = Results()
    results.add("audit_tree_s", walls.sorted()[walls.count / 2], "s", reference: 3)
    results.print(
      "a tree of \(files) Swift files, \(bytes / 1_000_000) MB, \(ofInterest) of them about push, median of \(rounds) rounds"
    )
  }

  /// How many bytes the files have.
  private static func makeTree(in folder: URL) throws -> Int {
    var random = SeededRandom(seed: 5)
    var total = 0
    for number in 0..<files {
      var text = "import SwiftUI\n\n"
      if number % (files / ofInterest) == 0, number / (files / ofInterest) < ofInterest {
        text += number == 0 ? delegate : user(number)
      }
      var part = 0
      while text.utf8.count < size {
        text += view(number, part, &random)
        part += 1
      }
      let file = folder.appendingPathComponent("Sources/Module\(number % 40)/Screen\(number).swift")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      total += text.utf8.count
    }
    return total
  }

  private static let delegate = """
    import UserNotifications

    @main
    final class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
      func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        application.registerForRemoteNotifications()
        return true
      }
      func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
      ) {
        Uploads.shared.send(deviceToken.map { String(format: "%02x", $0) }.joined())
      }
      func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
      ) {
        Log.error("no token: \\(error)")
      }
    }

    """

  /// A screen that looks at the permission.
  private static func user(_ number: Int) -> String {
    """
    import UserNotifications

    final class Permission\(number) {
      func refresh() async -> Bool {
        let settings = await UNUserNotificationCenter.current().notificationSettings()
        switch settings.authorizationStatus {
        case .authorized, .provisional: return true
        default: return false
        }
      }
    }

    """
  }

  private static func view(_ number: Int, _ part: Int, _ random: inout SeededRandom) -> String {
    let name = "Screen\(number)Part\(part)"
    var text = """
      struct \(name)View: View {
        @ObservedObject var model: \(name)Model
        @State private var isShown = false
        var body: some View {
          VStack(alignment: .leading, spacing: \(random.below(20))) {

      """
    for row in 0..<8 {
      text += """
              HStack {
                Image(systemName: "shippingbox").foregroundColor(.secondary)
                Text("Row \(row): \\(model.titles[\(row)] ?? "none")").font(.headline).padding(.\(random.pick(["top", "leading"])))
                if model.count > \(random.below(100)) { Button("More") { isShown.toggle() } }
              }

        """
    }
    text += """
          }
          .sheet(isPresented: $isShown) { Text("Details of \\(model.count)") }
        }
      }

      final class \(name)Model: ObservableObject {
        @Published var titles: [Int: String] = [:]
        @Published var count = 0

        func load(from url: URL) async throws {
          let (data, answer) = try await URLSession.shared.data(from: url)
          guard let http = answer as? HTTPURLResponse, http.statusCode == 200 else { throw Failure.status }
          let rows = try JSONDecoder().decode([String].self, from: data)
          for (index, row) in rows.enumerated() where !row.isEmpty { titles[index] = row.lowercased() }
          count = rows.filter { $0.count > \(random.below(9)) }.map(\\.count).reduce(0, +)
        }

        enum Failure: Error { case status, other(String) }
      }


      """
    return text
  }
}
