public import PushClient

/// A made-up phone or Mac with the app on it: the client core, an adapter, and a system that obeys the
/// platform's rules. For tests of apps and backends, and for `pushwire verify --virtual`.
///
/// It learns only what a real device would: what the provider handed to it, and what the server's public API
/// answered. Nothing happens by itself: a method does its part to the end before it returns, and
/// ``run(within:until:)`` lets time pass and takes what arrived. Use it from one thread at a time.
///
/// ```swift
/// let device = VirtualDevice(.ios, app: app, server: VirtualServer("http://127.0.0.1:8780"),
///   provider: HTTPDeliverySource("http://127.0.0.1:18446"))
/// device.person = .agreeable
/// device.open()
/// device.reach(moment: "order_placed")
/// device.login("ada")
/// // … the backend sends …
/// let came = device.run(within: 5_000) { !$0.system.tray.isEmpty }
/// device.tap(device.system.tray[0])
/// print(device.journal.text)
/// ```
public final class VirtualDevice {
  public let platform: Platform
  /// For people; begins each page of a report.
  public let name: String
  public var app: VirtualApp
  public var person = Person()
  /// What is wrong with this app or device; may change at any time.
  public var faults: Set<VirtualFault> = []
  public let clock: VirtualClock
  public let server: VirtualServer
  public let provider: any DeliverySource
  /// What its ids and delays are made from.
  public let seed: UInt64

  /// What the system holds and shows.
  public internal(set) var system: VirtualSystem
  public internal(set) var journal = Journal()
  /// Where the app went, oldest first.
  public internal(set) var navigations: [Navigated] = []
  /// Buttons whose work ran without opening the app.
  public internal(set) var actions: [RanAction] = []
  /// The app's inbox, as its code keeps it.
  public internal(set) var inbox: [InboxItem] = []
  /// The classes of each reconcile that ran.
  public internal(set) var reconciles: [[String]] = []
  /// How registrations ended, by their callers.
  public internal(set) var registrationOutcomes: [Int: RegistrationOutcome] = [:]
  /// The moment whose explainer is on the screen.
  public internal(set) var explainer: String?
  /// What the core counted, in order.
  public internal(set) var metrics: [ClientMetric] = []
  /// Mistakes in the app's set-up that the core found: code and subject.
  public internal(set) var warnings: [String] = []
  /// A completion handler that was called twice, or for nothing: a bug of the client.
  public internal(set) var misuses: [String] = []
  /// Silent work that goes on, by number, and background tasks that run.
  public internal(set) var openWorks: [SilentWork] = []
  public internal(set) var openRuns: [Int: String] = [:]

  /// The app in memory; nil: it is not.
  var process: AppProcess?
  /// What is on its disk, and in its secure storage: gone with a reinstall.
  var files = AppFiles()
  var secrets = SecretBox()
  var random: SeededNumbers
  let deviceKey: String
  var lastDelivery = 0
  var nextHandle = 1
  var nextCaller = 1
  var nextRun = 1
  /// The system's dialog is on the screen.
  var openPrompt: Bool = false

  /// A new device with the app freshly installed, which was never opened.
  /// - Parameters:
  ///   - platform: whose rules it obeys.
  ///   - apiLevel: Android's; from 33 on the person is asked for permission.
  ///   - seed: of its ids and random delays; nil: another each time.
  public init(
    _ platform: Platform, name: String? = nil, app: VirtualApp, server: VirtualServer,
    provider: any DeliverySource, clock: VirtualClock = VirtualClock(), apiLevel: Int = 35,
    seed: UInt64? = nil
  ) {
    self.platform = platform
    self.name = name ?? "virtual \(platform.title)"
    self.app = app
    self.server = server
    self.provider = provider
    self.clock = clock
    let seed = seed ?? UInt64.random(in: 1...UInt64.max)
    self.seed = seed
    random = SeededNumbers(seed: seed)
    system = VirtualSystem(platform: platform, apiLevel: platform == .android ? apiLevel : 0)
    deviceKey = random.hex(32)
    note(.system, "\(self.name), seed \(seed): \(app.id) is installed")
  }

  /// Where the app went by a tap or link.
  public struct Navigated: Sendable, Equatable {
    public var destination: Destination
    public var mode: Navigation
    /// The button that led there; nil: a plain tap.
    public var action: String?
    public var at: Int
  }

  /// A button's work.
  public struct RanAction: Sendable, Equatable {
    public var action: String
    public var notification: String?
    /// Whether the person typed something; what, the journal does not say.
    public var text: String?
  }

  public struct InboxItem: Sendable, Equatable {
    public var notification: String
    public var notificationClass: String
    public var destination: Destination?
  }

  /// The state of the client core, as it would be saved; nil: the app was never opened.
  public var clientState: ClientState? {
    process?.engine.state ?? files.state.text.flatMap { try? ClientState(saved: $0) }
  }

  /// The installation's id; nil: it has none yet.
  public var installation: String? { clientState.flatMap { $0.installation.isEmpty ? nil : $0.installation } }

  func note(_ side: Journal.Side, _ words: String) { journal.note(side, words, at: clock.now) }
}
