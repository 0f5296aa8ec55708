/// Answered requests as lines of the log: refusals as they are, the rest only where everything is logged.
enum RequestLog {
  static func write(_ event: APIEvent, _ log: ServerLog) {
    let level: ServerLog.Level = event.status >= 500 ? .warning : .debug
    guard log.takes(level) else { return }
    log.write(
      level, "request",
      [
        "route": .text(event.route), "status": .number(event.status),
        "milliseconds": .number(Int(event.milliseconds)),
        "problem": .text(event.problem?.code.rawValue ?? ""),
        "reason": .text(event.reason ?? ""), "key": .text(event.key ?? ""),
      ])
  }
}
