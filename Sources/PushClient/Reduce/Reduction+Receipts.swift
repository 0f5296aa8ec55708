extension Reduction {
  /// Keeps a receipt until the server has it.
  mutating func receipt(
    _ notification: String?, _ kind: String, result: String? = nil, milliseconds: Int? = nil
  ) {}
  /// Keeps an event of the device's own until the server has it. `kind`: see docs/api.md.
  mutating func deviceEvent(_ kind: String, detail: String? = nil) {}
  /// Posts what waits, where there is a network.
  mutating func receiptsOnline() {}
  mutating func flushDue() {}
  mutating func receiptsAnswered(_ request: Int, _ answer: ServerAnswer) {}
}
