/// Why a scenario file cannot be used.
public struct ScenarioError: Error, Sendable, Equatable, CustomStringConvertible {
  /// An open set of codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let notJSON = Code(rawValue: "scenario.notJSON")
    public static let unknownKey = Code(rawValue: "scenario.unknownKey")
    public static let badValue = Code(rawValue: "scenario.badValue")
    public static let noAction = Code(rawValue: "scenario.noAction")
  }

  /// Which kind of fault.
  public let code: Code
  /// What is wrong and what to write instead.
  public let message: String
  /// Where, such as `rules[2].match.every`; for text that is not JSON, the offset in bytes.
  public let place: String

  public init(_ code: Code, _ message: String, place: String) {
    self.code = code
    self.message = message
    self.place = place
  }

  public var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
