import Foundation
import PushContract
import Testing

@testable import ProfileFile

/// PyYAML's own parser (written in Python, no libyaml) sees the same trees at the same places.
struct ForeignYAMLTests {
  static let program = """
    import json, sys, yaml
    def tree(node):
        place = [node.start_mark.line + 1, node.start_mark.column + 1]
        if isinstance(node, yaml.ScalarNode):
            return place + ["plain" if node.style is None else "quoted", node.value]
        if isinstance(node, yaml.SequenceNode):
            return place + [[tree(item) for item in node.value]]
        return place + [[[tree(key), tree(value)] for key, value in node.value]]
    texts = json.load(sys.stdin)
    print(json.dumps([tree(yaml.compose(text, Loader=yaml.SafeLoader)) for text in texts], ensure_ascii=False))
    """

  @Test(.enabled(if: SchemaTests.hasValidator, "python3 with yaml is not installed"))
  func anotherParserSeesTheSameTree() throws {
    var texts = [try Parcel.text(), StarterProfile.render(ProjectDiscovery())]
    for name in ["silent", "blocks"] {
      texts.append(
        String(
          decoding: try FileContents.read(Parcel.root + "/Server/Fuzz/corpus/yaml/\(name).yaml"),
          as: UTF8.self))
    }
    texts += try FindingsTests.cases().map { try FindingsTests.text($0) }
    let output = try SchemaTests.python(["-c", Self.program], input: try JSONEncoder().encode(texts))
    let theirs = try #require(try JSONSerialization.jsonObject(with: output) as? [NSArray])
    #expect(theirs.count == texts.count)
    for (text, tree) in zip(texts, theirs) {
      let ours = Self.tree(try ProfileFile.parse(bytes: Array(text.utf8)))
      #expect(NSArray(array: ours) == tree)
    }
  }

  private static func tree(_ node: ProfileNode) -> [Any] {
    let place: [Any] = [node.position.line, node.position.column]
    switch node.content {
    case .scalar(let scalar): return place + [scalar.quoted ? "quoted" : "plain", scalar.text]
    case .sequence(let items): return place + [items.map(tree)]
    case .mapping(let entries):
      return place + [
        entries.map { entry -> [Any] in
          let key: [Any] = [entry.position.line, entry.position.column]
          return [key + ["plain", entry.key], tree(entry.value)]
        }
      ]
    }
  }
}
