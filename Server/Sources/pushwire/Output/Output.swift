import Bytes
import Foundation
import Synchronization

/// When to use colours.
enum ColourChoice: String, CaseIterable, Sendable { case auto, always, never }

/// Standard output or standard error: knows whether a person looks at it, and how wide the window is.
///
/// May be written to from any thread. On a terminal each write goes out at once; to a pipe or file they
/// are gathered, and `flush` has to follow the last.
final class Output: Sendable {
  let descriptor: Int32
  let isTerminal: Bool
  let style: Styler
  private let pending = Mutex(Pending())

  private struct Pending: ~Copyable {
    var bytes = ByteBuffer(capacity: 4096)
    /// The reader is gone: nothing more is written.
    var isClosed = false
  }

  init(descriptor: Int32, colour: ColourChoice, environment: [String: String]) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    let isDumb = environment["TERM"] == "dumb"
    // no-color.org: set and not empty means no colours.
    let wantsNone = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    switch colour {
    case .always: style = Styler(isOn: true)
    case .never: style = Styler(isOn: false)
    case .auto: style = Styler(isOn: isTerminal && !isDumb && !wantsNone)
    }
  }

  /// Columns of the window; 100 where there is none.
  var width: Int {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 100 }
    return Int(size.ws_col)
  }

  func write(_ text: String) {
    pending.withLock { pending in
      pending.bytes.append(text)
      if isTerminal || descriptor == 2 || pending.bytes.count >= 1 << 16 { drain(&pending) }
    }
  }

  /// Appends bytes that `fill` writes, without a string between.
  func write(_ fill: (inout ByteBuffer) -> Void) {
    pending.withLock { pending in
      fill(&pending.bytes)
      if isTerminal || descriptor == 2 || pending.bytes.count >= 1 << 16 { drain(&pending) }
    }
  }

  func flush() { pending.withLock { drain(&$0) } }

  private func drain(_ pending: inout Pending) {
    var sent = 0
    while sent < pending.bytes.count, !pending.isClosed {
      let count = Foundation.write(descriptor, pending.bytes.base + sent, pending.bytes.count - sent)
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if count == 0 || errno != EINTR {
        pending.isClosed = true
      }
    }
    pending.bytes.removeAll()
  }
}
