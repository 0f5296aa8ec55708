#if canImport(BackgroundTasks) && !os(macOS) && !os(watchOS)
  internal import BackgroundTasks
  internal import Dispatch
  internal import Foundation
  internal import PushClient

  /// `BGTaskScheduler`. Not for extensions.
  @available(iOSApplicationExtension, unavailable)
  final class SystemTasks: TaskScheduling {
    private var registered: Set<String> = []

    func register(_ id: String, _ started: @escaping @MainActor @Sendable (any SystemRun) -> Void) -> Bool {
      // A second registration of an id ends the app.
      guard !registered.contains(id) else { return false }
      let isTaken = BGTaskScheduler.shared.register(forTaskWithIdentifier: id, using: .main) {
        @Sendable task in
        let task = Handed(task)
        let expiration = Expiration()
        task.value.expirationHandler = { @Sendable in onMain { expiration.happened() } }
        onMain { started(Run(task.value, expiration)) }
      }
      if isTaken { registered.insert(id) }
      return isTaken
    }

    func submit(_ id: String, _ policy: TaskPolicy, earliest: Int) -> String? {
      // To submit what has no launch handler ends the app.
      guard registered.contains(id) else { return "not_registered" }
      let request: BGTaskRequest
      switch policy.kind {
      case .refresh: request = BGAppRefreshTaskRequest(identifier: id)
      case .processing:
        let processing = BGProcessingTaskRequest(identifier: id)
        processing.requiresNetworkConnectivity = policy.network
        processing.requiresExternalPower = policy.power
        request = processing
      }
      if earliest > 0 { request.earliestBeginDate = Date(timeIntervalSince1970: Double(earliest) / 1000) }
      do {
        try BGTaskScheduler.shared.submit(request)
        return nil
      } catch {
        return Self.word((error as NSError).code)
      }
    }

    func cancel(_ id: String) { BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: id) }

    /// Apple, BGTaskScheduler.Error.Code.
    static func word(_ code: Int) -> String {
      switch code {
      case 1: "unavailable"
      case 2: "too_many"
      case 3: "not_permitted"
      default: "code_\(code)"
      }
    }

    @MainActor private final class Run: SystemRun {
      private var task: BGTask?
      private let expiration: Expiration

      init(_ task: BGTask, _ expiration: Expiration) {
        self.task = task
        self.expiration = expiration
      }

      func onExpiration(_ body: @escaping @MainActor @Sendable () -> Void) { expiration.listen(body) }

      func complete(success: Bool) {
        task?.setTaskCompleted(success: success)
        task = nil
      }
    }

    /// The system's word that its time is over, which may come before anybody listens.
    @MainActor private final class Expiration {
      private var hasHappened = false
      private var body: (@MainActor @Sendable () -> Void)?
      nonisolated init() {}

      func happened() {
        hasHappened = true
        body?()
        body = nil
      }

      func listen(_ body: @escaping @MainActor @Sendable () -> Void) {
        if hasHappened { body() } else { self.body = body }
      }
    }
  }
#endif
