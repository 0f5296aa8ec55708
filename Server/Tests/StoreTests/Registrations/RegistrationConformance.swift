import Testing

@testable import Store

/// What every store must do of the registrations' half. A case stands on a stage over an empty store, and
/// speaks to it through ``PushStore`` alone.
enum RegistrationConformance {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (RegistrationStage) throws -> Void
    init(_ name: String, _ run: @escaping @Sendable (RegistrationStage) throws -> Void) {
      testDescription = name
      self.run = run
    }
  }

  typealias Device = RegistrationStage.Device
  static func hash(_ text: String) -> [UInt8] { RegistrationStage.hash(text) }
  static let day = 86_400_000

  static let cases = launches + accounts + tokens + challenges + ends + keeping
}
