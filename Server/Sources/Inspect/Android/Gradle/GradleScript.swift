import AppFacts

/// What a build script says of a module, as far as it is written out.
///
/// Reads words, not the language: a value that is computed is not taken, and constants of the same file and numbers
/// of the version catalogue are the only names that are followed.
struct GradleScript {
  private let catalogue: VersionCatalogue
  private var constants: [String: GradleTokens.Token] = [:]
  private var module: GradleModule
  private var isAndroid = false
  private var isLibrary = false

  /// Nil where the script makes no Android module.
  static func read(
    _ bytes: [UInt8], file: String, _ catalogue: VersionCatalogue, _ limits: InspectLimits
  ) -> GradleModule? {
    let tokens = GradleTokens.read(bytes, file: file, most: min(limits.values, 200_000))
    var script = GradleScript(
      catalogue: catalogue, module: GradleModule(Place(file), isApplication: false))
    let statements = GradleStatements.split(tokens)
    script.module.otherFramework = otherFramework(tokens)
    for statement in statements { script.takeConstant(statement) }
    for statement in statements { script.take(statement) }
    guard script.isAndroid else { return nil }
    if script.isLibrary { script.module.isApplication = false }
    return script.module
  }

  private init(catalogue: VersionCatalogue, module: GradleModule) {
    self.catalogue = catalogue
    self.module = module
  }

  /// A word or text that only a project of such a framework has in its script.
  private static func otherFramework(_ tokens: [GradleTokens.Token]) -> Sourced<String>? {
    for token in tokens.prefix(20_000) {
      let written: String
      switch token.kind {
      case .word(let word): written = word.lowercased()
      case .text(let text, _): written = text.lowercased()
      case .number, .sign, .line: continue
      }
      if let name = frameworks.first(where: { written.contains($0) }) { return Sourced(name, token.place) }
    }
    return nil
  }

  private static let frameworks = [
    "flutter", "com.facebook.react", "react-native", "reactnative", "capacitor", "cordova", "unitylibrary",
    "nativescript", "xamarin", "expo-modules",
  ]

  /// `val id = "…"`, `def id = '…'`, `const val …`; a name that is given two values has none.
  private mutating func takeConstant(_ statement: GradleStatements.Statement) {
    guard let equals = statement.tokens.firstIndex(where: { $0.isSign("=") }), equals >= 2,
      let keyword = statement.tokens[0].word,
      ["val", "def", "const", "String", "int", "final"].contains(keyword),
      let name = statement.tokens[..<equals].last(where: { $0.word != nil })?.word
    else { return }
    let value = statement.tokens[(equals + 1)...]
    constants[name] = value.count == 1 && constants[name] == nil ? value.first : nil
  }

  private mutating func take(_ statement: GradleStatements.Statement) {
    let path = statement.path
    if statement.blocks.contains("plugins") || path.last == "plugin" || path.first == "apply" {
      return takePlugin(statement)
    }
    if statement.blocks.contains(where: { $0 == "dependencies" || $0.hasSuffix(".dependencies") }) {
      return takeDependency(statement)
    }
    guard let name = path.last else { return }
    let isMain = path.contains("defaultConfig")
    switch name {
    case "applicationId":
      guard let id = text(statement) else { return module.hasOpenApplicationIDs = true }
      if isMain && module.applicationID == nil {
        module.applicationID = id
      } else {
        module.otherApplicationIDs.append(id)
      }
      (isAndroid, module.isApplication) = (true, true)
    case "applicationIdSuffix":
      guard let suffix = text(statement) else { return module.hasOpenApplicationIDs = true }
      module.otherApplicationIDs.append(
        Sourced(suffix.value.hasPrefix(".") ? suffix.value : "." + suffix.value, suffix.place))
    case "namespace" where path.contains("android"):
      if let space = text(statement) { module.namespace = module.namespace ?? space }
    case "targetSdk", "targetSdkVersion":
      if isMain, let number = number(statement) { module.targetSDK = module.targetSDK ?? number }
    case "minSdk", "minSdkVersion":
      if isMain, let number = number(statement) { module.minSDK = module.minSDK ?? number }
    default: break
    }
  }

  // MARK: Plugins and dependencies

