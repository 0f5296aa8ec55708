import Foundation

/// Prints the demo as it goes on, for a person or a program, and counts.
struct DemoReport {
  private let context: Context
  private let width: Int
  private var section: DemoSection?
  private var steps = 0
  private var proved = 0

  init(_ context: Context) {
    self.context = context
    width = min(context.output.width, 92)
  }

  var isProved: Bool { steps > 0 && proved == steps }

  func begin() {
    write(
      """
      APNs and FCM are played on this machine by emulators as strict as the originals; nothing leaves it. \
      All pushes go out through the code of `pushwire send` and `pushwire serve`, over real HTTP/2 and TLS.

      """)
  }

  mutating func add(_ step: DemoStep, _ section: DemoSection) {
    steps += 1
    if step.isProved { proved += 1 }
    if context.json {
      context.print(step.json(section: section))
    } else {
      if section != self.section { head(section) }
      context.output.write(step.text(context.output.style, width: width))
    }
    self.section = section
    context.output.flush()
  }

  private func head(_ section: DemoSection) {
    let number = (DemoSection.allCases.firstIndex(of: section) ?? 0) + 1
    context.print(context.output.style.apply("\(number). \(section.title)", .bold, .cyan) + "\n")
    if let introduction = section.introduction {
      context.output.write(introduction + "\n")
    }
  }

  /// `stage`: of a demo whose folder stays.
  func end(seconds: Double, keeping stage: DemoStage?) {
    if context.json {
      context.print([
        "type": "summary", "ok": .bool(isProved), "steps": .integer(steps), "proved": .integer(proved),
        "seconds": .number((seconds * 10).rounded() / 10), "folder": .text(stage?.path),
      ])
      return
    }
    let words = "\(proved) of \(steps) steps proved"
    write(
      context.output.style.apply(words, .bold, isProved ? .green : .red)
        + String(format: " in %.1f s. ", seconds)
        + "Accepted is not delivered: whether a phone got a push and showed it, only that phone can prove.")
    if let stage {
      goOn(stage)
    } else {
      write("\nNext: `pushwire init` in your app's folder, and a push with your own key.")
    }
  }

  private func goOn(_ stage: DemoStage) {
    let ports = DemoProvider.allCases.map { "--\($0.rawValue)-port \($0.port(stage.suite))" }
    let path = printable(stage.path)
    let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
    let folder = isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    context.print("\nTo go on by hand, start the emulators again, on the same ports:\n")
    context.print("  cd \(folder)")
    context.print("  pushwire emulate --folder emulator \\\n    " + ports.joined(separator: " "))
    context.print("\nand in another window:\n")
    context.print("  cd \(folder)")
    let alert = "-P " + DemoApp.words.filter { $0 != "--param" }.joined(separator: " -P ")
    for (provider, file) in [(DemoProvider.sandbox, "ios-sandbox"), (.fcm, "android")] {
      context.print(
        "  pushwire send order_shipped $(cat emulator/tokens/\(file).txt) \\\n    "
          + provider.words.joined(separator: " ") + " \(alert) \\\n    --endpoint localhost:"
          + "\(provider.port(stage.suite)) --ca emulator/ca.pem")
    }
    context.print(
      "\nThe server, in a third; docs/api.md has a curl for each request (APP is \(DemoServer.appID)):\n")
    context.print("  cd \(folder)")
    context.print("  pushwire keys create by-hand --scopes admin")
    context.print("  pushwire serve --emulator emulator")
  }

  private func write(_ text: String) {
    guard !context.json else { return }
    context.output.write(wrap(text, width: width))
    context.output.flush()
  }
}
