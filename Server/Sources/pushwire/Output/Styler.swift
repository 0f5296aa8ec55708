/// Colours and weights of text, where the reader has a terminal.
struct Styler: Sendable {
  enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  var isOn: Bool

  /// The text between the escape sequences of these styles, or as it is where styles are off.
  func apply(_ text: String, _ styles: Style...) -> String { apply(text, styles) }

  func apply(_ text: String, _ styles: [Style]) -> String {
    guard isOn, !styles.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[" + styles.map(\.rawValue).joined(separator: ";") + "m" + text + "\u{1B}[0m"
  }
}
