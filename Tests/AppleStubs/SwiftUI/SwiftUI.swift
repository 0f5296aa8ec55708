// Declarations of SwiftUI that the adapters use, for building and running them on Linux. What begins with `fake`
// or `Fake` is for tests alone.
public import Combine

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("has no body") }
}

/// A view that ends the recursion.
public protocol FakeLeaf: View where Body == Never {}
extension FakeLeaf {
  public var body: Never { fatalError("has no body") }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
    (repeat each Content)
  > {
    TupleView((repeat each content))
  }
}

public struct EmptyView: FakeLeaf {
  public nonisolated init() {}
}
public struct TupleView<T>: FakeLeaf {
  public nonisolated(unsafe) let value: T
  public nonisolated init(_ value: T) { self.value = value }
}

public struct Text: FakeLeaf {
  public let fakeText: String
  public nonisolated init<S: StringProtocol>(_ content: S) { fakeText = String(content) }
}

public struct HorizontalAlignment: Sendable {
  public static let center = Self()
  public static let leading = Self()
}

public struct VStack<Content: View>: FakeLeaf {
  let content: Content
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

public typealias CGFloat = Double

public struct Button<Label: View>: FakeLeaf {
  public let fakeAction: @MainActor () -> Void
  let label: Label
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    fakeAction = action
    self.label = label()
  }
}
extension Button where Label == Text {
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }
}

@propertyWrapper public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    // Called on the main thread by the views.
    read = unsafeBitCast(get, to: (@Sendable () -> Value).self)
    write = unsafeBitCast(set, to: (@Sendable (Value) -> Void).self)
  }
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }
}

@MainActor @preconcurrency @propertyWrapper public struct ObservedObject<ObjectType: ObservableObject> {
  public var wrappedValue: ObjectType
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
}

public struct Font: Sendable {
  public static let headline = Font()
  public static let body = Font()
}

public enum TextAlignment: Sendable { case leading, center, trailing }

public struct BorderedProminentButtonStyle: Sendable { public init() {} }
public protocol PrimitiveButtonStyle {}
extension BorderedProminentButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

/// What a modifier makes of a view.
public struct FakeModified<Content: View, Sheet: View>: FakeLeaf {
  nonisolated(unsafe) let content: Content
  public nonisolated(unsafe) let fakeIsPresented: Binding<Bool>?
  public nonisolated(unsafe) let fakeSheet: (() -> Sheet)?
  nonisolated init(content: Content, isPresented: Binding<Bool>? = nil, sheet: (() -> Sheet)? = nil) {
    self.content = content
    fakeIsPresented = isPresented
    fakeSheet = sheet
  }
}

extension View {
  public nonisolated func font(_ font: Font?) -> some View { FakeModified<Self, EmptyView>(content: self) }
  public nonisolated func padding(_ length: CGFloat? = nil) -> some View {
    FakeModified<Self, EmptyView>(content: self)
  }
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    FakeModified<Self, EmptyView>(content: self)
  }
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    FakeModified<Self, EmptyView>(content: self)
  }
  public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    FakeModified<Self, EmptyView>(content: self)
  }
  public nonisolated func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    FakeModified(content: self, isPresented: isPresented, sheet: content)
  }
}
