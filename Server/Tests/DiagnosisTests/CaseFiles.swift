import Audit
import Foundation
import Inspect
import TestSupport

@testable import Diagnosis

/// A small realistic set of files, in which a fault is a change of some words.
struct CaseFiles {
  private(set) var files: [(name: String, text: String)]

  init(_ files: (String, String)...) { self.files = files.map { (name: $0.0, text: $0.1) } }

  /// Replaces words that must stand there.
  mutating func change(_ name: String, _ old: String, _ new: String) throws {
    guard let index = files.firstIndex(where: { $0.name == name }), files[index].text.contains(old) else {
      throw RecipeError("\(name) has no \(old)")
    }
    files[index].text = files[index].text.replacing(old, with: new)
  }

  /// Adds a file, or lines at the end of one.
  mutating func add(_ name: String, _ text: String) {
    if let index = files.firstIndex(where: { $0.name == name }) {
      files[index].text += "\n" + text
    } else {
      files.append((name, text))
    }
  }

  /// 2026-11-30, 12:00 UTC.
  static let now = 1_796_040_000_000

  /// Written out, read and judged by all rules.
  func audit() throws -> AuditResult {
    let scratch = try ScratchFolder()
    var given: [String] = []
    for file in files {
      let path = try ExampleStage.write(file.name, file.text, in: scratch.url)
      if !file.name.contains("/") { given.append(path) }
    }
    if files.contains(where: { $0.name.contains("/") }) { given.append(scratch.url.path) }
    return Audit.run(Inspector().read(given), now: Self.now)
  }

  func diagnosis(_ kind: PushKind, _ platform: DevicePlatform, _ answers: [String: String] = [:]) throws
    -> ArrivalReport
  {
    var facts = ArrivalFacts(.files, now: Self.now)
    facts.audit = try audit()
    facts.kind = kind
    facts.platform = platform
    facts.answers = answers
    return Arrival.diagnose(facts)
  }
}

extension CaseFiles {
  /// An iOS app as the store has it, its code, and what its server sends.
  static let iOS = CaseFiles(
    (
      "Parcel.ipa",
      """
      info UIBackgroundModes = [remote-notification, fetch]
      info BGTaskSchedulerPermittedIdentifiers = [dev.pushwire.parcel.refresh]
      """
    ),
    ("Parcel/AppDelegate.swift", appDelegate), ("alert.sh", alert), ("silent.sh", silent))

  static let appDelegate = """
    import BackgroundTasks
    import UIKit
    import UserNotifications

    @main
    final class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
      let server = ParcelServer()
      let router = ParcelRouter()

      func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        application.registerForRemoteNotifications()
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in
          self.refresh(task)
        }
        return true
      }

      func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
      ) {
        let token = deviceToken.map { String(format: "%02x", $0) }.joined()
        server.register(token)
      }

      func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
      ) {
        print("registration failed: \\(error)")
      }

      func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
      ) {
        guard server.isSignedIn else {
          completionHandler(.noData)
          return
        }
        server.sync { completionHandler(.newData) }
      }

      func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
      ) {
        completionHandler([.banner, .list, .sound])
      }

      func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
      ) {
        router.open(response.notification)
        completionHandler()
      }

      func applicationDidEnterBackground(_ application: UIApplication) {
        schedule()
      }

      func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.refresh")
        do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
      }

      func refresh(_ task: BGTask) {
        schedule()
        let work = Task {
          await server.refresh()
          task.setTaskCompleted(success: true)
        }
        task.expirationHandler = { work.cancel() }
      }
    }
    """

  private static let alert = """
    #!/bin/sh
    curl --http2 \\
      -H "apns-topic: dev.pushwire.parcel" \\
      -H "apns-push-type: alert" \\
      -H "apns-priority: 10" \\
      -H "apns-expiration: 1796126400" \\
      -H "authorization: bearer $JWT" \\
      -d '{"aps":{"alert":{"title":"Parcel","body":"Your parcel is here"}},"parcel":"p-1"}' \\
      https://api.push.apple.com/3/device/$TOKEN
    """

