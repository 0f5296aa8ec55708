extension String {
  /// Whether two texts have the same bytes. `==` takes texts for the same that Unicode calls equivalent, as in
  /// `\u{E9}` and `e\u{301}`; the server does not, and two accounts may differ by just that.
  func isSame(as other: String?) -> Bool {
    guard let other else { return false }
    return utf8.elementsEqual(other.utf8)
  }
}
