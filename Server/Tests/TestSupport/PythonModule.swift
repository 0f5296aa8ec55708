import Foundation

/// A module of Python that serves as an oracle: the system's where it has it, else one in an environment of its own
/// below the build folder, made once by pip.
public enum PythonModule {
  private static let lock = NSLock()

  /// The Python that can import it; nil, said aloud, where there is no way to it.
  ///
  /// - Parameters:
  ///   - name: as it is imported.
  ///   - requirement: as pip takes it, with a version.
  public static func python(with name: String, _ requirement: String) -> String? {
    lock.withLock {
      if imports(name, "python3") { return "python3" }
      var server = URL(fileURLWithPath: #filePath)
      for _ in 0..<3 { server.deleteLastPathComponent() }
      let folder = server.appendingPathComponent(".build/python-" + requirement)
      let python = folder.appendingPathComponent("bin/python").path
      if imports(name, python) { return python }
      guard ForeignProgram.isInstalled("python3") else {
        print("\(name): skipped, there is no python3")
        return nil
      }
      let why = make(folder, python, requirement)
      if why == nil, imports(name, python) { return python }
      print("\(name): skipped, it cannot be installed: \(why ?? "it does not load")")
      try? FileManager.default.removeItem(at: folder)
      return nil
    }
  }

  private static func make(_ folder: URL, _ python: String, _ requirement: String) -> String? {
    let commands = [
      ("python3", ["-m", "venv", folder.path]),
      (python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement]),
    ]
    for (program, arguments) in commands {
      guard let ended = try? ForeignProgram.run(program, arguments, joins: true) else {
        return "no \(program)"
      }
      if ended.status != 0 { return String(ended.output.suffix(300)) }
    }
    return nil
  }

  private static func imports(_ name: String, _ python: String) -> Bool {
    (try? ForeignProgram.run(python, ["-c", "import " + name]).status) == 0
  }
}
