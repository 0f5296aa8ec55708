import Foundation

/// Many HTTP/1.1 connections under load from one thread each: every connection has one request under way.
/// Bodies are made as they are needed.
struct HTTPLoad {
  /// What one thread saw.
  struct Result {
    var sent = 0
    var statuses: [Int: Int] = [:]
    /// Milliseconds from the request's last byte to the answer's last.
    var latencies: [Float] = []
    var failure: String?
    /// The first answer that was no 2xx, for a person.
    var firstOdd: String?

    mutating func add(_ other: Result) {
      sent += other.sent
      for (status, count) in other.statuses { statuses[status, default: 0] += count }
      latencies += other.latencies
      failure = failure ?? other.failure
      firstOdd = firstOdd ?? other.firstOdd
    }

    func quantile(_ share: Double) -> Double {
      let sorted = latencies.sorted()
      guard !sorted.isEmpty else { return 0 }
      return Double(sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)])
    }

    func count(_ range: Range<Int>) -> Int {
      statuses.filter { range.contains($0.key) }.values.reduce(0, +)
    }
  }

  var port: Int
  var connections = 64
  var threads = 1

  /// Sends the requests `0 ..< count`, each as `make` writes it.
  func run(_ count: Int, _ make: @escaping @Sendable (Int, inout [UInt8]) -> Void) throws -> Result {
    let lock = NSLock()
    nonisolated(unsafe) var total = Result()
    let group = DispatchGroup()
    let share = (count + threads - 1) / threads
    for index in 0..<threads {
      let range = (index * share)..<max(min((index + 1) * share, count), index * share)
      group.enter()
      let thread = Thread { [self] in
        var worker = LoadWorker(port: port, connections: min(connections / threads, range.count))
        let result = worker.run(range, make)
        lock.lock()
        total.add(result)
        lock.unlock()
        group.leave()
      }
      thread.start()
    }
    group.wait()
    if let failure = total.failure { throw BenchError(failure) }
    return total
  }
}

/// One thread's connections, served with poll(2).
private struct LoadWorker {
  private struct Line {
    var descriptor: Int32
    var started = 0.0
    var received: [UInt8] = []
    var isBusy = false
  }

  let port: Int
  let connections: Int

  mutating func run(_ range: Range<Int>, _ make: (Int, inout [UInt8]) -> Void) -> HTTPLoad.Result {
    var result = HTTPLoad.Result()
    result.latencies.reserveCapacity(range.count)
    var lines: [Line] = []
    for _ in 0..<max(connections, 1) {
      guard let descriptor = connectTo(port) else {
        result.failure = "cannot connect to port \(port)"
        break
      }
      lines.append(Line(descriptor: descriptor))
    }
    defer { for line in lines { close(line.descriptor) } }
    var next = range.lowerBound
    var busy = 0
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    func start(_ index: Int) -> Bool {
      guard next < range.upperBound else { return true }
      request.removeAll(keepingCapacity: true)
      make(next, &request)
      next += 1
      guard sendAll(lines[index].descriptor, request) else { return false }
      lines[index].started = now()
      lines[index].isBusy = true
      busy += 1
      return true
    }
    for index in lines.indices where !start(index) { result.failure = "a request could not be written" }
    var watched = lines.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    while busy > 0, result.failure == nil {
      guard poll(&watched, nfds_t(watched.count), 30_000) > 0 else {
        result.failure = "no answer for 30 s; \(result.sent) were answered"
        break
      }
      for index in watched.indices where watched[index].revents != 0 {
        watched[index].revents = 0
        let count = recv(lines[index].descriptor, &buffer, buffer.count, 0)
        guard count > 0 else {
          result.failure = "the server closed a connection after \(result.sent) answers"
          break
        }
        lines[index].received.append(contentsOf: buffer[..<count])
        guard let (status, length) = whole(lines[index].received) else { continue }
        result.latencies.append(Float((now() - lines[index].started) * 1000))
        result.statuses[status, default: 0] += 1
        if !(200..<300).contains(status), result.firstOdd == nil {
          result.firstOdd = String(decoding: lines[index].received, as: UTF8.self)
        }
        result.sent += 1
        lines[index].received.removeFirst(length)
        lines[index].isBusy = false
        busy -= 1
        if !start(index) { result.failure = "a request could not be written" }
      }
    }
    return result
  }

  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Status and length, once head and body are there.
  private func whole(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count > 16, let end = headEnd(bytes) else { return nil }
    let status = bytes[9..<12].reduce(0) { $0 * 10 + Int($1) - 48 }
    let length = end + contentLength(bytes, end)
    return bytes.count >= length ? (status, length) : nil
  }

  private func headEnd(_ bytes: [UInt8]) -> Int? {
    var at = 3
    while at < bytes.count {
      if bytes[at] == 10, bytes[at - 1] == 13, bytes[at - 2] == 10 { return at + 1 }
      at += 1
    }
    return nil
  }

  private static let name = Array("\r\ncontent-length:".utf8)

  private func contentLength(_ bytes: [UInt8], _ end: Int) -> Int {
    let name = Self.name
    var at = 0
    while at + name.count < end {
      if bytes[at] == 13 {
        var same = 0
        while same < name.count, bytes[at + same] | 0x20 == name[same] | 0x20 { same += 1 }
        if same == name.count {
          var digit = at + same
          var length = 0
          while bytes[digit] == 32 { digit += 1 }
          while digit < end, (48...57).contains(bytes[digit]) {
            length = length * 10 + Int(bytes[digit]) - 48
            digit += 1
          }
          return length
        }
      }
      at += 1
    }
    return 0
  }
}

func connectTo(_ port: Int) -> Int32? {
  #if os(Linux)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
  #endif
  guard descriptor >= 0 else { return nil }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let connected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard connected == 0 else {
    close(descriptor)
    return nil
  }
  var on: Int32 = 1
  setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  return descriptor
}

func sendAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
  bytes.withUnsafeBytes { raw in
    var at = 0
    while at < raw.count {
      #if os(Linux)
        let count = send(descriptor, raw.baseAddress.map { $0 + at }, raw.count - at, Int32(MSG_NOSIGNAL))
      #else
        let count = send(descriptor, raw.baseAddress.map { $0 + at }, raw.count - at, 0)
      #endif
      guard count > 0 else { return false }
      at += count
    }
    return true
  }
}
