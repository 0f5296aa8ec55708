/// What only somebody at the device can tell.
public struct Question: Sendable, Equatable {
  /// As in `--answer focus=off`.
  public var id: String
  /// As it is asked.
  public var text: String
  /// The answers it takes, in the order in which they are offered.
  public var values: [String]

  /// All questions, the most telling first.
  public static let all: [Question] = [
    Question(
      id: "notifications", text: "In the system's settings, are notifications on for the app?",
      values: ["on", "off"]),
    Question(
      id: "force-quit", text: "Was the app swiped away, or force-stopped, since it was last opened?",
      values: ["yes", "no"]),
    Question(id: "focus", text: "Is a Focus or Do Not Disturb on at the device?", values: ["on", "off"]),
    Question(
      id: "background-refresh", text: "Is Background App Refresh on, in general and for the app?",
      values: ["on", "off"]),
    Question(id: "low-power", text: "Is Low Power Mode on?", values: ["on", "off"]),
    Question(
      id: "battery", text: "How does the system's battery page treat the app?",
      values: ["unrestricted", "optimised", "restricted"]),
    Question(id: "summary", text: "Is the app in the scheduled summary?", values: ["on", "off"]),
    Question(
      id: "online", text: "Is the device online, on a network without a proxy or filter?",
      values: ["yes", "no"]),
    Question(
      id: "build", text: "Where does the app on the device come from?",
      values: ["xcode", "testflight", "store", "other"]),
    Question(
      id: "launched", text: "Was the app opened since it was installed or updated, and the device restarted?",
      values: ["yes", "no"]),
  ]

  public static func named(_ id: String) -> Question? { all.first { $0.id == id } }
}
