import AppFacts

/// Names in manifests that the rules ask for.
enum AndroidNames {
  static let postNotifications = "android.permission.POST_NOTIFICATIONS"
  static let messagingEvent = "com.google.firebase.MESSAGING_EVENT"
  static let instanceIDEvent = "com.google.firebase.INSTANCE_ID_EVENT"
  /// The SDK's own service, which its manifest brings along at priority -500.
  static let messagingService = "com.google.firebase.messaging.FirebaseMessagingService"
  static let messaging = "com.google.firebase.messaging.FirebaseMessaging"
  static let defaultChannel = "com.google.firebase.messaging.default_notification_channel_id"
  static let autoInit = "firebase_messaging_auto_init_enabled"
}

extension AndroidManifest {
  /// A service that takes FCM's messages, and the place of its filter.
  struct MessagingService {
    var element: Element
    /// As a whole name; a placeholder stays in it.
    var className: String
    /// Of the filter; nil where it is not written out as a number. Absent is 0.
    var priority: Int?
    /// Comes with firebase-messaging.
    var isSDKs: Bool
  }

  var messagingServices: [MessagingService] { services(for: AndroidNames.messagingEvent) }

  /// Services that are not switched off, with a filter for an action.
  func services(for action: String) -> [MessagingService] {
    services.compactMap { service in
      guard service.flag("enabled") != false else { return nil }
      let filter = service.children("intent-filter").first { filter in
        filter.children("action").contains { $0.attribute("name")?.value == action }
      }
      guard let filter, let name = service.attribute("name")?.value else { return nil }
      let priority = filter.attribute("priority")?.value
      let whole = AndroidManifest.className(name, in: package?.value ?? "")
      return MessagingService(
        element: service, className: whole, priority: priority == nil ? 0 : priority.flatMap { Int($0) },
        isSDKs: whole == AndroidNames.messagingService)
    }
  }

  /// The element that asks for POST_NOTIFICATIONS on the versions of Android that have it.
  var postNotifications: Sourced<String>? {
    root.children.filter { element in
      element.name.hasPrefix("uses-permission") && !element.isRemoved
        && (element.attribute("maxSdkVersion").flatMap { Int($0.value) } ?? 33) >= 33
    }.compactMap { $0.attribute("name") }.first { $0.value == AndroidNames.postNotifications }
  }

  func metaData(_ name: String) -> Element? {
    metaData.first { $0.attribute("name")?.value == name }
  }

  /// Where the manifest itself stands, for what is missing in it.
  var start: Place { root.place }
}

extension AndroidApp {
  /// Of packages: complete.
  func packages(_ scope: AuditScope) -> [AndroidManifest] {
    manifests.map { scope.facts.manifests[$0] }.filter(\.isMerged)
  }
  /// Of the app's own source sets.
  func sourceManifests(_ scope: AuditScope) -> [AndroidManifest] {
    manifests.map { scope.facts.manifests[$0] }.filter { !$0.isMerged }
  }
  func libraryManifests(_ scope: AuditScope) -> [AndroidManifest] {
    libraryManifests.map { scope.facts.manifests[$0] }
  }
  /// All manifests that say something of this app, packages first.
  func everyManifest(_ scope: AuditScope) -> [AndroidManifest] {
    packages(scope) + sourceManifests(scope) + libraryManifests(scope)
  }
  func modules(_ scope: AuditScope) -> [GradleModule] {
    gradleModules.map { scope.facts.gradleModules[$0] }
  }
  func everyModule(_ scope: AuditScope) -> [GradleModule] {
    modules(scope) + libraryModules.map { scope.facts.gradleModules[$0] }
  }
  func units(_ scope: AuditScope) -> [SourceUnit] { sources.map { scope.facts.sources[$0] } }

  /// What the app is built for: of a package, else of the script, else of the manifest.
  func targetSDK(_ scope: AuditScope) -> Sourced<Int>? {
    packages(scope).lazy.compactMap(\.targetSDK).first
      ?? modules(scope).lazy.compactMap(\.targetSDK).first
      ?? sourceManifests(scope).lazy.compactMap(\.targetSDK).first
  }

  /// What shows that the app takes messages by FCM; nil: nothing does.
  func usesFCM(_ scope: AuditScope) -> Exhibit? {
    for manifest in everyManifest(scope) {
      if let service = manifest.messagingServices.first {
        return Exhibit(
          service.element.place, quote: service.element.attribute("name")?.value,
          "a service for FCM's messages")
      }
    }
    for module in everyModule(scope) {
      if let found = module.dependencies.first(where: { $0.isFirebaseMessaging }) {
        return Exhibit(found.place, quote: found.value, "the app depends on firebase-messaging")
      }
    }
    for manifest in packages(scope) where manifest.dexClasses?.contains(AndroidNames.messaging) == true {
      return Exhibit(manifest.place, quote: AndroidNames.messaging, "the code names this class")
    }
    for unit in units(scope) {
      if let found = unit.imports.first(where: { $0.value.hasPrefix("com.google.firebase.messaging") }) {
        return Exhibit(found.place, quote: found.value, "the code imports this")
      }
    }
    return nil
  }

  /// Written with a framework in whose own language the app's code is, which is not read here.
  func isOtherFramework(_ scope: AuditScope) -> Bool {
    everyModule(scope).contains { $0.otherFramework != nil }
      || units(scope).contains { unit in
        unit.imports.contains { found in Self.frameworks.contains { found.value.hasPrefix($0) } }
      }
  }

  private static let frameworks = [
    "io.flutter", "com.facebook.react", "com.getcapacitor", "org.apache.cordova", "com.unity3d",
    "expo.modules",
    "com.tns", "org.nativescript",
  ]
}

extension Sourced<String> {
  /// A coordinate or, without its catalogue, an alias.
  var isFirebaseMessaging: Bool {
    value.hasPrefix("com.google.firebase:firebase-messaging")
      || (value.hasPrefix("libs.") && value.lowercased().contains("firebase")
        && value.lowercased().contains("messaging"))
  }
}
