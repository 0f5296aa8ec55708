import Bytes
import Delivery
import Foundation
import Providers

/// Each attempt as a JSON line: what the provider said, under which id, to which line or target.
final class ResultFile {
  private let path: String
  private let descriptor: Int32
  private let targets: SendTargets
  private var buffer = ByteBuffer(capacity: 80 * 1024)
  private var failed = false

  init(_ path: String, _ targets: SendTargets) throws {
    self.path = path
    self.targets = targets
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandError(
        .configuration, "The results cannot be written: \(String(cString: strerror(errno))).", place: path,
        advice: "Give a file in a folder that you may write to.")
    }
  }

  deinit { Foundation.close(descriptor) }

  /// `logID`: the key into the provider's delivery log; empty where there is none.
  func write(
    _ record: VerdictRecord, _ id: UnsafeBufferPointer<UInt8>?, logID: UnsafeBufferPointer<UInt8>
  ) {
    begin(record.reference)
    buffer.append(",\"status\":\"")
    buffer.append(record.status.description)
    buffer.append("\",\"attempts\":")
    buffer.appendDecimal(Int(record.attempts))
    buffer.append(",\"http_status\":")
    buffer.appendDecimal(Int(record.verdict.status))
    if let id {
      buffer.append(",\"provider_id\":")
      buffer.appendJSONString(id)
    }
    if !logID.isEmpty {
      buffer.append(",\"log_id\":")
      buffer.appendJSONString(logID)
    }
    if let code = record.verdict.reasonCode {
      buffer.append(",\"code\":")
      buffer.appendJSONString(code)
    }
    end()
  }

  func write(_ reference: Int, _ why: String) {
    begin(reference)
    buffer.append(",\"status\":\"failed\",\"error\":")
    buffer.appendJSONString(redacted(why))
    end()
  }

  private func begin(_ reference: Int) {
    if targets.isFile {
      buffer.append("{\"line\":")
      buffer.appendDecimal(reference)
    } else {
      buffer.append("{\"target\":")
      buffer.appendJSONString(targets.masked(reference).text)
    }
  }

  private func end() {
    buffer.append("}\n")
    if buffer.count >= 64 * 1024 { flush() }
  }

  private func flush() {
    var sent = 0
    while sent < buffer.count, !failed {
      let length = Foundation.write(descriptor, buffer.base + sent, buffer.count - sent)
      if length > 0 { sent += length } else if errno != EINTR { failed = true }
    }
    buffer.removeAll()
  }

  /// Writes the rest. Throws if anything could not be written.
  func close() throws {
    flush()
    if failed {
      throw CommandError(
        .failed, "The results could not all be written; the messages were sent all the same.", place: path,
        advice: "Look at the disk's free space.", exit: .no)
    }
  }
}
