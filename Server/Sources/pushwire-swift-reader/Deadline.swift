#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// What one file may take of the processor. When it is over the system ends this process (SIGPROF).
struct Deadline: Sendable {
  /// Seconds; 0: none.
  var seconds: Double

  /// Of the first argument, a number.
  init(arguments: [String]) {
    seconds = arguments.dropFirst().first.flatMap(Double.init).map { min(max($0, 0), 3600) } ?? 0
  }

  func start() { set(seconds) }
  func stop() { set(0) }

  private func set(_ seconds: Double) {
    let whole = seconds.rounded(.down)
    var timer = itimerval()
    timer.it_value.tv_sec = .init(whole)
    timer.it_value.tv_usec = .init((seconds - whole) * 1e6)
    #if canImport(Glibc)
      setitimer(__itimer_which_t(2), &timer, nil)  // ITIMER_PROF; glibc types it as an enumeration
    #else
      setitimer(ITIMER_PROF, &timer, nil)
    #endif
  }
}
