import AppFacts
import SwiftParser
import SwiftSyntax

/// Makes a ``SourceUnit`` of Swift, in the form of ``SourceConventions``.
struct UnitReader {
  var unit = SourceUnit(file: "", language: .swift)
  let places: PlaceFinder
  /// The type whose members are being read; nil: none.
  var owner: String?
  /// Of each enclosing type, whether it is an enum of strings.
  var stringEnums: [Bool] = []
  /// How deep in statements and expressions it is.
  var level = 0

  static func read(_ source: [UInt8]) -> SourceUnit {
    let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
    var reader = UnitReader(places: PlaceFinder(source))
    reader.unit.reader = "swift-syntax"
    reader.file(tree.statements)
    reader.ignores(tree, source)
    return reader.unit
  }

  private mutating func file(_ items: CodeBlockItemListSyntax) {
    for item in items {
      if case .decl(let declaration) = item.item {
        if let conditional = declaration.as(IfConfigDeclSyntax.self) {
          for case .statements(let items) in conditional.clauses.compactMap(\.elements) { file(items) }
        } else if let expansion = declaration.as(MacroExpansionDeclSyntax.self) {
          unit.topLevel.append(.expression(call(expansion)))
        } else {
          self.declaration(declaration)
        }
      } else {
        unit.topLevel += statements(item)
      }
    }
  }

  /// Reads the comments that silence rules.
  private mutating func ignores(_ tree: SourceFileSyntax, _ source: [UInt8]) {
    guard places.holds(IgnoreComment.mark) else { return }
    for token in tree.tokens(viewMode: .sourceAccurate) {
      var position = token.position.utf8Offset
      for piece in token.leadingTrivia {
        comment(piece, at: position, next: token.positionAfterSkippingLeadingTrivia.utf8Offset)
        position += piece.sourceLength.utf8Length
      }
      position = token.endPositionBeforeTrailingTrivia.utf8Offset
      for piece in token.trailingTrivia {
        comment(piece, at: position, next: token.endPosition.utf8Offset)
        position += piece.sourceLength.utf8Length
      }
    }
  }

  private mutating func comment(_ piece: TriviaPiece, at position: Int, next: Int) {
    let text: String
    switch piece {
    case .lineComment(let words), .blockComment(let words), .docLineComment(let words),
      .docBlockComment(let words):
      text = words
    default: return
    }
    let place = places.place(position)
    let line =
      places.isFirst(position) ? max(places.line(next), places.line(position) + 1) : places.line(position)
    if let comment = IgnoreComment(comment: text, place: place, line: line) { unit.ignores.append(comment) }
  }

  // Helpers of all parts.

  func place(_ node: some SyntaxProtocol) -> Place {
    places.place(node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }

  /// A name without its backquotes.
  func name(_ token: TokenSyntax) -> String {
    let text = token.text
    guard text.utf8.count > 2, text.utf8.first == 0x60, text.utf8.last == 0x60 else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// A type as written, without its generic arguments.
  func plainName(_ type: TypeSyntax) -> String {
    if let identifier = type.as(IdentifierTypeSyntax.self) { return name(identifier.name) }
    if let member = type.as(MemberTypeSyntax.self) {
      return plainName(member.baseType) + "." + name(member.name)
    }
    if let attributed = type.as(AttributedTypeSyntax.self) { return plainName(attributed.baseType) }
    return type.trimmedDescription
  }
}
