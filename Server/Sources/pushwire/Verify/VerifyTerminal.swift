import Diagnosis
import Foundation

/// Asks a person for one step at a time, on standard error, so that standard output stays the report's.
struct VerifyTerminal {
  enum Reply { case done, absent, skipped, interrupted }

  let output: Output
  /// Nobody is asked: each step is taken as done.
  let assumesYes: Bool

  /// Whether somebody can be asked.
  static var isInteractive: Bool { isatty(0) == 1 }

  /// - Parameter canBeAbsent: whether the person may say that there is nothing to act on.
  func ask(_ instruction: String, canBeAbsent: Bool) -> Reply {
    output.write(wrap("  → " + instruction, width: min(output.width, 92)))
    if assumesYes { return .done }
    let words =
      canBeAbsent
      ? "Enter when it is done, n if nothing came, s to leave it out: "
      : "Enter when it is done, s to leave it out: "
    while true {
      output.write("    " + words)
      guard let line = Self.line() else { return .interrupted }
      switch line.trimmingSpaces.lowercased() {
      case "", "y", "yes": return .done
      case "n", "no": if canBeAbsent { return .absent }
      case "s", "skip": return .skipped
      default: break
      }
    }
  }

  /// A line of standard input; nil at its end and after Ctrl-C.
  private static func line() -> String? {
    var bytes: [UInt8] = []
    while !DemoInterruption.hasCome {
      var ready = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 200) > 0 else { continue }
      var byte: UInt8 = 0
      let count = read(0, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      if bytes.count < 256 { bytes.append(byte) }
    }
    return nil
  }
}

/// A real device in a person's hands.
final class PersonDriver: VerifyDriver {
  let installation: String?
  let trouble: String? = nil
  private let platform: String
  private let ask: (_ instruction: String, _ canBeAbsent: Bool) -> VerifyTerminal.Reply
  /// Between two looks at the server, milliseconds.
  private let pause: Int

  init(
    installation: String, platform: String, pause: Int = 1000,
    ask: @escaping (_ instruction: String, _ canBeAbsent: Bool) -> VerifyTerminal.Reply
  ) {
    self.installation = installation
    self.platform = platform
    self.pause = pause
    self.ask = ask
  }

  func act(_ act: Act) -> Answer {
    switch ask(act.instruction(platform: platform), act.canBeAbsent) {
    case .done: .done(detail: nil)
    case .absent: .impossible("the person saw none")
    case .skipped: .skipped
    case .interrupted: .interrupted
    }
  }

  func idle() { usleep(UInt32(pause) * 1000) }

  func lastChance() -> Bool { false }
}
