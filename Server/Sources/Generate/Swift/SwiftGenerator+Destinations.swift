internal import PushContract

extension SwiftGenerator {
  func destinations(_ out: inout SourceText) {
    out.line()
    out.line("/// The places that a tap or a link leads to.")
    out.block("\(access)enum \(typeName): Hashable, Sendable {") { out in
      for place in names.places {
        if place.accountRequired { out.line("/// For somebody who is signed in.") }
        let values = place.parameters.map { "\($0.identifier): \(Self.type($0.type))" }
        out.line("case \(place.identifier)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"))
      }
    }
    out.line()
    out.block("extension \(typeName) {") { out in
      reading(&out)
      out.line()
      writing(&out)
      if !policy.links.hosts.isEmpty {
        out.line()
        link(&out)
      }
    }
  }

  private func reading(_ out: inout SourceText) {
    out.line("/// Nil where the name is unknown, or a parameter is missing or not of its type.")
    out.block("\(access)init?(_ destination: PushClient.Destination) {") { out in
      out.line("switch destination.name {")
      for place in names.places {
        out.block("case \(TextLiteral.swift(place.name)):", nil) { out in
          if place.parameters.isEmpty {
            out.line("self = .\(place.identifier)")
            return
          }
          let reads = place.parameters.map { value in
            "let \(value.identifier) = DestinationValue.\(value.type.rawValue)("
              + "destination.parameters[\(TextLiteral.swift(value.name))])"
          }
          for (index, read) in reads.enumerated() {
            out.line((index == 0 ? "guard " : "  ") + read + (index == reads.count - 1 ? "" : ","))
          }
          out.line("else { return nil }")
          let values = place.parameters.map { "\($0.identifier): \(Self.fromText($0))" }
          out.line("self = .\(place.identifier)(\(values.joined(separator: ", ")))")
        }
      }
      out.line("default:")
      out.line("  return nil")
      out.line("}")
    }
  }

  private func writing(_ out: inout SourceText) {
    out.line("/// As the client and the payloads name it.")
    out.block("\(access)var destination: PushClient.Destination {") { out in
      out.line("switch self {")
      for place in names.places {
        let values = place.parameters.map { "\(TextLiteral.swift($0.name)): \(Self.toText($0))" }
        let parameters = values.isEmpty ? "" : ", [\(values.joined(separator: ", "))]"
        out.line("case \(pattern(place, place.parameters.map(\.name))):")
        out.line("  return PushClient.Destination(\(TextLiteral.swift(place.name))\(parameters))")
      }
      out.line("}")
    }
  }

  /// Links carry the first host: they open the app, and the web where the app is not.
  private func link(_ out: inout SourceText) {
    out.line("/// The address of a link that leads here; nil where none does.")
    out.block("\(access)var link: String? {") { out in
      out.line("let path: String?")
      out.line("switch self {")
      for place in names.places {
        out.line("case \(pattern(place, place.path?.parameterNames ?? [])):")
        let parts = place.path.map { path in
          path.parts.map { part in
            switch part {
            case .fixed(let text): TextLiteral.swift(text)
            case .parameter(let name): place.parameters.first { $0.name == name }.map(Self.toText) ?? "\"\""
            }
          }
        }
        out.line(
          "  path = " + (parts.map { "DestinationValue.path([\($0.joined(separator: ", "))])" } ?? "nil"))
      }
      out.line("}")
      let start = TextLiteral.swift("https://\(policy.links.hosts[0])/")
      out.line("return path.map { \(start) + $0 }")
    }
  }

  /// A case with the values that are used.
  private func pattern(_ place: CodeNames.Place, _ used: [String]) -> String {
    if place.parameters.allSatisfy({ !used.contains($0.name) }) { return ".\(place.identifier)" }
    let values = place.parameters.map { used.contains($0.name) ? "let \($0.identifier)" : "_" }
    return ".\(place.identifier)(\(values.joined(separator: ", ")))"
  }

  private static func type(_ type: ParameterType) -> String {
    switch type {
    case .string, .id: "String"
    case .integer: "Int64"
    case .decimal: "Double"
    case .boolean: "Bool"
    case .timestamp: "Foundation.Date"
    }
  }

  /// What `DestinationValue` gave, as the value of the case.
  private static func fromText(_ value: CodeNames.Value) -> String {
    value.type == .timestamp
      ? "Foundation.Date(timeIntervalSince1970: Double(\(value.identifier)))" : value.identifier
  }

  private static func toText(_ value: CodeNames.Value) -> String {
    switch value.type {
    case .string, .id: value.identifier
    case .integer, .boolean: "\(value.identifier).description"
    case .decimal: "DestinationValue.text(\(value.identifier))"
    case .timestamp:
      "(Int64(exactly: \(value.identifier).timeIntervalSince1970.rounded(.down)) ?? -1).description"
    }
  }
}
