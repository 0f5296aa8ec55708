// Declarations of BackgroundTasks that the adapters use, for building and running them on Linux. What begins
// with `fake` is for tests alone.
public import Dispatch
public import Foundation

open class BGTask: NSObject {
  public let identifier: String
  open var expirationHandler: (() -> Void)?
  public private(set) var fakeCompletions: [Bool] = []
  init(_ identifier: String) { self.identifier = identifier }
  open func setTaskCompleted(success: Bool) { fakeCompletions.append(success) }
  /// The system wants its time back.
  public func fakeExpire() { expirationHandler?() }
}

open class BGAppRefreshTask: BGTask {}
open class BGProcessingTask: BGTask {}

open class BGTaskRequest: NSObject {
  public let identifier: String
  open var earliestBeginDate: Date?
  fileprivate init(_ identifier: String) { self.identifier = identifier }
}

open class BGAppRefreshTaskRequest: BGTaskRequest {
  public init(identifier: String) { super.init(identifier) }
}

open class BGProcessingTaskRequest: BGTaskRequest {
  open var requiresNetworkConnectivity = false
  open var requiresExternalPower = false
  public init(identifier: String) { super.init(identifier) }
}

/// Records what it is asked. It refuses a second registration of an id, where the real one ends the app. It ends
/// the tests at a submission without a launch handler, as the real one ends the app ("No launch handler
/// registered for task with identifier").
open class BGTaskScheduler: NSObject {
  public struct Error: Swift.Error, CustomNSError {
    public enum Code: Int, Sendable {
      case unavailable = 1
      case tooManyPendingTaskRequests, notPermitted, immediateRunIneligible
    }
    public let code: Code
    public init(_ code: Code) { self.code = code }
    public static var errorDomain: String { "BGTaskSchedulerErrorDomain" }
    public var errorCode: Int { code.rawValue }
    public static var unavailable: Code { .unavailable }
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
    public static var notPermitted: Code { .notPermitted }
    public static var immediateRunIneligible: Code { .immediateRunIneligible }
  }

  nonisolated(unsafe) private static var scheduler = BGTaskScheduler()
  open class var shared: BGTaskScheduler { scheduler }
  public static func fakeReset() { scheduler = BGTaskScheduler() }

  private var handlers: [String: (BGTask) -> Void] = [:]
  public private(set) var fakeRegistrations: [String] = []
  public private(set) var fakeSubmissions: [BGTaskRequest] = []
  public private(set) var fakePending: [BGTaskRequest] = []
  public private(set) var fakeCancellations: [String] = []
  /// Thrown by the next submissions, in order.
  public var fakeFaults: [Error.Code] = []

  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    fakeRegistrations.append(identifier)
    guard handlers[identifier] == nil else { return false }
    handlers[identifier] = launchHandler
    return true
  }

  open func submit(_ taskRequest: BGTaskRequest) throws {
    precondition(handlers[taskRequest.identifier] != nil, "no launch handler for \(taskRequest.identifier)")
    fakeSubmissions.append(taskRequest)
    if !fakeFaults.isEmpty { throw Error(fakeFaults.removeFirst()) }
    fakePending.removeAll { $0.identifier == taskRequest.identifier }
    fakePending.append(taskRequest)
  }

  open func cancel(taskRequestWithIdentifier identifier: String) {
    fakeCancellations.append(identifier)
    fakePending.removeAll { $0.identifier == identifier }
  }
  open func cancelAllTaskRequests() { fakePending = [] }
  open func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void) {
    completionHandler(fakePending)
  }

  /// The system runs a pending task, on the caller's thread. Nil: nobody registered for it.
  public func fakeRun(_ identifier: String) -> BGTask? {
    guard let handler = handlers[identifier] else { return nil }
    let request = fakePending.first { $0.identifier == identifier }
    fakePending.removeAll { $0.identifier == identifier }
    let task =
      request is BGProcessingTaskRequest ? BGProcessingTask(identifier) : BGAppRefreshTask(identifier)
    handler(task)
    return task
  }
}
