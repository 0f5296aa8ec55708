import Providers

/// What the providers' check says of a service account, as a report.
enum ServiceAccountInspector {
  /// - Parameter projectID: the project that the profile expects.
  static func inspect(_ bytes: [UInt8], file: String, projectID: String?) -> KeyReport {
    var report = KeyReport(file: file, kind: .fcm)
    do {
      let account = try ServiceAccount.check(json: bytes, file: file, projectID: projectID)
      report.fact("project_id", account.projectID)
      report.fact("client_email", account.clientEmail)
      let id = account.privateKeyID
      report.fact("key_id", id.utf8.count <= 64 ? id : shortened(id))
      report.fact("key", "RSA, as Google wants it")
      report.notes += account.remarks
    } catch {
      report.problem(
        of: error,
        "Get the file anew: Firebase console, Project settings, Service accounts, Generate new private key.")
    }
    return report
  }
}
