extension Reduction {
  mutating func loggedIn(_ account: String) {}
  mutating func loggedOut() {}
  mutating func logoutAnswered(_ request: Int, _ answer: ServerAnswer) {}
}
