/// What the person in front of a virtual device does when asked.
public struct Person: Sendable {
  /// How the system's dialog is answered.
  public enum Reaction: Sendable, Equatable {
    case allow
    case deny
    /// Swiped away: a thing of Android's alone; an iPhone's dialog stays.
    case dismiss
    /// The dialog stays on the screen until ``VirtualDevice/answerPrompt(_:)``.
    case wait
  }

  /// Answers to the app's explainer, in order; nil or none left: it stays on the screen.
  public var explainerAnswers: [Bool] = []
  /// Answers to the system's dialog, in order.
  public var promptReactions: [Reaction] = []
  /// When none is left.
  public var usualReaction = Reaction.allow
  /// How long a person looks at a dialog, milliseconds.
  public var readingTime = 1_500

  public init() {}

  /// Says yes to whatever the app explains and the system asks.
  public static var agreeable: Person {
    var person = Person()
    person.explainerAnswers = Array(repeating: true, count: 8)
    return person
  }

  mutating func reaction() -> Reaction {
    promptReactions.isEmpty ? usualReaction : promptReactions.removeFirst()
  }
}
