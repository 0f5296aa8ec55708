// Apple's exports UIKit or AppKit, too.
public import AppKit
@_exported public import Foundation
public import UIKit

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

public struct WindowGroup<Content: View>: Scene {
  public let fakeContent: Content
  public init(@ViewBuilder content: () -> Content) { fakeContent = content() }
  public var body: Never { fatalError("has no body") }
}

/// Delegates that the system would have made: a test puts one of each type here, before the app.
@MainActor public enum FakeDelegates {
  private static var made: [ObjectIdentifier: NSObject] = [:]
  public static func put<Delegate: NSObject>(_ delegate: Delegate) {
    made[ObjectIdentifier(Delegate.self)] = delegate
  }
  static func find<Delegate: NSObject>(_ type: Delegate.Type) -> Delegate {
    guard let delegate = made[ObjectIdentifier(type)] as? Delegate else {
      preconditionFailure("no \(type) was put")
    }
    return delegate
  }
}

@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
  public let wrappedValue: DelegateType
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = FakeDelegates.find(delegateType)
  }
}

@MainActor @preconcurrency @propertyWrapper
public struct NSApplicationDelegateAdaptor<DelegateType: NSObject & NSApplicationDelegate> {
  public let wrappedValue: DelegateType
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = FakeDelegates.find(delegateType)
  }
}

@MainActor public protocol FakeRunning {
  var fakeAction: @Sendable () async -> Void { get }
}

@MainActor public protocol FakeOpening {
  var fakeOpen: (URL) -> Void { get }
}

@MainActor public protocol FakePresenting {
  /// The sheet's content; nil: none is there.
  var fakePresented: Any? { get }
}

extension FakeModified: FakePresenting {
  public var fakePresented: Any? { fakeIsPresented?.wrappedValue == true ? fakeSheet?() : nil }
}

/// What a view does while it is there.
public struct FakeTask<Content: View>: FakeLeaf, FakeRunning {
  public nonisolated(unsafe) let content: Content
  public let fakeAction: @Sendable () async -> Void
  nonisolated init(content: Content, fakeAction: @escaping @Sendable () async -> Void) {
    self.content = content
    self.fakeAction = fakeAction
  }
}

/// What a view does with a link.
public struct FakeLinkTaker<Content: View>: FakeLeaf, FakeOpening {
  public nonisolated(unsafe) let content: Content
  public nonisolated(unsafe) let fakeOpen: (URL) -> Void
  nonisolated init(content: Content, fakeOpen: @escaping (URL) -> Void) {
    self.content = content
    self.fakeOpen = fakeOpen
  }
}

extension View {
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { FakeTask(content: self, fakeAction: action) }

  public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    FakeLinkTaker(content: self, fakeOpen: action)
  }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: FakeLeaf {
  let fakeRows: [Content]
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    fakeRows = data.map(content)
  }
}

public struct List<SelectionValue, Content: View>: FakeLeaf {
  let content: Content
}

extension List where SelectionValue == Never {
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

public struct FakeEither<First: View, Second: View>: FakeLeaf {
  enum Storage {
    case first(First)
    case second(Second)
  }
  nonisolated(unsafe) let storage: Storage
  nonisolated init(_ storage: Storage) { self.storage = storage }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("has no body") }
}
extension Optional: FakeLeaf where Wrapped: View {}

extension ViewBuilder {
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> FakeEither<First, Second> {
    FakeEither(.first(first))
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> FakeEither<First, Second> {
    FakeEither(.second(second))
  }
}
