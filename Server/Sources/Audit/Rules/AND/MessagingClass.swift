import AppFacts

/// A class of the app that extends FirebaseMessagingService, itself or through classes of the app.
struct MessagingClass {
  /// Without package and outer class.
  var name: String
  var place: Place
  /// Classes of the app between this one and the SDK's.
  var ancestors: [String]
  /// The class outside the app that it ends at.
  var base: String
  /// Made to be extended: `abstract`, `open`, or called so.
  var isAbstract: Bool

  /// Extends the SDK's class, and nothing unknown in between.
  var isDirect: Bool { base == "FirebaseMessagingService" }

  static func all(_ app: AndroidApp, _ scope: AuditScope) -> [MessagingClass] {
    let types = app.units(scope).flatMap(\.types).filter { $0.kind == .class }
    let byName = Dictionary(types.map { ($0.name.lastName, $0) }, uniquingKeysWith: { first, _ in first })
    return types.compactMap { type in
      var ancestors: [String] = []
      var current = type
      while let parent = current.inherits.map(\.lastName).first(where: isMessaging(byName)) {
        if let next = byName[parent], !ancestors.contains(parent), parent != type.name.lastName {
          ancestors.append(parent)
          current = next
        } else {
          return MessagingClass(
            name: type.name.lastName, place: type.place, ancestors: ancestors, base: parent,
            isAbstract: type.attributes.contains("abstract") || type.attributes.contains("open")
              || type.name.lastName.hasPrefix("Base") || type.name.lastName.hasPrefix("Abstract"))
        }
      }
      return nil
    }
  }

  /// Leads to the SDK's class: it is that one, or a class of the app that has a parent.
  private static func isMessaging(_ byName: [String: TypeDeclaration]) -> (String) -> Bool {
    { name in
      if name == "FirebaseMessagingService" { return true }
      if let own = byName[name] { return !own.inherits.isEmpty }
      // A class of another SDK that takes FCM's messages is called like that.
      return name.hasSuffix("MessagingService")
    }
  }
}
