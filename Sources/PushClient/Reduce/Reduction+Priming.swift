extension Reduction {
  mutating func permissionRead(_ permission: Permission) {}
  mutating func momentReached(_ name: String) {}
  mutating func explainerAnswered(accepted: Bool) {}
  mutating func promptAnswered(_ answer: PromptAnswer) {}
  mutating func settingsOpened() {}
}
