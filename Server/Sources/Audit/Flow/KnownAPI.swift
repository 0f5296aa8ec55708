import AppFacts

/// How the platforms' interfaces are spelt, in all languages and in one place.
///
/// Swift calls are told by name and labels, Objective-C calls by their selector, which is the call's name.
enum KnownAPI {
  // MARK: How closures are run

  /// Runs its closure exactly once, there or soon: what the closure does, the caller does.
  static func runsOnce(_ call: Expression.Call) -> Bool {
    if onceFunctions.contains(call.name) { return true }
    guard let base = call.base?.path else { return false }
    if base == "Task", call.name == "detached" || call.name == "init" { return true }
    if base == "MainActor", call.name == "run" { return true }
    let first = call.arguments.first { if case .closure = $0.value { true } else { false } }
    return first != nil && queueFunctions.contains(call.name)
      && (base.hasPrefix("DispatchQueue") || base.hasSuffix("ueue") || base.contains("Queue."))
  }

  private static let onceFunctions: Set<String> = [
    "Task", "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation", "autoreleasepool", "withExtendedLifetime", "performAndWait",
    "performBlockAndWait:", "performBackgroundTask", "performBackgroundTask:", "withTaskGroup",
    "withThrowingTaskGroup", "withTaskCancellationHandler", "withAnimation", "dispatch_async",
    "dispatch_sync",
    "dispatch_after", "addOperationWithBlock:", "assumeIsolated", "withLock",
  ]
  private static let queueFunctions: Set<String> = ["async", "sync", "asyncAfter", "addOperation", "perform"]

  /// What is thrown in its closure goes no further.
  static func swallowsErrors(_ call: Expression.Call) -> Bool {
    call.name == "Task" || call.base?.path == "Task"
  }

  /// Runs its closure before it returns.
  static func runsInPlace(_ call: Expression.Call) -> Bool {
    if inPlace.contains(call.name) { return true }
    return (call.name == "sync" || call.name == "dispatch_sync") && runsOnce(call)
  }

  private static let inPlace: Set<String> = [
    "autoreleasepool", "withExtendedLifetime", "performAndWait", "performBlockAndWait:", "forEach", "map",
    "flatMap", "compactMap", "filter", "first", "contains", "allSatisfy", "reduce", "withAnimation",
    "dispatch_once",
    "enumerateObjectsUsingBlock:", "apply", "also", "let", "run", "with", "withLock", "assumeIsolated",
  ]

  /// May run its closure any number of times, or never.
  static func runsOften(_ call: Expression.Call) -> Bool {
    let name = call.name.lowercased()
    return oftenWords.contains { name.hasPrefix($0) } || oftenFunctions.contains(call.name)
  }

  private static let oftenWords = [
    "observe", "addobserver", "subscribe", "sink", "enumerate", "foreach", "beginbackgroundtask", "on", "set",
    "register", "scheduled", "add", "performexpiring", "retry", "wait", "begin",
  ]
  private static let oftenFunctions: Set<String> = [
    "map", "flatMap", "compactMap", "filter", "first", "contains", "allSatisfy", "reduce", "sorted", "sort",
    "removeAll", "Timer", "init",
  ]

  /// Calls the closure under this label once when it is done.
  static func promises(_ call: Expression.Call, _ label: String?) -> Bool {
    if runsOften(call) { return false }
    guard let label else { return true }
    let word = label.lowercased()
    return word.contains("completion") || word == "then" || word == "oncomplete" || word == "done"
  }

  /// Looks at a value and keeps nothing of it.
  static let observesOnly: Set<String> = [
    "print", "NSLog", "debugPrint", "dump", "type", "assert", "precondition", "os_log",
  ]

  /// Ways to call a closure by a method on it.
  static let invocations: Set<String> = ["invoke", "callAsFunction", "call", "accept", "run"]

  /// Names by which a weak self is taken up again.
  static let weakSelves: Set<String> = ["weakSelf", "strongSelf", "wself", "sself", "_self", "this"]

  /// Flags of builds that nobody ships.
  static let testBuilds: Set<String> = [
    "DEBUG", "TESTING", "targetEnvironment", "simulator", "TARGET_OS_SIMULATOR",
  ]

  // MARK: Background tasks

  static let taskMethods: Set<String> = ["setTaskCompleted", "setTaskCompletedWithSuccess:"]

  static let refreshRequest = "BGAppRefreshTaskRequest"
  static let processingRequest = "BGProcessingTaskRequest"
  static let continuedRequest = "BGContinuedProcessingTaskRequest"
  static let taskRequests: Set<String> = [
    refreshRequest, processingRequest, continuedRequest, "BGHealthResearchTaskRequest",
  ]

  // MARK: The app's delegate

  /// A callback in Swift and in Objective-C.
  struct Callback {
    var swift: String
    var objectiveC: String
    func matches(_ function: FunctionDeclaration) -> Bool {
      function.signature == swift || function.signature == objectiveC
    }
    /// Its completion's parameter, by the position from the end.
    func completion(_ function: FunctionDeclaration) -> String? { function.parameters.last?.name }
  }

