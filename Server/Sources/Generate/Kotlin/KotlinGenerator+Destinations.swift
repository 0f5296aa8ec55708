internal import PushContract

extension KotlinGenerator {
  func destinations(_ out: inout SourceText) {
    out.line()
    out.line("/** The places that a tap or a link leads to. */")
    out.block("sealed class \(typeName) {") { out in
      out.line("/** As the client and the payloads name it. */")
      out.line("abstract val destination: Destination")
      out.line()
      out.line("/** The address of a link that leads here; null where none does. */")
      out.line("open val link: String? get() = null")
      for place in names.places {
        out.line()
        write(place, &out)
      }
      out.line()
      out.block("companion object {") { out in reading(&out) }
    }
  }

  private func write(_ place: CodeNames.Place, _ out: inout SourceText) {
    if place.accountRequired { out.line("/** For somebody who is signed in. */") }
    let values = place.parameters.map { "val \($0.identifier): \(Self.type($0.type))" }
    let head = values.isEmpty ? "object \(place.identifier)" : "data class \(place.identifier)"
    let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
    out.block("\(head)\(list) : \(typeName)() {") { out in
      let pairs = place.parameters.map { "\(TextLiteral.kotlin($0.name)) to \(Self.toText($0))" }
      let map = pairs.isEmpty ? "" : ", mapOf(\(pairs.joined(separator: ", ")))"
      out.line("override val destination: Destination")
      out.line("    get() = Destination(\(TextLiteral.kotlin(place.name))\(map))")
      if let path = place.path, let host = policy.links.hosts.first {
        let start = TextLiteral.kotlin("https://\(host)/")
        let parts = JVMWords.parts(path, of: place, TextLiteral.kotlin, Self.toText)
        out.line("override val link: String?")
        out.line("    get() = DestinationValue.path(\(parts))?.let { \(start) + it }")
      }
    }
  }

  private func reading(_ out: inout SourceText) {
    out.line("/** Null where the name is unknown, or a parameter is missing or not of its type. */")
    out.line("@JvmStatic")
    out.block("fun from(destination: Destination): \(typeName)? {") { out in
      out.block("return when (destination.name()) {") { out in
        for place in names.places {
          if place.parameters.isEmpty {
            out.line("\(TextLiteral.kotlin(place.name)) -> \(place.identifier)")
            continue
          }
          out.block("\(TextLiteral.kotlin(place.name)) -> {") { out in
            for value in place.parameters {
              let name = TextLiteral.kotlin(value.name)
              out.line(
                "val \(value.identifier) = DestinationValue.\(JVMWords.reader(value.type))("
                  + "destination.parameters()[\(name)])")
            }
            let missing = place.parameters.map { "\($0.identifier) == null" }.joined(separator: " || ")
            let values = place.parameters.map {
              $0.type == .timestamp ? "Instant.ofEpochSecond(\($0.identifier))" : $0.identifier
            }
            out.line("if (\(missing)) null else \(place.identifier)(\(values.joined(separator: ", ")))")
          }
        }
        out.line("else -> null")
      }
    }
  }

  private static func type(_ type: ParameterType) -> String {
    switch type {
    case .string, .id: "String"
    case .integer: "Long"
    case .decimal: "Double"
    case .boolean: "Boolean"
    case .timestamp: "Instant"
    }
  }

  private static func toText(_ value: CodeNames.Value) -> String {
    switch value.type {
    case .string, .id: value.identifier
    case .integer, .boolean: "\(value.identifier).toString()"
    case .decimal: "DestinationValue.text(\(value.identifier))"
    case .timestamp: "\(value.identifier).epochSecond.toString()"
    }
  }
}