  /// `id("…")`, `id '…'`, `alias(libs.plugins.…)`, `apply plugin: '…'`, `apply(plugin = "…")`.
  private mutating func takePlugin(_ statement: GradleStatements.Statement) {
    let words = statement.tokens.compactMap(\.word)
    // `id("…") apply false` names a version for others.
    guard !(words.contains("apply") && words.contains("false")), words.first != "kotlin" else { return }
    if words.first == "apply", words.contains("from") { module.appliesOthers = true }
    for token in statement.tokens {
      switch token.kind {
      case .text(let id, _): apply(id)
      case .word(let word) where word.hasPrefix("libs.plugins."):
        let alias = String(word.dropFirst("libs.plugins.".count))
        if catalogue.plugins[alias] == nil { module.appliesOthers = true }
        apply(catalogue.plugins[alias] ?? alias)
      default: continue
      }
      return
    }
  }

  /// Plugins of a project's own are called like those of Android that they apply: `parcel.android.application`.
  private mutating func apply(_ plugin: String) {
    let id = plugin.lowercased()
    if id.hasSuffix("android.application") || id.contains("android.application.") {
      (isAndroid, module.isApplication) = (true, true)
    } else if id.hasSuffix("android.library") || id.contains("android.library.")
      || id.hasSuffix("android.dynamic-feature")
    {
      (isAndroid, isLibrary) = (true, true)
    } else if id == "com.google.gms.google-services" || id.contains("google.services")
      || id.contains("google-services")
    {
      module.appliesGoogleServices = true
    }
    if !Self.makers.contains(where: { id.hasPrefix($0) }) { module.appliesOthers = true }
  }

  /// Whose plugins do nothing but what they are known for.
  private static let makers = [
    "com.android.", "org.jetbrains.", "kotlin", "com.google.", "dagger.hilt", "androidx.", "dev.flutter.",
    "com.facebook.react", "java", "io.gitlab.arturbosch.detekt", "com.diffplug.", "org.jlleitschuh.",
    "com.github.", "io.sentry.", "android.",
  ]

  private mutating func takeDependency(_ statement: GradleStatements.Statement) {
    let kind = statement.tokens.first?.word?.lowercased() ?? ""
    guard !kind.hasPrefix("test"), !kind.contains("androidtest"), kind != "classpath" else { return }
    var parts: [String: (String, Place)] = [:]
    var label: String?
    for token in statement.tokens {
      switch token.kind {
      case .word(let word):
        label = word
        if word.hasPrefix("libs.") { takeAlias(String(word.dropFirst(5)), token.place) }
      case .text(let text, _):
        // `group: 'g', name: 'a'`
        if let label, ["group", "name"].contains(label) { parts[label] = (text, token.place) }
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        if pieces.count >= 2, !pieces[0].isEmpty, !pieces[1].isEmpty, pieces[0].contains(".") {
          module.dependencies.append(Sourced(pieces[0] + ":" + pieces[1], token.place))
        }
        label = nil
      default: continue
      }
    }
    if let group = parts["group"], let name = parts["name"] {
      module.dependencies.append(Sourced(group.0 + ":" + name.0, name.1))
    }
  }

  /// An alias that the catalogue does not have stays as it is written.
  private mutating func takeAlias(_ alias: String, _ place: Place) {
    if alias.hasPrefix("bundles."), let names = catalogue.bundles[String(alias.dropFirst(8))] {
      module.dependencies += names.prefix(200).compactMap { catalogue.libraries[$0] }.map {
        Sourced($0, place)
      }
    } else {
      module.dependencies.append(Sourced(catalogue.libraries[alias] ?? "libs." + alias, place))
    }
  }

  // MARK: Values

  private func text(_ statement: GradleStatements.Statement) -> Sourced<String>? {
    guard statement.argument.count == 1, let token = statement.argument.first else { return nil }
    switch token.kind {
    case .text(let text, isPlain: true) where !text.isEmpty: return Sourced(text, token.place)
    case .word(let name):
      if case .text(let text, isPlain: true)? = constants[name]?.kind { return Sourced(text, token.place) }
      return nil
    default: return nil
    }
  }

  private func number(_ statement: GradleStatements.Statement) -> Sourced<Int>? {
    guard let token = statement.argument.first else { return nil }
    switch token.kind {
    case .number(let digits):
      guard statement.argument.count == 1 else { return nil }
      return Int(digits).map { Sourced($0, token.place) }
    case .text(let digits, isPlain: true):
      return Int(digits).map { Sourced($0, token.place) }
    case .word(let name):
      if name.hasPrefix("libs.versions.") {
        let alias = name.dropFirst("libs.versions.".count)
        let plain = alias.hasSuffix(".get") ? alias.dropLast(4) : alias
        return catalogue.versions[String(plain)].flatMap { Int($0) }.map { Sourced($0, token.place) }
      }
      if case .number(let digits)? = constants[name]?.kind {
        return Int(digits).map { Sourced($0, token.place) }
      }
      return nil
    default: return nil
    }
  }
}
