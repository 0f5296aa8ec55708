import Testing

@testable import Generate

struct IdentifiersTests {
  @Test func stylesOfOneName() {
    for (name, lower, upper, constant) in [
      ("sign_in", "signIn", "SignIn", "SIGN_IN"),
      ("orderPlaced", "orderPlaced", "OrderPlaced", "ORDER_PLACED"),
      (
        "com.example.refresh-orders", "comExampleRefreshOrders", "ComExampleRefreshOrders",
        "COM_EXAMPLE_REFRESH_ORDERS"
      ),
      ("URL", "url", "URL", "URL"), ("x_", "x", "X", "X"), ("1st", "id1st", "Id1st", "ID_1ST"),
      ("..", "id", "Id", "ID"),
    ] {
      #expect(Identifiers.styled(name, .lower) == lower)
      #expect(Identifiers.styled(name, .upper) == upper)
      #expect(Identifiers.styled(name, .constant) == constant)
    }
  }

  @Test func reservedWordsGetAMarkBehind() {
    let made = Identifiers.assign(["class", "other"], .lower, reserved: ["class"])
    #expect(made == ["class": "class_", "other": "other"])
  }

  /// Class files of two types whose names differ in case alone are one file on many a disk.
  @Test func namesThatDifferInCaseAloneAreApart() {
    let made = Identifiers.assign(["home", "Home", "shop"], .upper, reserved: [])
    #expect(made == ["home": "Home_d2c8c28e", "Home": "Home_52f50eae", "shop": "Shop"])
  }

  /// One more name never changes what another identifier stands for.
  @Test func anIdentifierNeverMovesToAnotherName() {
    let names = ["a_b", "aB", "A_B", "ab", "a__b", "AB", "Ab", "c", "class", "Class", "a-b", "a.b"]
    for style in [Identifiers.Style.lower, .upper, .constant] {
      for mask in 0..<(1 << names.count) {
        let chosen = names.indices.filter { mask >> $0 & 1 == 1 }.map { names[$0] }
        let few = Identifiers.assign(chosen, style, reserved: ["class"])
        #expect(Set(few.values.map { $0.lowercased() }).count == chosen.count)
        guard mask % 7 == 0 else { continue }
        let all = Identifiers.assign(names, style, reserved: ["class"])
        for (name, identifier) in few {
          let owner = all.first { $0.value == identifier }?.key
          #expect(owner == nil || owner == name, "\(identifier) of \(name) became \(owner ?? "")'s")
        }
      }
    }
  }

  @Test func anAppMayHaveAnyName() {
    #expect(Identifiers.typeBase("Parcel") == "Parcel")
    #expect(Identifiers.typeBase("my great app!") == "MyGreatApp")
    #expect(Identifiers.typeBase("2GIS") == "App2GIS")
    #expect(Identifiers.typeBase("地図") == "App")
    #expect(Identifiers.typeBase(String(repeating: "x", count: 500)).count == 48)
  }
}
