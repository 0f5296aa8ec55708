#if !os(watchOS)
  public import Foundation
  public import PushClient
  internal import UserNotifications

  /// Push for an app on iOS and macOS: made with the app, launched before its launch ends.
  ///
  /// The system's callbacks are forwarded to it, explicitly: nothing is swizzled. Each becomes an event, is
  /// decided by the core, **saved**, and only then acted on. Before ``launch()`` what comes is kept.
  @MainActor public final class Pushwire {
    let policy: ClientPolicy
    let options: PushwireOptions
    let surroundings: Surroundings
    let server: ServerClient
    let authorize: @MainActor @Sendable (Destination) async -> Access

    /// What the app draws of the permission.
    public let explainer = PushwireExplainer()
    /// The account's inbox, as the server keeps it.
    public let inbox: PushwireInbox

    var engine: ClientEngine?
    /// What was known when this process began.
    var facts = Launch()
    var keys = VaultItem(deviceKey: "")
    /// The app called ``launch()``.
    var isAsked = false
    /// Handlers of background tasks can be registered until the app's launch has ended.
    var isLaunching = false

    var queue: [(event: ClientEvent, at: Int?)] = []
    var isDraining = false
    /// How often the state could not be saved.
    var unsaved = 0
    var nextHandle = 0
    var nextCaller = 0

    var presentations: [Int: PendingPresentation] = [:]
    var fetches: [Int: Completion<WorkResult>] = [:]
    var responses: [Int: Completion<Void>] = [:]
    var callers: [Int: CheckedContinuation<RegistrationOutcome, Never>] = [:]
    var works: [Int: (work: RunningWork, handle: Int)] = [:]
    var runs: [Int: (run: any SystemRun, work: RunningWork?)] = [:]
    var registeredTasks: Set<String> = []
    var reconciling: RunningWork?
    var releaseReconcile: (@MainActor () -> Void)?
    var requests: [Int: OpenCall] = [:]
    var tokenTimer: (any RunningTimer)?
    var flushTimer: (any RunningTimer)?
    var releaseFlush: (@MainActor () -> Void)?
    var localContents: [String: PushwireLocalText] = [:]
    let routes = RouteQueue()

    var silentWork: (@Sendable (PushwireWork) async throws -> WorkResult)?
    var reconcileWork: (@Sendable (PushwireWork) async throws -> Void)?
    var taskWork: [String: @Sendable (PushwireWork) async throws -> Void] = [:]
    var taskHandlers: [String] = []
    var actionHandler: (@MainActor @Sendable (PushwireAction) async -> Void)?
    var foregroundDecision: (@MainActor @Sendable (PushwireArrival) async -> [Presentation]?)?

    lazy var centerDelegate = CenterDelegate(self)

    /// - Parameters:
    ///   - policy: generated from `pushwire.yaml` by `pushwire generate swift`.
    ///   - server: the address of the Pushwire server.
    ///   - ticket: gets a registration ticket of an account from the app's backend, on each call a fresh one.
    ///   - authorize: whether a place may open now. What is forbidden, deleted or unknown looks the same to the
    ///     person.
    @available(iOSApplicationExtension, unavailable)
    public convenience init(
      policy: ClientPolicy, server: URL, options: PushwireOptions = PushwireOptions(),
      ticket: @escaping @Sendable (_ account: String) async throws -> String,
      authorize: @escaping @MainActor @Sendable (Destination) async -> Access
    ) {
      self.init(
        policy: policy, server: server, options: options, surroundings: .system(options), ticket: ticket,
        authorize: authorize)
    }

    init(
      policy: ClientPolicy, server: URL, options: PushwireOptions, surroundings: Surroundings,
      ticket: @escaping @Sendable (_ account: String) async throws -> String,
      authorize: @escaping @MainActor @Sendable (Destination) async -> Access
    ) {
      self.policy = policy
      self.options = options
      self.surroundings = surroundings
      self.server = ServerClient(base: server, transport: options.transport, ticket: ticket)
      self.authorize = authorize
      inbox = PushwireInbox()
      explainer.answered = { [weak self] in self?.post(.explainerAnswered(accepted: $0)) }
      routes.consumerEnded = { [weak self] in self?.post(.uiNotReady) }
      inbox.owner = self
    }
  }

  // MARK: - What the app does. Set before `launch()`.

  extension Pushwire {
    /// The app's work for a silent push: at most 25 s, then it is cancelled.
    public func onSilentPush(_ work: @escaping @Sendable (PushwireWork) async throws -> WorkResult) {
      silentWork = work
    }

    /// The app's work for a background task. Each of the profile's ids takes one handler.
    public func onTask(_ id: String, _ work: @escaping @Sendable (PushwireWork) async throws -> Void) {
      taskHandlers.append(id)
      if taskWork[id] == nil { taskWork[id] = work }
    }

    /// Fetches what missed silent pushes would have told, at each launch and return to the front.
    public func onReconcile(_ work: @escaping @Sendable (PushwireWork) async throws -> Void) {
      reconcileWork = work
    }

    /// ``onSilentPush(_:)`` and ``onReconcile(_:)`` in one, where both fetch the same.
    public func onFetch(_ work: @escaping @Sendable (PushwireWork) async throws -> WorkResult) {
      onSilentPush(work)
      onReconcile { _ = try await work($0) }
    }

    /// A button that does not open the app. The app is held open for it in the background, as long as the
    /// system gives time; then its task is cancelled.
    public func onAction(_ handler: @escaping @MainActor @Sendable (PushwireAction) async -> Void) {
      actionHandler = handler
    }

    /// Lets the app decide what a notification shows in front. Nil, or no answer in time: as the class says.
    /// Not asked about what is withheld.
    public func onForeground(
      _ decide: @escaping @MainActor @Sendable (PushwireArrival) async -> [Presentation]?
    ) {
      foregroundDecision = decide
    }
  }

  // MARK: - What the app says

  extension Pushwire {
    /// The user did what justifies asking for the permission: a value moment of the profile.
    public func reached(_ moment: String) { post(.momentReached(name: moment)) }

    /// Somebody signed in. Also said at each launch while signed in; the same again changes nothing.
    public func logIn(_ account: String) { post(.loggedIn(account: account)) }

    /// The account signed out: what is shown or planned for it goes.
    public func logOut() { post(.loggedOut) }

    /// Who is signed in; nil: nobody. Said at each launch and after each change, it is ``logIn(_:)`` and
    /// ``logOut()`` in one.
    public func signedIn(as account: String?) {
      if let account { logIn(account) } else { logOut() }
    }

    /// What is on the screen: a tap that leads there refreshes it, and a conversation that is open is not
    /// announced.
    public func showing(_ destination: Destination?, thread: String? = nil) {
      post(.screenShown(Screen(destination: destination, thread: thread)))
    }

    /// A universal link or a URL of the app's own scheme: it meets the taps in the same resolver.
    public func openLink(_ url: URL) { post(.linkOpened(url: url.absoluteString)) }

    /// Asks the system and the server anew, and waits for how it ends. Not needed: each launch does.
    public func register() async -> RegistrationOutcome {
      await withCheckedContinuation { continuation in
        nextCaller += 1
        callers[nextCaller] = continuation
        post(.registrationAsked(caller: nextCaller))
      }
    }

    /// Plans a background task, or plans it anew.
    public func submitTask(_ id: String) { post(.taskAsked(id: id)) }

    /// Opens the page of the settings where notifications of this app are allowed.
    public func openSettings() {
      surroundings.host.openSettings()
      post(.settingsOpened)
    }

    public func setBadge(_ badge: PushwireBadge) { surroundings.host.setBadge(badge) }

    /// The id of this installation, for support and `pushwire verify --device`; empty before the first launch.
    public var installation: String { engine?.state.installation ?? "" }
  }
#endif
