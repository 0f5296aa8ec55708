// Declarations of Combine that the adapters use, for building and running them on Linux. SwiftUI passes on some
// of them and not all, so who uses them imports Combine. What begins with `fake` or `Fake` is for tests alone.

public final class ObservableObjectPublisher: @unchecked Sendable {
  public private(set) var fakeChanges = 0
  public init() {}
  public func send() { fakeChanges += 1 }
}

public protocol ObservableObject: AnyObject {
  var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
  public var objectWillChange: ObservableObjectPublisher { FakePublishers.publisher(of: self) }
}

/// Apple's default publisher, by object.
private enum FakePublishers {
  struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }
  nonisolated(unsafe) static var entries: [ObjectIdentifier: Entry] = [:]

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let id = ObjectIdentifier(object)
    if let entry = entries[id], entry.object === object { return entry.publisher }
    let entry = Entry(object: object, publisher: ObservableObjectPublisher())
    entries[id] = entry
    return entry.publisher
  }
}

@propertyWrapper public struct Published<Value> {
  private var value: Value
  public init(wrappedValue: Value) { value = wrappedValue }
  public init(initialValue: Value) { value = initialValue }

  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  public static subscript<EnclosingSelf: ObservableObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].value }
    set {
      object.objectWillChange.send()
      object[keyPath: storageKeyPath].value = newValue
    }
  }
}
