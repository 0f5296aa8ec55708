import Foundation
import PushContract

/// The profile's lifecycle, in the store's milliseconds.
struct LifecycleTimes {
  var staleAfter: Int
  var pruneAfter: Int
  var quarantine: Int

  init(_ lifecycle: Lifecycle) {
    staleAfter = lifecycle.staleAfter * 1000
    pruneAfter = lifecycle.pruneAfter * 1000
    quarantine = lifecycle.quarantine * 1000
  }

  /// Of the profile that `--profile` names or of this folder; what the documentation says where there is
  /// none.
  static func of(_ arguments: Arguments) throws -> LifecycleTimes {
    LifecycleTimes(try ProfileInput.optional(arguments)?.lifecycle ?? Lifecycle())
  }
}

extension ProfileInput {
  /// The profile that is named, which must be good, or that of this folder, if there is one.
  static func optional(_ arguments: Arguments) throws -> Profile? {
    let named = arguments.value(option.name)
    guard named != nil || FileManager.default.fileExists(atPath: usualPath) else { return nil }
    return try usable(path: named ?? usualPath).profile
  }
}
