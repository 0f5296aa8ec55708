import AppFacts

extension AppleJoiner {
  // MARK: Info.plist

  /// Property lists without a project that names them.
  mutating func addInfoPlists() {
    let named = Set(
      facts.projects.flatMap(\.targets).flatMap(\.configurations).compactMap { $0.infoPlist?.place.file })
    let known = apps.count
    var open: [InfoPlistFile] = []
    for plist in facts.infoPlists where !named.contains(plist.place.file) && plist.isAppOrExtension {
      let id = plist.bundleID.flatMap { $0.value.contains("$") ? nil : $0.value }
      if let id {
        let matches = apps(withID: id)
        if let app = matches.first {
          for app in matches { apps[app].infoPlists.append(plist) }
          note(app, plist.place, by: "bundle id \(id)")
        } else if plist.extensionPoint != nil, let app = app(ofExtension: id) {
          apps[app].infoPlists.append(plist)
          note(app, plist.place, by: "bundle id \(id), which continues the app's")
        } else {
          let app = newApp(id, name: id, at: plist.place)
          apps[app].infoPlists.append(plist)
        }
      } else {
        open.append(plist)
      }
    }
    addOpenInfoPlists(open, to: known)
  }

  /// What people call the app of an Info.plist without a bundle id: the folder it lies in.
  private func folderName(of place: Place) -> String {
    let folder = String(place.file.split(separator: "/").dropLast().joined(separator: "/"))
    let last = Place(folder).lastName
    if last.isEmpty || last == "." { return "the app" }
    return apps.contains { $0.name == last } ? folder : last
  }

  /// Those whose bundle id a build setting gives: one of them may be the only app's, several are nobody's.
  private mutating func addOpenInfoPlists(_ plists: [InfoPlistFile], to known: Int) {
    let ofApps = plists.filter { $0.extensionPoint == nil && $0.tree["NSExtension"] == nil }
    let before = apps.count
    for plist in plists {
      let isApp = ofApps.contains { $0.place == plist.place }
      if before == 1, !isApp || (known == 1 && ofApps.count == 1) {
        apps[0].infoPlists.append(plist)
        note(0, plist.place, by: "the only app given")
      } else if before == 0, isApp {
        let app = newApp(nil, name: folderName(of: plist.place), at: plist.place)
        apps[app].infoPlists.append(plist)
      } else {
        unjoined.append(Unjoined(plist.place, why: "its bundle id is a build setting"))
      }
    }
  }

  // MARK: profiles

  mutating func addProfiles() {
    let given = apps.count
    let children = appsByChildID()
    for profile in facts.profiles {
      guard let id = profile.bundleIDPattern else {
        place(profile, in: given == 1 ? [0] : [], by: "the only app given")
        continue
      }
      if id.hasSuffix("*") {
        let start = String(id.dropLast())
        let matches = (0..<given).filter { ids[$0].contains { $0.hasPrefix(start) } }
        place(profile, in: matches.count == 1 ? matches : [], by: "application identifier \(id)")
        continue
      }
      let own = (children[id] ?? []).union(apps(withID: id)).filter { $0 < given }
      place(profile, in: own.sorted(), by: "bundle id \(id)")
    }
  }

  private mutating func place(_ profile: ProvisioningProfile, in owners: [Int], by: String) {
    for app in owners {
      apps[app].profiles.append(profile)
      note(app, profile.place, by: by)
    }
    guard owners.isEmpty else { return }
    // Nothing given is its app: it is judged alone, where it is more than one of many in a folder.
    let id = profile.bundleIDPattern.flatMap { $0.hasSuffix("*") ? nil : $0 }
    guard isGiven(profile.place) || facts.inputs.isEmpty else {
      unjoined.append(Unjoined(profile.place, why: "it is for \(profile.bundleIDPattern ?? "no app")"))
      return
    }
    if !apps.isEmpty {
      let what = profile.bundleIDPattern ?? "no application identifier"
      unjoined.append(Unjoined(profile.place, why: "it is for \(what)"))
    }
    let known = id.flatMap { apps(withID: $0).first }
    let app = known ?? newApp(id, name: id ?? profile.name ?? profile.place.lastName, at: profile.place)
    apps[app].profiles.append(profile)
  }

  // MARK: entitlements

  mutating func addEntitlements() {
    let named = Set(
      facts.projects.flatMap(\.targets).flatMap(\.configurations).compactMap { $0.entitlements?.place.file })
    for file in facts.entitlements where !named.contains(file.place.file) {
      let identifier = Entitlements.applicationIdentifier(file.tree)?.string
      let id = identifier.flatMap { $0.contains("$") ? nil : $0.withoutPrefix }
      if let id, let app = apps(withID: id).first {
        apps[app].entitlements.append(file)
        note(app, file.place, by: "application identifier \(id)")
      } else if apps.count == 1 {
        apps[0].entitlements.append(file)
        note(0, file.place, by: "the only app given")
      } else if let app = onlyApp(inFolder: file.place.folder) {
        apps[app].entitlements.append(file)
        note(app, file.place, by: "the same folder")
      } else if apps.isEmpty {
        let app = newApp(id, name: file.place.lastName, at: file.place)
        apps[app].entitlements.append(file)
      } else {
        unjoined.append(Unjoined(file.place, why: "no target names it, and there are several apps"))
      }
    }
  }

  /// The one app with an Info.plist of its own in a folder.
  private func onlyApp(inFolder folder: Substring) -> Int? {
    let found = apps.indices.filter { app in
      apps[app].infoPlists.contains { $0.place.folder == folder && $0.extensionPoint == nil }
    }
    return found.count == 1 ? found.first : nil
  }

  // MARK: GoogleService-Info.plist

  mutating func addGooglePlists() {
    let inside = Set(facts.apps.compactMap { $0.googlePlist?.place })
    let files = facts.googlePlists.filter { !inside.contains($0.place) }
    let ofNobody = files.filter { $0.bundleID.map { apps(withID: $0.value).isEmpty } ?? true }
    for file in files {
      let matches = file.bundleID.map { apps(withID: $0.value) } ?? []
      for app in matches {
        apps[app].googlePlists.append(file)
        note(app, file.place, by: "bundle id \(file.bundleID?.value ?? "")")
      }
      guard matches.isEmpty else { continue }
      if apps.count == 1, files.count == ofNobody.count, files.count == 1 {
        apps[0].googlePlists.append(file)
        note(0, file.place, by: "the only app given")
      } else if apps.isEmpty {
        let app = newApp(
          file.bundleID?.value, name: file.bundleID?.value ?? file.place.lastName, at: file.place)
        apps[app].googlePlists.append(file)
      } else {
        let id = file.bundleID.map { "its bundle id \($0.value)" } ?? "it has no bundle id, which"
        unjoined.append(Unjoined(file.place, why: "\(id) is no given app's"))
      }
    }
  }
}

extension InfoPlistFile {
  /// Not of a framework, a test bundle or a resource bundle.
  var isAppOrExtension: Bool {
    switch tree["CFBundlePackageType"]?.string {
    case "FMWK", "BNDL": false
    default: true
    }
  }
}

extension ProvisioningProfile {
  /// `dev.pushwire.parcel` or `dev.pushwire.*`: the application identifier without its prefix.
  var bundleIDPattern: String? { applicationIdentifier?.string?.withoutPrefix }
}

extension String {
  /// `dev.pushwire.parcel` of `ABCDE12345.dev.pushwire.parcel`.
  var withoutPrefix: String {
    guard let dot = firstIndex(of: "."), distance(from: startIndex, to: dot) == 10 else { return self }
    return String(self[index(after: dot)...])
  }
}
