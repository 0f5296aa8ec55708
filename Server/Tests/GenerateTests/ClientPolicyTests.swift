import Foundation
import ProfileFile
import PushClient
import PushContract
import Testing

@testable import Generate

/// The example profile, as tests of this module use it.
enum Parcel {
  static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  static let path = root + "/contract/examples/parcel.yaml"

  static func profile() throws -> Profile { try ProfileFile.load(path: path).profile }
}

struct ClientPolicyTests {
  @Test func theExampleBecomesAPolicy() throws {
    let policy = ClientPolicy(try Parcel.profile())
    #expect(policy.app == "Parcel")
    #expect(policy.moments.keys.sorted() == ["delivery_asked", "order_placed"])
    #expect(policy.reoffer == ReofferPolicy(after: 14 * 86_400, times: 2))
    #expect(policy.provisional && policy.receipts)
    #expect(policy.home == "home")
    #expect(policy.destinations["order"]?.parameters == ["order": "id"])
    #expect(policy.destinations["order"]?.path == "orders/{order}")
    #expect(policy.destinations["order"]?.fallback == "orders")
    #expect(policy.destinations["order"]?.accountRequired == true)
    #expect(policy.links.hosts == ["parcel.example", "www.parcel.example"])
    #expect(policy.links.schemes == ["parcel"])
    let shipped = try #require(policy.classes["order_shipped"])
    #expect(shipped.foreground == [.banner, .list, .sound, .badge] && shipped.badge == .set)
    #expect(shipped.category == "order_updates" && shipped.channel == "orders" && shipped.inbox)
    #expect(policy.classes["sign_in_code"]?.sensitive == true)
    #expect(policy.classes["promo"]?.audience == .public && policy.classes["promo"]?.foreground == [])
    #expect(policy.classes["orders_changed"]?.kind == .silent)
    #expect(policy.classes["orders_changed"]?.reconcile == "GET /v1/orders?changed=1")
    #expect(policy.categories["order_updates"]?.map(\.id) == ["track", "mute"])
    #expect(policy.categories["order_updates"]?.map(\.title) == ["Track", "ACTION_MUTE"])
    #expect(policy.categories["order_updates"]?.map(\.isKey) == [false, true])
    #expect(policy.tasks["com.example.parcel.refresh-orders"]?.earliestBegin == 4 * 3_600)
    #expect(policy.tasks["com.example.parcel.upload-photos"]?.kind == .processing)
    #expect(policy.channels["offers"]?.importance == "low")
  }

  @Test func itIsTheSameAfterItsJSON() throws {
    let policy = ClientPolicy(try Parcel.profile())
    #expect(ClientPolicy(json: policy.json) == policy)
  }

  @Test func tapsEndAtHomeOrAtTheFirstOpenPlace() {
    var profile = Profile()
    var account = PushContract.Destination(name: "account")
    account.accountRequired = true
    var item = PushContract.Destination(name: "item")
    item.parameters = [Parameter(name: "id", type: .id)]
    profile.destinations = [account, item, .init(name: "start"), .init(name: "more")]
    #expect(ClientPolicy(profile).home == "start")
    profile.destinations.append(.init(name: "home"))
    #expect(ClientPolicy(profile).home == "home")
  }
}