  static let didFinishLaunching = Callback(
    swift: "application(_:didFinishLaunchingWithOptions:)",
    objectiveC: "application:didFinishLaunchingWithOptions:")
  static let willFinishLaunching = Callback(
    swift: "application(_:willFinishLaunchingWithOptions:)",
    objectiveC: "application:willFinishLaunchingWithOptions:")
  static let macDidFinishLaunching = Callback(
    swift: "applicationDidFinishLaunching(_:)", objectiveC: "applicationDidFinishLaunching:")
  static let macWillFinishLaunching = Callback(
    swift: "applicationWillFinishLaunching(_:)", objectiveC: "applicationWillFinishLaunching:")
  static let didRegister = Callback(
    swift: "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
    objectiveC: "application:didRegisterForRemoteNotificationsWithDeviceToken:")
  static let didFail = Callback(
    swift: "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
    objectiveC: "application:didFailToRegisterForRemoteNotificationsWithError:")
  static let legacyReceive = Callback(
    swift: "application(_:didReceiveRemoteNotification:)",
    objectiveC: "application:didReceiveRemoteNotification:")
  static let fetchReceive = Callback(
    swift: "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    objectiveC: "application:didReceiveRemoteNotification:fetchCompletionHandler:")
  static let performFetch = Callback(
    swift: "application(_:performFetchWithCompletionHandler:)",
    objectiveC: "application:performFetchWithCompletionHandler:")
  static let willPresent = Callback(
    swift: "userNotificationCenter(_:willPresent:withCompletionHandler:)",
    objectiveC: "userNotificationCenter:willPresentNotification:withCompletionHandler:")
  static let didReceiveResponse = Callback(
    swift: "userNotificationCenter(_:didReceive:withCompletionHandler:)",
    objectiveC: "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:")
  static let serviceReceive = Callback(
    swift: "didReceive(_:withContentHandler:)",
    objectiveC: "didReceiveNotificationRequest:withContentHandler:")
  static let serviceExpires = Callback(
    swift: "serviceExtensionTimeWillExpire()", objectiveC: "serviceExtensionTimeWillExpire")

  /// The same callback as an `async` function.
  static func isAsync(_ function: FunctionDeclaration) -> Bool { function.modifiers.contains("async") }
  static let asyncWillPresent = "userNotificationCenter(_:willPresent:)"
  static let asyncDidReceiveResponse = "userNotificationCenter(_:didReceive:)"

  /// Functions that run before the launch has ended.
  static func isLaunch(_ function: FunctionDeclaration) -> Bool {
    [didFinishLaunching, willFinishLaunching, macDidFinishLaunching, macWillFinishLaunching].contains {
      $0.matches(function)
    }
  }

  /// Functions of the platform that are passed by name, too.
  static let passedByName: Set<String> = ["registerForRemoteNotifications"]

  // MARK: Others that handle pushes

  /// Modules whose code registers, or takes the delegate's callbacks: what the app's own sources lack proves nothing.
  static let wrappers = [
    "Firebase", "OneSignal", "Airship", "Braze", "Appboy", "Batch", "CleverTap", "Leanplum", "MoEngage",
    "Pushwoosh", "PushNotifications", "Intercom", "Iterable", "Urban", "Salesforce", "MarketingCloud",
    "Swrve",
    "Expo", "React", "Flutter", "Capacitor", "Cordova", "Klaviyo", "CustomerIO", "CioMessaging", "Emarsys",
    "AWSPinpoint", "WebEngage", "Notificare", "PushwireClient", "PushClient", "Parse", "Kumulos", "Exponea",
    "Bloomreach", "Adjust", "WonderPush", "Unity", "Twilio", "StreamVideo", "SendbirdChat", "ZendeskSDK",
  ]

  /// `FirebaseMessaging` is of `Firebase`; `ReactiveSwift` is not of `React`.
  static func isModule(_ name: String, of family: String) -> Bool {
    guard name.hasPrefix(family) else { return false }
    return name.dropFirst(family.count).first.map { !$0.isLowercase } ?? true
  }

  /// Modules that put their own methods in place of the delegate's, unless told not to.
  static let swizzlers = [
    "FirebaseMessaging", "Firebase", "OneSignal", "OneSignalFramework", "AirshipKit", "AirshipCore",
    "Airship", "Leanplum",
    "MoEngageSDK", "MoEngage", "Pushwoosh", "PushwooshFramework",
  ]
}

extension KnownAPI {
  /// A call that writes a log.
  static func isLog(_ call: Expression.Call) -> Bool {
    if ["print", "NSLog", "debugPrint", "dump", "os_log", "Log", "println"].contains(call.name) {
      return true
    }
    guard let base = call.base?.path?.lowercased() else { return false }
    return base.hasSuffix("log") || base.contains("logger") || base.hasSuffix("log.shared")
      || ["debug", "info", "notice", "warning", "error", "trace", "verbose", "log", "fault"].contains(
        call.name)
  }

  static let requestAuthorization: Set<String> = [
    "requestAuthorization", "requestAuthorizationWithOptions:completionHandler:",
  ]

  /// Words in names of flags that are set once, at the first launch.
  static let firstRunWords = [
    "firstlaunch", "firstrun", "haslaunched", "launchedbefore", "hasregistered", "alreadyregistered",
    "isregisteredforpush", "registeredforpush", "onboard", "hasseen", "tokensent", "didask",
  ]

  static func isFirstRunWord(_ word: String) -> Bool {
    let word = word.lowercased()
    return firstRunWords.contains { word.contains($0) }
  }
}
