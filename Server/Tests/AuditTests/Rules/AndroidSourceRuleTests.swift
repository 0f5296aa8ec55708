import AppFacts
import TestSupport
import Testing

@testable import Audit

/// The Android rules that read Kotlin and Java: faults in other forms than the examples, and what is no fault.
struct AndroidSourceRuleTests {
  private typealias File = ExampleRun.File

  private static let folder = "app/src/main/java/dev/pushwire/parcel/"

  /// A healthy app with some of its files changed: by name, the new text.
  private func findings(
    _ changes: [String: String] = [:], _ more: [String: String] = [:],
    manifest: RuleExample.File = ANDExample.manifest()
  ) throws -> [String] {
    var files = [
      ANDExample.gradle, ANDExample.googleServices(), manifest, ANDExample.messaging, ANDExample.activity,
    ].map { File(name: $0.name, text: $0.text) }
    for (name, text) in changes {
      let index = try #require(files.firstIndex { $0.name.hasSuffix("/" + name) })
      files[index].text = text
    }
    for (name, text) in more.sorted(by: { $0.key < $1.key }) {
      files.append(File(name: Self.folder + name, text: "package dev.pushwire.parcel\n" + text))
    }
    let run = try ExampleRun(files)
    #expect(run.facts.unreadable == [])
    return run.result.all.filter { $0.rule.hasPrefix("AND") }.map(\.rule).sorted()
  }

  private let messaging = ANDExample.messagingText
  private let activity = ANDExample.activityText

  @Test func theHealthyAppIsHealthy() throws {
    #expect(try findings() == [])
  }

  // MARK: The same app in Java

  private static let java = """
    package dev.pushwire.parcel;

    import android.app.PendingIntent;
    import android.content.Intent;
    import androidx.core.app.NotificationCompat;
    import androidx.core.app.NotificationManagerCompat;
    import com.google.firebase.messaging.FirebaseMessagingService;
    import com.google.firebase.messaging.RemoteMessage;

    public class ParcelMessaging extends FirebaseMessagingService {
      static final String CHANNEL = "parcels";

      @Override public void onNewToken(String token) { Api.register(token); }

      @Override public void onMessageReceived(RemoteMessage message) {
        int flags = PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE;
        Intent intent = new Intent(this, MainActivity.class);
        PendingIntent tap = PendingIntent.getActivity(this, 0, intent, flags);
        NotificationCompat.Builder builder = new NotificationCompat.Builder(this, CHANNEL)
            .setSmallIcon(R.drawable.parcel).setContentIntent(tap);
        NotificationManagerCompat.from(this).notify(1, builder.build());
      }
    }
    """

