/// Finds routing data in what a person reads: paths, ids, links.
///
/// A tap's way travels in the payload's route, never in its text; text that shows it is noise to the
/// person, leaks on a lock screen, and tempts somebody to parse it.
public enum RoutingText {
  public struct Finding: Sendable, Equatable {
    /// The piece of text, with parameters as `{name}`.
    public var quote: String
    /// What it looks like, as in `a link`.
    public var kind: String
  }

  /// Findings in text that is final.
  public static func findings(in text: String) -> [Finding] {
    findings(in: Template(parts: [.literal(text)]))
  }

  /// Findings in the fixed text around the parameters.
  public static func findings(in template: Template) -> [Finding] {
    var found: [Finding] = []
    for word in words(of: template) {
      guard let kind = word.routingKind else { continue }
      let finding = Finding(quote: word.shown, kind: kind)
      if !found.contains(finding) { found.append(finding) }
    }
    return found
  }

  /// Pieces between blanks, without the punctuation around them.
  private static func words(of template: Template) -> [RoutingWord] {
    var words: [RoutingWord] = []
    var current = RoutingWord()
    for part in template.parts {
      switch part {
      case .parameter(let name): current.append(parameter: name)
      case .literal(let text):
        for scalar in text.unicodeScalars {
          if scalar.properties.isWhitespace || separators.contains(scalar) {
            words.append(current.trimmed())
            current = RoutingWord()
          } else {
            current.append(scalar)
          }
        }
      }
    }
    words.append(current.trimmed())
    return words.filter { !$0.scalars.isEmpty }
  }

  private static let separators: Set<Unicode.Scalar> = [
    "(", ")", "[", "]", "<", ">", "\"", "“", "”", "„", "«", "»", ",", ";", "!", "|", "…", "–", "—",
  ]
}
