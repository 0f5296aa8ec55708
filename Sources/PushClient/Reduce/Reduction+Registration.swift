extension Reduction {
  mutating func registrationAsked(caller: Int) {}
  mutating func tokenReceived(_ token: DeviceToken) {}
  mutating func tokenFailed(code: String) {}
  mutating func tokenTimedOut(attempt: Int) {}
  mutating func registrationAnswered(_ request: Int, _ answer: ServerAnswer) {}
}
