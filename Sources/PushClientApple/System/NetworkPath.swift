internal import Foundation

#if canImport(Network)
  internal import Network
#endif

/// Whether there is a network, and when that changes.
@MainActor protocol NetworkPath: AnyObject {
  var isOnline: Bool { get }
  func start(_ changed: @escaping @MainActor @Sendable (Bool) -> Void)
}

/// Takes the network for there: each request finds out for itself.
final class AssumedNetworkPath: NetworkPath {
  var isOnline: Bool { true }
  func start(_ changed: @escaping @MainActor @Sendable (Bool) -> Void) {}
}

#if canImport(Network)
  final class SystemNetworkPath: NetworkPath {
    private let monitor = NWPathMonitor()
    private(set) var isOnline = true

    func start(_ changed: @escaping @MainActor @Sendable (Bool) -> Void) {
      monitor.pathUpdateHandler = { @Sendable [weak self] path in
        // A connection on demand, as of some VPNs, comes up with the first request.
        let isOnline = path.status != .unsatisfied
        onMain { [weak self] in
          guard let self, self.isOnline != isOnline else { return }
          self.isOnline = isOnline
          changed(isOnline)
        }
      }
      monitor.start(queue: .main)
    }
  }
#endif
