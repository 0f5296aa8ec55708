import ProfileFile
import PushContract

extension DemoStory {
  /// The profile is what `init` writes, and `check` finds nothing in it.
  func profile() throws -> DemoStep {
    var step = DemoStep(name: "profile", title: "pushwire.yaml of the made-up app \(DemoApp.name)")
    let reading: ProfileReading
    do throws(ProfileFileError) { reading = try ProfileFile.load(path: stage.profile) } catch {
      throw CommandError(error, path: stage.profile)
    }
    let findings = reading.checked()
    for finding in findings {
      step.check.require(
        "nothing is found; line \(finding.line): \(redacted(finding.message))", false)
    }
    let classes = reading.profile.classes
    step.check.equal(
      "the classes", classes.map(\.name).sorted().joined(separator: ", "), "order_shipped, orders_changed")
    step.check.equal("the bundle id", reading.profile.app.ios?.bundleID, DemoApp.id)
    step.check.equal("the package", reading.profile.app.android?.package, DemoApp.id)
    step.story = [
      "`pushwire check` has nothing to object to. It describes two classes of notification: order_shipped, "
        + "an alert that people see, and orders_changed, a silent push that lets the app fetch news.",
      "The emulators issued its credentials: an APNs key (.p8) and an FCM service account.",
    ]
    return step
  }
}
