import AppFacts

/// The sources of one app of either platform, for what apps do the same on both.
struct AppCode {
  var name: String
  var about: String
  /// Into ``AuditFacts/sources``, without tests.
  var files: Set<Int>
  let index: SourceIndex

  static func all(_ scope: AuditScope) -> [AppCode] {
    let apple = AppleCode.all(scope).map {
      AppCode(name: $0.name, about: $0.about, files: $0.files, index: $0.index)
    }
    return apple + android(scope)
  }

  static func android(_ scope: AuditScope) -> [AppCode] {
    let units = scope.index.units
    func isAndroid(_ number: Int) -> Bool {
      units.indices.contains(number) && !units[number].isTest
        && (units[number].language == .kotlin || units[number].language == .java)
    }
    var codes = scope.androidApps.map { app in
      AppCode(
        name: app.name, about: app.about, files: Set(app.sources.filter(isAndroid)), index: scope.index)
    }.filter { !$0.files.isEmpty }
    if codes.isEmpty {
      let files = Set(units.indices.filter(isAndroid))
      if !files.isEmpty {
        codes.append(
          AppCode(name: "these sources", about: "app:these sources", files: files, index: scope.index))
      }
    }
    return codes
  }

  /// Functions whose name starts with one of these words, in any case.
  func functions(named words: [String]) -> [Int] {
    index.functions.indices.filter { number in
      let function = index.functions[number]
      guard files.contains(function.unit), !function.isAccessor, function.declaration.body != nil else {
        return false
      }
      let name = function.declaration.name.lowercased()
      return words.contains { name.hasPrefix($0) }
    }
  }

  /// All that a function leads to, by name alone, and the names of every call and value in it.
  func reachable(_ function: Int) -> (functions: Reach, words: Set<String>) {
    let reach = index.reach(from: [function], files: files, loose: true)
    var words: Set<String> = []
    for number in reach.steps.keys {
      words.formUnion(index.functions[number].mentions)
      for call in index.functions[number].calls { words.insert(index.calls[call].call.name) }
    }
    return (reach, words)
  }

  func exhibit(_ function: Int, _ note: String) -> Exhibit {
    let declaration = index.functions[function].declaration
    return Exhibit(declaration.place, quote: declaration.name, note)
  }
}

/// Signing in and out, as far as names tell it.
enum AccountWords {
  static let signIn = ["login", "signin", "didlogin", "didsignin", "onlogin", "onsignin"]
  static let signOut = ["logout", "signout", "didlogout", "didsignout", "onlogout", "onsignout"]

  /// Takes the registration away from the account, here or on the server.
  static func endsRegistration(_ word: String) -> Bool {
    let word = word.lowercased()
    let verbs = ["unregister", "deregister", "unbind", "unsubscribe", "detach", "unlink", "revoke"]
    if verbs.contains(where: word.contains) { return true }
    let things = ["token", "device", "push", "registration", "installation", "notification"]
    return ["delete", "remove", "clear", "forget", "disable", "reset", "invalidate", "drop", "stop"]
      .contains(where: word.hasPrefix) && things.contains(where: word.contains)
  }

  /// Sends the registration again.
  static func registers(_ word: String) -> Bool {
    let word = word.lowercased()
    if word.contains("registerforremotenotifications") || word == "gettoken" || word == "bind" { return true }
    let verbs = [
      "register", "upload", "send", "sync", "update", "refresh", "post", "save", "forward", "submit", "set",
    ]
    let things = ["token", "device", "push", "registration", "installation"]
    return verbs.contains(where: word.hasPrefix) && things.contains(where: word.contains)
      || word.contains("bindaccount") || word.contains("identify")
  }

  /// Tells others, who may do anything: what follows is not seen.
  static func announces(_ word: String) -> Bool {
    [
      "post", "postNotificationName:object:", "postNotificationName:object:userInfo:", "send", "emit",
      "publish",
      "notify", "dispatch", "broadcast", "sendBroadcast", "tryEmit", "postValue", "setValue", "accept",
      "onNext",
      "delegate", "onLogout", "onLogin", "completion", "handlers", "observers", "listeners",
    ].contains(word)
  }
}
