internal import CPostgres

/// Answers to what was asked before it was wanted, within one transaction.
struct PostgresPrefetch {
  /// A statement with its values.
  struct Key: Hashable {
    let statement: ObjectIdentifier
    let values: [UInt8]
  }

  private var asked: [Key: OpaquePointer?] = [:]
  private var subjects: [SQLLock: [Key]] = [:]

  var isEmpty: Bool { asked.isEmpty }

  func isAsked(_ key: Key) -> Bool { asked[key] != nil }

  mutating func ask(_ key: Key, for subject: SQLLock) {
    asked.updateValue(nil, forKey: key)
    subjects[subject, default: []].append(key)
  }

  /// False: it is not wanted any more, and the result is still the caller's.
  mutating func keep(_ key: Key, _ result: OpaquePointer) -> Bool {
    guard let known = asked[key], known == nil else { return false }
    asked.updateValue(result, forKey: key)
    return true
  }

  func look(_ key: Key) -> OpaquePointer? { asked[key] ?? nil }

  /// The result is the caller's from now on, and asked for no more.
  mutating func take(_ key: Key) -> OpaquePointer? { asked.removeValue(forKey: key) ?? nil }

  mutating func forget(_ gone: [SQLLock]?) {
    guard !asked.isEmpty else { return }
    guard let gone else {
      for result in asked.values { PQclear(result) }
      asked.removeAll(keepingCapacity: true)
      subjects.removeAll(keepingCapacity: true)
      return
    }
    for subject in gone {
      for key in subjects.removeValue(forKey: subject) ?? [] { PQclear(take(key)) }
    }
  }
}
