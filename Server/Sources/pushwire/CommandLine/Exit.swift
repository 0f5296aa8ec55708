/// How a command ends. The same four numbers for every command, so that a script can rely on them.
enum Exit: Int32, Sendable {
  /// Yes: done, or nothing to object to.
  case yes = 0
  /// The answer is no: rejected, findings, not what it should be.
  case no = 1
  /// The command could not run: wrong usage or configuration.
  case usage = 2
  /// An input could not be read.
  case unreadable = 3
}
