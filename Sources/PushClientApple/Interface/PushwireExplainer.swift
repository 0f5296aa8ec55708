public import Combine
public import PushClient

/// What the app draws of the permission: the explainer, while one is due, and a row that leads to the settings
/// where nothing else helps. ``PushwireExplainerHost`` draws the explainer as a sheet.
@MainActor public final class PushwireExplainer: ObservableObject {
  /// The value moment whose explainer is to be on the screen; nil: none.
  @Published public private(set) var moment: String?
  /// Its text, as in the profile.
  @Published public private(set) var text = ""
  /// What a row in the app's settings offers to mend: denied, alerts_off, app_blocked, channel_blocked; nil:
  /// there is nothing to mend, and no row.
  @Published public private(set) var settingsRow: String?
  @Published public private(set) var permission = Permission()

  var answered: (Bool) -> Void = { _ in }

  /// Yes: the system's dialog comes.
  public func accept() { answered(true) }
  /// Not now: no dialog is used up.
  public func decline() { answered(false) }

  func show(_ moment: String, _ text: String) {
    self.text = text
    self.moment = moment
  }

  func hide() { moment = nil }

  func update(_ permission: Permission, settingsRow: String?) {
    if self.permission != permission { self.permission = permission }
    if self.settingsRow != settingsRow { self.settingsRow = settingsRow }
  }
}