  private static let silent = """
    #!/bin/sh
    curl --http2 \\
      -H "apns-topic: dev.pushwire.parcel" \\
      -H "apns-push-type: background" \\
      -H "apns-priority: 5" \\
      -H "apns-expiration: 1796126400" \\
      -H "authorization: bearer $JWT" \\
      -d '{"aps":{"content-available":1},"parcel":"p-1"}' \\
      https://api.push.apple.com/3/device/$TOKEN
    """

  /// An Android app as it is built, its code, its Firebase files, and what its server sends.
  static let android = CaseFiles(
    (
      "app-release.apk",
      """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="dev.pushwire.parcel">
        <uses-sdk android:minSdkVersion="26" android:targetSdkVersion="35"/>
        <uses-permission android:name="android.permission.POST_NOTIFICATIONS"/>
        <application>
          <service android:name="dev.pushwire.parcel.ParcelMessaging" android:exported="false">
            <intent-filter><action android:name="com.google.firebase.MESSAGING_EVENT"/></intent-filter>
          </service>
          <meta-data android:name="com.google.firebase.messaging.default_notification_channel_id"
              android:value="parcels"/>
        </application>
      </manifest>
      --- dex
      dev.pushwire.parcel.ParcelMessaging
      com.google.firebase.messaging.FirebaseMessagingService
      """
    ),
    ("app/src/main/java/dev/pushwire/parcel/ParcelMessaging.kt", messaging),
    ("app/src/main/java/dev/pushwire/parcel/MainActivity.kt", activity),
    ("app/build.gradle.kts", gradle), ("app/google-services.json", googleServices), ("message.json", message))

  private static let gradle = """
    plugins {
      id("com.android.application")
      id("com.google.gms.google-services")
    }
    android {
      namespace = "dev.pushwire.parcel"
      defaultConfig {
        applicationId = "dev.pushwire.parcel"
        minSdk = 26
        targetSdk = 35
      }
    }
    dependencies {
      implementation("com.google.firebase:firebase-messaging:24.1.0")
    }
    """

  private static let messaging = """
    package dev.pushwire.parcel

    import android.app.NotificationChannel
    import android.app.NotificationManager
    import androidx.core.app.NotificationCompat
    import com.google.firebase.messaging.FirebaseMessagingService
    import com.google.firebase.messaging.RemoteMessage

    class ParcelMessaging : FirebaseMessagingService() {
      override fun onNewToken(token: String) {
        ParcelServer.register(token)
      }

      override fun onMessageReceived(message: RemoteMessage) {
        val manager = getSystemService(NotificationManager::class.java)
        manager.createNotificationChannel(
          NotificationChannel("parcels", "Parcels", NotificationManager.IMPORTANCE_HIGH))
        val notification = NotificationCompat.Builder(this, "parcels")
          .setSmallIcon(R.drawable.parcel)
          .setContentTitle(message.data["title"])
          .build()
        manager.notify(1, notification)
      }
    }
    """

  private static let activity = """
    package dev.pushwire.parcel

    import android.Manifest
    import androidx.activity.ComponentActivity
    import androidx.activity.result.contract.ActivityResultContracts
    import com.google.firebase.messaging.FirebaseMessaging

    class MainActivity : ComponentActivity() {
      private val asked = registerForActivityResult(ActivityResultContracts.RequestPermission()) { granted -> }

      override fun onStart() {
        super.onStart()
        FirebaseMessaging.getInstance().token.addOnSuccessListener { ParcelServer.register(it) }
      }

      fun onRemindMe() {
        asked.launch(Manifest.permission.POST_NOTIFICATIONS)
      }
    }
    """

  private static let googleServices = """
    {
      "project_info": {"project_number": "123456789012", "project_id": "parcel"},
      "client": [
        {
          "client_info": {
            "mobilesdk_app_id": "1:123456789012:android:0a1b2c3d4e5f",
            "android_client_info": {"package_name": "dev.pushwire.parcel"}
          }
        }
      ]
    }
    """

  private static let message = """
    {
      "message": {
        "token": "made-up-token",
        "data": {"title": "Your parcel is here"},
        "android": {"priority": "HIGH", "ttl": "3600s"}
      }
    }
    """
}