  @Test func javaIsReadLikeKotlin() throws {
    func java(_ text: String, _ more: [String: String] = [:]) throws -> [String] {
      let files =
        [
          ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
          RuleExample.File(Self.folder + "ParcelMessaging.java", text),
        ] + more.map { RuleExample.File(Self.folder + $0.key, $0.value) }
      let run = try ExampleRun(files.map { File(name: $0.name, text: $0.text) })
      #expect(run.facts.unreadable == [])
      return run.result.all.filter { $0.rule.hasPrefix("AND") }.map(\.rule).sorted()
    }
    #expect(try java(Self.java) == [])
    #expect(try java(Self.java.replacing(" | PendingIntent.FLAG_IMMUTABLE", with: "")) == ["AND016"])
    #expect(try java(Self.java.replacing("onNewToken", with: "storeToken")) == ["AND009"])
    #expect(try java(Self.java.replacing(".setSmallIcon(R.drawable.parcel)", with: "")) == ["AND017"])
    #expect(try java(Self.java.replacing("(this, CHANNEL)", with: "(this, \"offers\")")) == ["AND007"])
    let receiver = """
      package dev.pushwire.parcel;
      import android.content.*;
      public class Tap extends BroadcastReceiver {
        @Override public void onReceive(Context context, Intent intent) { context.startActivity(next(context)); }
      }
      """
    let trampoline = Self.java.replacing("MainActivity.class", with: "Tap.class")
      .replacing("getActivity", with: "getBroadcast")
    #expect(try java(trampoline, ["Tap.java": receiver]) == ["AND015"])
    #expect(
      try java(
        trampoline, ["Tap.java": receiver.replacing("context.startActivity(next(context))", with: "count()")])
        == [])
  }

  // MARK: Channels

  @Test func aChannelMadeInAnotherFileIsMade() throws {
    let made =
      "    val channel = NotificationChannel(ParcelMessaging.CHANNEL, \"Parcels\", NotificationManager.IMPORTANCE_HIGH)\n"
    let without = activity.replacing(made, with: "")
      .replacing(
        "getSystemService(NotificationManager::class.java).createNotificationChannel(channel)",
        with: "Channels.make(this)")
    let head = "import android.app.NotificationChannel\nimport android.content.Context\n"
    #expect(try findings(["MainActivity.kt": without]) == ["AND007", "AND007"])
    // By a helper that is given the id, in a list, by the compat builder, or computed.
    for text in [
      "object Channels { fun make(c: Context) = add(c, \"parcels\")\n fun add(c: Context, id: String) { NotificationChannel(id, id, 3) } }",
      "object Channels { fun make(c: Context) { for (id in all()) NotificationChannel(id, id, 3) } }",
      "object Channels { fun make(c: Context) { NotificationChannelCompat.Builder(ParcelMessaging.CHANNEL, 3).build() } }",
      "object Channels { const val ID = ParcelMessaging.CHANNEL\n fun make(c: Context) { val id = ID; NotificationChannel(id, id, 3) } }",
      "object Channels { fun make(c: Context) = NotificationUtil.createNotificationChannel(c, \"parcels\", 1, 2, 3) }",
    ] {
      #expect(try findings(["MainActivity.kt": without], ["Channels.kt": head + text]) == [], "\(text)")
    }
    let other =
      "object Channels { fun make(c: Context) = add(c, \"offers\")\n fun add(c: Context, id: String) { NotificationChannel(id, id, 3) } }"
    #expect(
      try findings(["MainActivity.kt": without], ["Channels.kt": head + other]) == ["AND007", "AND007"])
  }

  @Test func channelsOfResourcesAreCompared() throws {
    let used = messaging.replacing("this, CHANNEL)", with: "this, getString(R.string.channel))")
    #expect(try findings(["ParcelMessaging.kt": used]) == [])
    // A resource may hold the text that is used elsewhere.
    let made = activity.replacing("ParcelMessaging.CHANNEL,", with: "getString(R.string.channel),")
    #expect(try findings(["MainActivity.kt": made]) == [])
    let named = ANDExample.manifest(
      channel: ANDExample.channel.replacing("\"parcels\"", with: "\"@string/channel\""))
    #expect(try findings(manifest: named) == [])
  }

  @Test func fcmsDefaultChannelIsMadeToo() throws {
    let named = ANDExample.manifest(channel: ANDExample.channel.replacing("\"parcels\"", with: "\"offers\""))
    #expect(try findings(manifest: named) == ["AND007"])
  }

  @Test func aBuilderWithoutAChannelIsDropped() throws {
    let text = messaging.replacing("Builder(this, CHANNEL)", with: "Builder(this)")
    #expect(try findings(["ParcelMessaging.kt": text]) == ["AND007"])
    for line in [
      "val old = NotificationCompat.Builder(this)\n    old.setChannelId(CHANNEL)",
      "val old = if (Build.VERSION.SDK_INT < 26) Notification.Builder(this) else Notification.Builder(this, CHANNEL)",
    ] {
      let other = messaging.replacing("val tap =", with: line + "\n    val tap =")
      #expect(try findings(["ParcelMessaging.kt": other]) == [], "\(line)")
    }
  }

  @Test func aMessagesChannelIsCompared() throws {
    for (id, found) in [("offers", ["AND007"]), ("parcels", []), ("$CHANNEL", [])] {
      let files = [
        ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.messaging,
        ANDExample.activity,
        RuleExample.File(
          "message.json",
          """
          {"message": {"token": "made-up", "notification": {"title": "Parcel", "body": "It is here"},
            "android": {"notification": {"channel_id": "\(id)"}}}}
          """),
      ]
      let run = try ExampleRun(files.map { File(name: $0.name, text: $0.text) })
      #expect(run.facts.fcmBodies.count == 1)
      #expect(run.result.all.filter { $0.rule.hasPrefix("AND") }.map(\.rule) == found, "\(id)")
    }
  }

  // MARK: Permission

  @Test func sdksAskInTheirOwnWords() throws {
    for line in [
      "OneSignal.Notifications.requestPermission(true)", "Push.promptForPushNotifications()",
      "val p = rememberPermissionState(Manifest.permission.POST_NOTIFICATIONS)",
      "requestPermissions(arrayOf(\"android.permission.POST_NOTIFICATIONS\"), 1)",
      "val all = listOf(Manifest.permission.POST_NOTIFICATIONS)",
    ] {
      let text = activity.replacing("ask.launch(Manifest.permission.POST_NOTIFICATIONS)", with: line)
        .replacing(
          "private val ask = registerForActivityResult(ActivityResultContracts.RequestPermission()) { }",
          with: "")
      #expect(try findings(["MainActivity.kt": text]) == [], "\(line)")
    }
  }

  @Test func whatIsOnlyLookedAtIsNotAskedFor() throws {
    let text = activity.replacing(
      "ask.launch(Manifest.permission.POST_NOTIFICATIONS)",
      with: "if (shouldShowRequestPermissionRationale(Manifest.permission.POST_NOTIFICATIONS)) show()"
    )
    .replacing(
      "private val ask = registerForActivityResult(ActivityResultContracts.RequestPermission()) { }", with: ""
    )
    // The name of the call has "request" in it; it still asks for nothing.
    #expect(try findings(["MainActivity.kt": text]) == ["AND002"])
  }

  // MARK: Services

  @Test func aClassThatNoManifestDeclares() throws {
    let none = ANDExample.manifest(services: "")
    #expect(try findings(manifest: none) == ["AND003"])
    // A base class of the one that is declared, and one of another SDK.
    let base = [
      "Base.kt":
        "import com.google.firebase.messaging.FirebaseMessagingService\nabstract class Base : FirebaseMessagingService() { override fun onNewToken(token: String) { Api.register(token) } }"
    ]
    let derived = messaging.replacing("FirebaseMessagingService() {", with: "Base() {")
      .replacing("  override fun onNewToken(token: String) = Api.register(token)\n", with: "")
    #expect(try findings(["ParcelMessaging.kt": derived], base) == [])
  }

  @Test func aRenamedClassIsNotThere() throws {
    let text = messaging.replacing("class ParcelMessaging", with: "class PushService")
      .replacing("const val CHANNEL", with: "const val CHANNEL")
    let other = activity.replacing("ParcelMessaging.CHANNEL", with: "PushService.CHANNEL")
    let all = try findings(["ParcelMessaging.kt": text, "MainActivity.kt": other])
    #expect(all == ["AND003", "AND014"])
  }

  @Test func tokensOfAnotherSDKsServiceAreItsMatter() throws {
    let text = messaging.replacing("FirebaseMessagingService()", with: "OtherMessagingService()")
      .replacing("  override fun onNewToken(token: String) = Api.register(token)\n", with: "")
    #expect(try findings(["ParcelMessaging.kt": text]) == [])
    let topics = messaging.replacing(
      "override fun onNewToken(token: String) = Api.register(token)",
      with: "fun start() = FirebaseMessaging.getInstance().subscribeToTopic(\"news\")")
    #expect(try findings(["ParcelMessaging.kt": topics]) == [])
  }

  // MARK: Intents and icons

  @Test(arguments: [
    "if (Build.VERSION.SDK_INT >= 23) PendingIntent.FLAG_IMMUTABLE else 0", "flags()", "Flags.UPDATE",
    "PendingIntent.FLAG_UPDATE_CURRENT or PendingIntent.FLAG_MUTABLE", "1140850688",
    "PendingIntent.FLAG_ONE_SHOT or IMMUTABLE",
  ])
  func flagsThatMayBeRight(_ flags: String) throws {
    let text = messaging.replacing("PendingIntent.FLAG_IMMUTABLE)", with: flags + ")")
    #expect(try findings(["ParcelMessaging.kt": text]) == [])
  }

  @Test(arguments: [
    "0", "PendingIntent.FLAG_UPDATE_CURRENT or PendingIntent.FLAG_CANCEL_CURRENT", "FLAG_ONE_SHOT",
  ])
  func flagsThatAreWrong(_ flags: String) throws {
    let text = messaging.replacing("PendingIntent.FLAG_IMMUTABLE)", with: flags + ")")
    #expect(try findings(["ParcelMessaging.kt": text]) == ["AND016"])
    let guarded = text.replacing(
      "val tap =", with: "if (Build.VERSION.SDK_INT >= 31) return modern()\n    val tap =")
    #expect(try findings(["ParcelMessaging.kt": guarded]) == [])
  }

  @Test func anIntentOfAButtonMayStartAService() throws {
    let text = messaging.replacing(
      ".build()",
      with:
        ".addAction(action(PendingIntent.getService(this, 1, Intent(this, Worker::class.java), PendingIntent.FLAG_IMMUTABLE))).build()"
    )
    #expect(try findings(["ParcelMessaging.kt": text]) == [])
  }

  @Test func anIconSetByAHelperIsSet() throws {
    let text = messaging.replacing(".setSmallIcon(R.drawable.parcel)", with: ".let { decorate(it) }")
    #expect(
      try findings(
        ["ParcelMessaging.kt": text],
        ["Icons.kt": "fun decorate(b: NotificationCompat.Builder) = b.setSmallIcon(1)"]) == [])
    #expect(try findings(["ParcelMessaging.kt": text]) == ["AND017"])
  }

  // MARK: Auto-init

  @Test func autoInitIsEnabledInManyWays() throws {
    let off = ANDExample.manifest(
      more: "<meta-data android:name=\"firebase_messaging_auto_init_enabled\" android:value=\"false\"/>")
    for line in [
      "Firebase.messaging.isAutoInitEnabled = true",
      "FirebaseMessaging.getInstance().setAutoInitEnabled(true)",
      "FirebaseMessaging.getInstance().token.addOnSuccessListener { }",
      "val t = Firebase.messaging.token.await()",
      "messaging.getToken()",
    ] {
      let text = activity.replacing("if (agreed) {", with: "if (agreed) {\n      \(line)")
      #expect(try findings(["MainActivity.kt": text], manifest: off) == [], "\(line)")
    }
    #expect(try findings(manifest: off) == ["AND012"])
  }

  /// Where a file of the code cannot be read, what is not found may stand there.
  @Test func codeThatIsNotReadKeepsTheRulesSilent() throws {
    let deep = String(repeating: "(", count: 20_000)
    var files = [
      ANDExample.gradle, ANDExample.manifest(), ANDExample.messaging,
      RuleExample.File(Self.folder + "Deep.kt", "val NotificationCompat = \(deep)"),
    ].map { File(name: $0.name, text: $0.text) }
    files[0].text = ANDExample.gradle.text
    let run = try ExampleRun(files)
    #expect(!run.facts.unreadable.isEmpty)
    #expect(run.result.all.filter { $0.rule == "AND002" || $0.rule == "AND007" } == [])
  }
}
