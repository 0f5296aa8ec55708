import Foundation
import TestSupport
import Testing

@testable import pushwire

struct ServeCommandTests {
  /// A folder with a profile that has no credentials: its messages wait for lanes that are not there.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let profile = """
      version: 1
      app:
        name: Parcel
        ios: { bundle_id: com.example.parcel, team_id: ABCDE12345, minimum_os: "15.0" }
      classes:
        orders_changed:
          kind: silent
          audience: account
          owner: logistics
          data_class: personal
          reconcile: GET /v1/orders
          priority: default
          ttl: 1d
          collapse: orders
          badge: none
          sound: none
          foreground: none

      """
    try profile.write(toFile: folder.path + "/pushwire.yaml", atomically: true, encoding: .utf8)
    return folder
  }

  private func eventually(_ what: String, _ isSo: () -> Bool) -> Bool {
    let until = ProcessInfo.processInfo.systemUptime + 20
    while ProcessInfo.processInfo.systemUptime < until {
      if isSo() { return true }
      usleep(5_000)
    }
    Issue.record("waited too long for \(what)")
    return false
  }

  @Test func signalsReloadAndEndIt() throws {
    let folder = try folder()
    let log = folder.path + "/server.log"
    func logged(_ event: String) -> Bool {
      (try? String(contentsOfFile: log, encoding: .utf8))?.contains("\"event\":\"\(event)\"") == true
    }
    let server = try RunningProgram(
      ["serve", "--listen", "127.0.0.1:0", "--json"], in: folder.path, errors: log)
    defer { server.kill() }
    let ready = try #require(server.nextLine())
    let port = try #require(ready["port"] as? Int)
    let pid = try #require(ready["pid"] as? Int)
    let http = try DemoHTTP(port: port)
    #expect(http.ask("GET", "/readyz").status == 200)

    let profile = folder.path + "/pushwire.yaml"
    let good = try String(contentsOfFile: profile, encoding: .utf8)
    try "version: 1\n".write(toFile: profile, atomically: true, encoding: .utf8)
    kill(Int32(pid), SIGHUP)
    #expect(eventually("the refusal") { logged("reload.refused") })
    #expect(http.ask("GET", "/readyz").status == 200)

    try good.write(toFile: profile, atomically: true, encoding: .utf8)
    kill(Int32(pid), SIGHUP)
    #expect(eventually("the reload") { logged("reload.done") })

    kill(Int32(pid), SIGTERM)
    #expect(server.exitCode() == 0)
    #expect(logged("server.draining") && logged("server.stopped"))
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    // The refusal is told to a person as well.
    #expect(lines.contains { $0.hasPrefix("error: ") })
    for line in lines where line.hasPrefix("{") {
      #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line)")
    }
  }

  @Test func whatCannotBeServedIsSaid() throws {
    let folder = try folder()
    let open = try Program.run(["serve", "--listen", "0.0.0.0:0"], in: folder.url)
    #expect(open.exit == 2)
    #expect(open.errors.contains("would be open to the network"))
    #expect(open.errors.contains("--behind-proxy"))
    let address = try Program.run(["serve", "--listen", "localhost"], in: folder.url)
    #expect(address.exit == 2 && address.errors.contains("HOST:PORT"))
    let emulator = try Program.run(["serve", "--emulator", "nowhere"], in: folder.url)
    #expect(emulator.exit == 3 && emulator.errors.contains("pushwire emulate"))
    let level = try Program.run(["serve", "--log-level", "loud"], in: folder.url)
    #expect(level.exit == 2 && level.errors.contains("debug, info, warning or error"))

    let first = try RunningProgram(["serve", "--listen", "127.0.0.1:0", "--json"], in: folder.path)
    defer { first.kill() }
    let port = try #require(first.nextLine()?["port"] as? Int)
    let second = try Program.run(["serve", "--listen", "127.0.0.1:0"], in: folder.url)
    #expect(second.exit == 3 && second.errors.contains("Another server"))
    let taken = try Program.run(
      ["serve", "--store", "other.db", "--listen", "127.0.0.1:\(port)"], in: folder.url)
    #expect(taken.exit == 2 && taken.errors.contains("--listen"))
    first.interrupt()
    #expect(first.exitCode() == 0)
  }
}
