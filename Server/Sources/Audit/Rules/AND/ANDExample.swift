/// Files that the examples of the Android rules have in common: a healthy app, of which an example changes one part.
enum ANDExample {
  static let post = "<uses-permission android:name=\"android.permission.POST_NOTIFICATIONS\"/>"
  static let service = """
    <service android:name="dev.pushwire.parcel.ParcelMessaging" android:exported="false">
      <intent-filter><action android:name="com.google.firebase.MESSAGING_EVENT"/></intent-filter>
    </service>
    """
  /// The service that firebase-messaging brings along.
  static let sdkService = """
    <service android:name="com.google.firebase.messaging.FirebaseMessagingService" android:exported="false">
      <intent-filter android:priority="-500">
        <action android:name="com.google.firebase.MESSAGING_EVENT"/>
      </intent-filter>
    </service>
    """
  static let channel = """
    <meta-data android:name="com.google.firebase.messaging.default_notification_channel_id"
        android:value="parcels"/>
    """
  static let dex = """
    --- dex
    dev.pushwire.parcel.ParcelMessaging
    com.google.firebase.messaging.FirebaseMessagingService
    """

  /// The manifest of a package.
  static func package(
    permissions: String = post, services: String = service, channel: String = channel, more: String = "",
    dex: String = dex
  ) -> String {
    """
    <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="dev.pushwire.parcel">
      <uses-sdk android:minSdkVersion="26" android:targetSdkVersion="35"/>

    """ + lines(2, permissions) + "  <application>\n" + lines(4, services, channel, more)
      + "  </application>\n</manifest>\n" + dex
  }

  /// `app/src/main/AndroidManifest.xml`.
  static func manifest(
    permissions: String = post, services: String = sourceService, channel: String = channel, more: String = ""
  ) -> RuleExample.File {
    RuleExample.File(
      "app/src/main/AndroidManifest.xml",
      """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android"
          xmlns:tools="http://schemas.android.com/tools">

      """ + lines(2, permissions) + "  <application>\n"
        + lines(
          4, "<activity android:name=\".MainActivity\" android:exported=\"true\"/>", services, channel, more)
        + "  </application>\n</manifest>\n")
  }
  static let sourceService = """
    <service android:name=".ParcelMessaging" android:exported="false">
      <intent-filter><action android:name="com.google.firebase.MESSAGING_EVENT"/></intent-filter>
    </service>
    """

  static let gradle = RuleExample.File("app/build.gradle.kts", gradleText(id: "dev.pushwire.parcel"))

  static func gradleText(id: String) -> String {
    """
    plugins {
      id("com.android.application")
      id("com.google.gms.google-services")
    }
    android {
      namespace = "dev.pushwire.parcel"
      defaultConfig {
        applicationId = "\(id)"
        minSdk = 26
        targetSdk = 35
      }
    }
    dependencies { implementation("com.google.firebase:firebase-messaging:24.0.0") }
    """
  }

  /// google-services.json of the app.
  static func googleServices(
    _ name: String = "app/google-services.json", package: String = "dev.pushwire.parcel",
    number: String = "123456789012", app: String = "123456789012"
  ) -> RuleExample.File {
    RuleExample.File(
      name,
      """
      {
        "project_info": { "project_number": "\(number)", "project_id": "parcel-push" },
        "client": [ { "client_info": {
          "mobilesdk_app_id": "1:\(app):android:0a1b2c3d4e5f",
          "android_client_info": { "package_name": "\(package)" } } } ],
        "configuration_version": "1"
      }
      """)
  }

  /// `app/src/main/java/dev/pushwire/parcel/ParcelMessaging.kt`: shows what arrives.
  static let messaging = RuleExample.File(
    "app/src/main/java/dev/pushwire/parcel/ParcelMessaging.kt", messagingText)

  static let messagingText = """
    package dev.pushwire.parcel

    import android.app.PendingIntent
    import android.content.Intent
    import androidx.core.app.NotificationCompat
    import androidx.core.app.NotificationManagerCompat
    import com.google.firebase.messaging.FirebaseMessagingService
    import com.google.firebase.messaging.RemoteMessage

    class ParcelMessaging : FirebaseMessagingService() {
      override fun onNewToken(token: String) = Api.register(token)

      override fun onMessageReceived(message: RemoteMessage) {
        val tap = PendingIntent.getActivity(
          this, 0, Intent(this, MainActivity::class.java), PendingIntent.FLAG_IMMUTABLE)
        val notification = NotificationCompat.Builder(this, CHANNEL)
          .setSmallIcon(R.drawable.parcel)
          .setContentIntent(tap)
          .build()
        NotificationManagerCompat.from(this).notify(1, notification)
      }

      companion object {
        const val CHANNEL = "parcels"
      }
    }
    """

  /// `app/src/main/java/dev/pushwire/parcel/MainActivity.kt`: makes the channel, asks, and registers.
  static let activity = RuleExample.File(
    "app/src/main/java/dev/pushwire/parcel/MainActivity.kt", activityText)

  static let activityText = """
    package dev.pushwire.parcel

    import android.Manifest
    import android.app.NotificationChannel
    import android.app.NotificationManager
    import android.os.Bundle
    import androidx.activity.ComponentActivity
    import androidx.activity.result.contract.ActivityResultContracts
    import com.google.firebase.messaging.FirebaseMessaging

    class MainActivity : ComponentActivity() {
      private val ask = registerForActivityResult(ActivityResultContracts.RequestPermission()) { }

      override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        val channel = NotificationChannel(ParcelMessaging.CHANNEL, "Parcels", NotificationManager.IMPORTANCE_HIGH)
        getSystemService(NotificationManager::class.java).createNotificationChannel(channel)
      }

      fun onExplained(agreed: Boolean) {
        if (agreed) {
          ask.launch(Manifest.permission.POST_NOTIFICATIONS)
        }
      }
    }
    """

  /// Texts below each other, moved to the right; an empty one is no line.
  private static func lines(_ columns: Int, _ texts: String...) -> String {
    texts.filter { !$0.isEmpty }.flatMap { $0.split(separator: "\n") }
      .map { String(repeating: " ", count: columns) + $0 + "\n" }.joined()
  }
}
