#!/usr/bin/swift
/* outer /* inner */ still outer */
import struct Foundation.URL

infix operator <+>: AdditionPrecedence
precedencegroup Piping { associativity: left higherThan: AssignmentPrecedence }
prefix func √ (value: Double) -> Double { value.squareRoot() }
func <+> <T>(left: [T], right: [T]) -> [T] { left + right }
typealias Handler<T> = @Sendable (inout T, (Int) throws -> Void) async throws(Failure) -> (T, U)?

protocol Carrier<Item>: AnyObject, ~Copyable {
  associatedtype Item: Hashable = String
  var name: String { get set }
  init?(_ name: some StringProtocol)
  func carry(_ items: borrowing [Item], `default`: Int) async rethrows -> Self?
  static func == (left: Self, right: Self) -> Bool
}

@resultBuilder enum Builder { static func buildBlock(_ parts: String...) -> [String] { parts } }

indirect enum Tree<Value> where Value: Comparable {
  case leaf, node(left: Tree, Value, right: Tree = .leaf)
  var depth: Int {
    switch self {
    case .leaf: return 0
    case let .node(left, _, right) where left.depth > right.depth: return left.depth + 1
    case .node(_, _, let right): fallthrough
    #if BETA
    case .other: return 9
    #endif
    default: return 1
    }
  }
}

actor Depot: Carrier {
  nonisolated(unsafe) static var all: [ObjectIdentifier: [Depot?]] = [:]
  @Published @Clamped(0...9) var count: Int = 0 { willSet { print(newValue) } didSet { print(oldValue) } }
  var total: Int { get async throws { try await sum() } }
  lazy var parser = { /* empty */ }
  var pattern = /(?<day>\d+)\/"x"/.ignoresCase()
  let extended = #/a "quoted" \/ b/#
  let raw = #"a \n \#(count) "b""#, plain = "\u{1F4E6} \t\"\\", many = """
    first
      second \(count + 1) \
    joined
    """
  deinit { print("\(count)") }

  func operators() {
    let a = x < y && z > w, b = f(a < b, c > d), c = Set<Int>([1]).count
    let d = array[0]?.name?.first ?? other!.value![1...] ?? nil
    let e = a ? b : c ? .some(d) : nil
    let f = -x + +y - ~z * (-1) / 2 % 3 << 4 & 0xFF | 1_000 ^ 0b1
    let keys = [\Depot.count, \.name.first, \[String].[0]]
    let g: (Int, String) -> Void = { (x: Int, _: String) -> Void in use(x) }
    let h = items.sorted(by: <).reduce(0, +).map(String.init)
    let i = x is Int, j = y as! [String: any Error], k = z as? (Int, Int)
    let l = [1: "a", 2: "b"], m: [Int: String] = [:], n = [(1, 2), (3, 4)]
    (p, q) = (q, p)
    x += 1; y &+= 2; z ??= 3
    _ = try! await load(&buffer, for: .init(), using: nil) as Data?
    if let a, let b = c as? D, case (let e, .f(_)?)? = g, !h, i.contains(where: { $0 > 1 }) { j() }
    while let next = iterator.next(), next != 0 { break }
    let closure = { [weak self, count = self.count] (a, b: Int) async throws -> Bool in a && b > count }
    UIView.animate(withDuration: 0.3) { move() } completion: { _ in done() }
    list.filter { $0.isNew }.forEach { item in
      item.open()
    }
    call {
      1
    } second: {
      2
    }
    @discardableResult func local<T>(_ value: T) -> T { value }
    struct Inner { let id: Int }
    switch (a, b) { case (1...5, "x"), (..<0, _): one(); case (let n, _) where n > 9: two(n); default: break }
    defer { close() }
    do { try risky() } catch Failure.one, Failure.two(let n) { use(n) } catch is Other {}
    let s = "\(a ? "yes" : "no") \("nested \(deep("\(er)"))")"
    return
  }
}
let settings = Settings()
settings.run(); exit(0)
