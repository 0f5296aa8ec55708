public import Providers
public import PushContract
public import Store
public import Transport

/// What a lane is made of. A value, so that it can be checked on one thread and built on the engine's.
public struct LaneSetup: Sendable {
  /// One class that the lane can render.
  public struct Content: Sendable {
    /// The store's number for the class.
    public var number: Int32
    /// The class's parameters, in its order.
    public var parameters: [Parameter]

    public init(number: Int32, parameters: [Parameter]) {
      self.number = number
      self.parameters = parameters
    }
  }

  public var code: LaneCode
  /// In the order of the provider's contents.
  public var contents: [Content]
  public var configuration: PushLane.Configuration
  /// The provider token, where the provider has one that is shared by ``ProviderTokenVault``.
  public var token: ProviderToken?
  /// The provider's limit, where it has one that all nodes keep together.
  public var quota: LaneQuota?
  /// Makes the provider and the trust it is reached with; called on the engine's thread, whose loop it gets.
  /// The clock is in UNIX seconds.
  public var make: @Sendable (EventLoop, @escaping () -> Int) throws -> (any PushProvider, TLSContext)

  public init(
    code: LaneCode, contents: [Content], configuration: PushLane.Configuration = .server,
    token: ProviderToken? = nil, quota: LaneQuota? = nil,
    make: @escaping @Sendable (EventLoop, @escaping () -> Int) throws -> (any PushProvider, TLSContext)
  ) {
    self.code = code
    self.contents = contents
    self.configuration = configuration
    self.token = token
    self.quota = quota
    self.make = make
  }
}

extension PushLane.Configuration {
  /// For a lane whose messages live in a store.
  public static var server: PushLane.Configuration {
    var configuration = PushLane.Configuration()
    configuration.countsLaneFailuresApart = true
    configuration.handsBackAfter = 30_000
    return configuration
  }
}

/// From the store's number of a class to its content and parameters, without hashing.
struct ContentIndex {
  private let contents: [LaneSetup.Content]
  private let names: [[[UInt8]]]
  private let places: [Int32]

  init(_ contents: [LaneSetup.Content]) {
    self.contents = contents
    names = contents.map { $0.parameters.map { Array($0.name.utf8) } }
    var places = [Int32](repeating: -1, count: (contents.map { Int($0.number) }.max() ?? -1) + 1)
    for (place, content) in contents.enumerated() where content.number >= 0 {
      places[Int(content.number)] = Int32(place)
    }
    self.places = places
  }

  /// The place of a class among the provider's contents; nil: the lane does not know it.
  func place(_ number: Int32) -> Int? {
    guard number >= 0, number < places.count, places[Int(number)] >= 0 else { return nil }
    return Int(places[Int(number)])
  }

  func parameters(_ place: Int) -> [Parameter] { contents[place].parameters }

  /// The parameter called so. `guess`: looked at first, since they mostly come in order.
  func parameter(_ place: Int, _ name: UnsafeBufferPointer<UInt8>, guess: Int) -> Int? {
    if guess < names[place].count, names[place][guess].elementsEqual(name) { return guess }
    return names[place].firstIndex { $0.elementsEqual(name) }
  }
}
