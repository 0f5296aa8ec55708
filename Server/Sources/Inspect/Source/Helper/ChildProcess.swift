#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A program that was started with a socket as its input and output.
///
/// It is gone when this is gone: killed, waited for, and its descriptor closed.
final class ChildProcess {
  enum Failure: Error, Equatable {
    /// It could not be started.
    case notStarted(String)
    /// Nothing came in time.
    case late
    /// It ended; the signal that ended it, or nil.
    case ended(signal: Int32?)
    /// It said something impossible.
    case nonsense
  }

  private var process: pid_t
  private let socket: Int32

  /// Starts a program. It gets no descriptor of ours but the socket, and no variable but those given.
  init(_ path: String, _ arguments: [String], environment: [String]) throws(Failure) {
    let (ours, theirs) = try Self.pair()
    defer { close(theirs) }
    do throws(Failure) {
      process = try Self.spawn(path, arguments, environment, theirs)
      socket = ours
    } catch {
      close(ours)
      throw error
    }
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String], _ socket: Int32
  ) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, socket, 0)
    posix_spawn_file_actions_adddup2(&actions, socket, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // What this process blocks or ignores is none of the child's business.
    var none = sigset_t()
    sigemptyset(&none)
    var usual = sigset_t()
    sigemptyset(&usual)
    for signal in [SIGPROF, SIGPIPE, SIGTERM, SIGINT] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    #if canImport(Darwin)
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))

    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = -1
    let failed = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
    guard failed == 0 else { throw .notStarted(String(cString: strerror(failed))) }
    return process
  }

  deinit {
    close(socket)
    _ = reap()
  }

  /// Kills it where it still runs, and waits: no zombie stays. The signal that ended it, or nil.
  private func reap() -> Int32? {
    guard process > 0 else { return nil }
    // One that is ending by itself keeps its own reason.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { break }
    }
    process = -1
    let signal = status & 0x7f
    return signal == 0 || signal == 0x7f ? nil : signal
  }

  /// For tests that end it from outside.
  var identifier: Int32 { process }

  func write(_ bytes: [UInt8], until end: ContinuousClock.Instant) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes {
        send(socket, $0.baseAddress?.advanced(by: done), bytes.count - done, Self.quiet)
      }
      if put > 0 {
        done += put
      } else if put < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        try wait(for: Int16(POLLOUT), until: end)
      } else if put < 0, errno == EINTR {
        continue
      } else {
        throw .ended(signal: reap())
      }
    }
  }

  func read(_ count: Int, until end: ContinuousClock.Instant) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: min(max(count, 1), 64 << 10))
    while bytes.count < count {
      let wanted = min(block.count, count - bytes.count)
      let got = block.withUnsafeMutableBytes { recv(socket, $0.baseAddress, wanted, 0) }
      if got > 0 {
        bytes += block[..<got]
      } else if got < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        try wait(for: Int16(POLLIN), until: end)
      } else if got < 0, errno == EINTR {
        continue
      } else {
        throw .ended(signal: reap())
      }
    }
    return bytes
  }

  private func wait(for events: Int16, until end: ContinuousClock.Instant) throws(Failure) {
    let left = (end - .now) / .milliseconds(1)
    guard left > 0 else { throw .late }
    var descriptor = pollfd(fd: socket, events: events, revents: 0)
    if poll(&descriptor, 1, Int32(min(left.rounded(.up), 1e6))) == 0, .now >= end { throw .late }
  }

  // The socket.

  #if canImport(Darwin)
    private static let quiet: Int32 = 0
  #else
    private static let quiet = Int32(MSG_NOSIGNAL)
  #endif

  /// Two ends that no other child inherits; ours does not block.
  private static func pair() throws(Failure) -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let failed = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
    #else
      let failed = socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    #endif
    guard failed == 0 else { throw .notStarted(String(cString: strerror(errno))) }
    #if canImport(Darwin)
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        var yes: Int32 = 1
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      }
    #endif
    _ = fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK)
    return (ends[0], ends[1])
  }
}
