import PushClient

/// A state file in memory that fails when it is told to.
final class WalkStore: StateStore {
  enum Failure: Error { case load, save }
  /// How the next save ends.
  enum Mood {
    case sound
    /// The old text stays.
    case failing
    /// The new text is there, and yet an error is thrown: the rename was done, the sync was not.
    case doubtful
  }

  var text: String?
  var mood = Mood.sound
  var failsToLoad = false
  private(set) var saves = 0

  func load() throws -> String? {
    if failsToLoad { throw Failure.load }
    return text
  }

  func save(_ text: String) throws {
    saves += 1
    switch mood {
    case .sound: self.text = text
    case .failing: throw Failure.save
    case .doubtful:
      self.text = text
      throw Failure.save
    }
  }
}
