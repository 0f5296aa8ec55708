import Testing

@testable import HTTPFront

@Suite struct RequestTargetTests {
  private func target(_ path: String) -> RequestTarget? {
    Array(path.utf8).withUnsafeBufferPointer { RequestTarget(path: $0) }
  }

  @Test(arguments: [
    ("/", []), ("/a", ["a"]), ("/a/", ["a", ""]), ("/a//b", ["a", "", "b"]), ("//", ["", ""]),
    ("/v1/a%20b/c%2Fd", ["v1", "a b", "c/d"]), ("/%C3%BC", ["ü"]), ("*", ["*"]),
    ("http://host:1/a/b", ["a", "b"]), ("HTTPS://host/", []), ("/a/../b", ["a", "..", "b"]),
  ])
  func pathsAreSplitBeforeTheyAreDecoded(_ path: String, _ parts: [String]) throws {
    #expect(RequestTarget.components(try #require(target(path)).path) == parts)
  }

  @Test(arguments: [
    "", "a", "http://host", "http://", "/%", "/%4", "/%zz", "/%4g", "/%00", "/%ff", "/%C3", "/a b", "/\u{7f}",
    "/ü", "/a\tb", "**",
  ])
  func otherPathsAreRefused(_ path: String) { #expect(target(path) == nil) }

  @Test func namesAndValuesAreDecoded() throws {
    var target = try #require(self.target("/"))
    func add(_ name: String, _ value: String?) -> Bool {
      Array(name.utf8).withUnsafeBufferPointer { name in
        guard let value else { return target.add(name: name, value: nil) }
        return Array(value.utf8).withUnsafeBufferPointer { target.add(name: name, value: $0) }
      }
    }
    #expect(add("a%62", "1%202") && add("flag", nil) && add("empty", ""))
    #expect(target.items.map(\.name) == ["ab", "flag", "empty"])
    #expect(target.items.map(\.value) == ["1 2", nil, ""])
    #expect(!add("%", nil) && !add("a", "%f") && !add("a", "%00") && !add("%fe", "x"))
  }
}
