import AppFacts

/// A handler with a completion, and what becomes of it.
struct CompletionHandler {
  var function: Int
  var paths: CompletionPaths
}

extension AppleCode {
  /// Handlers of background work: pushes, and the older background fetch.
  var backgroundHandlers: [CompletionHandler] {
    completions(functions(KnownAPI.fetchReceive) + functions(KnownAPI.performFetch))
  }

  /// Handlers of the notification centre.
  var centerHandlers: [CompletionHandler] {
    completions(functions(KnownAPI.willPresent) + functions(KnownAPI.didReceiveResponse))
  }

  /// Follows the last parameter of each function; async forms have none to follow.
  func completions(_ numbers: [Int], in files: Set<Int>? = nil) -> [CompletionHandler] {
    numbers.compactMap { number in
      let declaration = index.functions[number].declaration
      guard !KnownAPI.isAsync(declaration), let body = declaration.body,
        let token = declaration.parameters.last?.name, !isMacFile(index.functions[number].unit)
      else { return nil }
      let paths = PathWalker.follow(
        token, in: body, function: number, form: .closure, index: index, files: files ?? self.files)
      return CompletionHandler(function: number, paths: paths)
    }
  }
}
