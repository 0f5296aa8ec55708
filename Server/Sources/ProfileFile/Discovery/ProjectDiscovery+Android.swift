internal import Foundation
internal import PushContract

extension ProjectDiscovery {
  /// The application id and API levels from Gradle; a manifest's package where there is none.
  mutating func readGradle(_ tree: ProjectTree) {
    let scripts = tree.named { $0 == "build.gradle" || $0 == "build.gradle.kts" }.compactMap { file in
      tree.text(file).map { GradleScript(file, text: $0) }
    }
    let properties = tree.named { $0 == "gradle.properties" }.compactMap { file in
      tree.text(file).map { GradleScript(file, text: $0) }
    }
    let names = scripts + properties
    let apps = scripts.filter(\.isApplication)
    for app in apps {
      guard let found = package(app, names) else { continue }
      if let earlier = androidPackage {
        note("\(app.file) is an app too, \(found.value); \(earlier.value) was taken")
        continue
      }
      androidPackage = found
      minimumSDK = level(app, names, "minSdk", "minSdkVersion")
      targetSDK = level(app, names, "targetSdk", "targetSdkVersion")
      if let suffix = app.value("applicationIdSuffix") {
        note("\(app.file):\(suffix.line): a build with the suffix \(suffix.text) is another app to Firebase")
      }
    }
    if androidPackage == nil { readManifests(tree) }
  }

  private mutating func package(_ script: GradleScript, _ names: [GradleScript]) -> Found<String>? {
    guard let value = script.value("applicationId") ?? script.value("namespace") else {
      note("\(script.file) is an app without applicationId or namespace")
      return nil
    }
    let text = value.isLiteral ? value.text : definition(of: value.text, names)
    guard let text, ProfileName.isPackage(text) else {
      note("\(script.file):\(value.line): the application id is computed from `\(value.text)`")
      return nil
    }
    return Found(text, at: "\(script.file):\(value.line)")
  }

  private mutating func level(
    _ script: GradleScript, _ names: [GradleScript], _ first: String, _ second: String
  ) -> Found<Int>? {
    guard let value = script.value(first, second) else { return nil }
    let text = value.isLiteral ? value.text : definition(of: value.text, names)
    guard let text, let number = Int(text), (1...999).contains(number) else {
      note("\(script.file):\(value.line): \(first) is computed from `\(value.text)`")
      return nil
    }
    return Found(number, at: "\(script.file):\(value.line)")
  }

  /// `rootProject.ext.minSdk` → the `minSdk` that some script defines.
  private func definition(of name: String, _ scripts: [GradleScript]) -> String? {
    guard let last = name.split(separator: ".").last.map(String.init) else { return nil }
    for script in scripts {
      if let value = script.definition(of: last) { return value }
    }
    return nil
  }

  private mutating func readManifests(_ tree: ProjectTree) {
    for file in tree.named({ $0 == "AndroidManifest.xml" }) {
      guard let text = tree.text(file), let start = text.firstRange(of: "<manifest"),
        let end = text[start.upperBound...].firstIndex(of: ">"),
        let name = Self.attribute("package", in: text[start.upperBound..<end]), ProfileName.isPackage(name)
      else { continue }
      if let earlier = androidPackage {
        note("\(file) has the package \(name) too; \(earlier.value) was taken")
        continue
      }
      androidPackage = Found(name, at: file)
    }
  }

  private static func attribute(_ name: String, in tag: Substring) -> String? {
    guard let range = tag.firstRange(of: " \(name)=\"") ?? tag.firstRange(of: "\n\(name)=\"") else {
      return nil
    }
    return String(tag[range.upperBound...].prefix { $0 != "\"" })
  }

  // MARK: - Firebase

  /// google-services.json and GoogleService-Info.plist: the project, and ids to compare.
  mutating func readGoogleFiles(_ tree: ProjectTree) {
    for file in tree.named({ $0 == "google-services.json" }) { readServices(file, tree) }
    for file in tree.named({ $0 == "GoogleService-Info.plist" }) {
      guard let table = Self.plist(tree.bytes(file)) else {
        note("\(file) was not understood")
        continue
      }
      if let id = table["PROJECT_ID"] as? String { take(project: id, file) }
      guard let id = table["BUNDLE_ID"] as? String, ProfileName.isBundleID(id) else { continue }
      if let taken = iosBundleID, taken.value != id {
        note("\(file) is for \(id), the app is \(taken.value): another app's file")
      } else if iosBundleID == nil {
        iosBundleID = Found(id, at: file)
      }
    }
  }

  private mutating func readServices(_ file: String, _ tree: ProjectTree) {
    guard let bytes = tree.bytes(file),
      let table = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    else {
      note("\(file) was not understood")
      return
    }
    if let info = table["project_info"] as? [String: Any], let id = info["project_id"] as? String {
      take(project: id, file)
    }
    let clients = table["client"] as? [[String: Any]] ?? []
    let packages = clients.compactMap { client -> String? in
      let info = client["client_info"] as? [String: Any]
      return (info?["android_client_info"] as? [String: Any])?["package_name"] as? String
    }.filter(ProfileName.isPackage)
    guard let first = packages.first else { return }
    if let taken = androidPackage {
      if !packages.contains(taken.value) {
        note(
          "\(file) has no app \(taken.value), only \(packages.joined(separator: ", ")): another app's file")
      }
      return
    }
    androidPackage = Found(first, at: file)
    if packages.count > 1 {
      note("\(file) has several apps: took \(first), not \(packages.dropFirst().joined(separator: ", "))")
    }
  }

  private mutating func take(project: String, _ file: String) {
    guard ProfileName.isProjectID(project) else {
      note("\(file): `\(project)` is no project id")
      return
    }
    guard let earlier = projectID else {
      projectID = Found(project, at: file)
      return
    }
    if earlier.value != project {
      note("\(file) belongs to the Firebase project \(project), \(earlier.place) to \(earlier.value)")
    }
  }
}
