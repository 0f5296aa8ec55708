import Testing

@testable import Audit

/// The rules of an app's behaviour in Kotlin and Java.
@Suite struct AndroidCases {
  private static func kotlin(_ name: String, _ text: String) -> RuleExample.File {
    .init("app/src/main/java/dev/pushwire/parcel/\(name).kt", "package dev.pushwire.parcel\n\n" + text)
  }
  private static func java(_ name: String, _ text: String) -> RuleExample.File {
    .init("app/src/main/java/dev/pushwire/parcel/\(name).java", "package dev.pushwire.parcel;\n\n" + text)
  }

  static let cases: [SourceCase] = [
    SourceCase(
      "FLOW001, Kotlin",
      kotlin(
        "MainActivity",
        """
        import android.Manifest
        import android.os.Build
        import android.os.Bundle
        import androidx.appcompat.app.AppCompatActivity

        class MainActivity : AppCompatActivity() {
            override fun onCreate(savedInstanceState: Bundle?) {
                super.onCreate(savedInstanceState)
                askForNotifications()
            }

            private fun askForNotifications() {
                if (Build.VERSION.SDK_INT >= 33) {
                    requestPermissions(arrayOf(Manifest.permission.POST_NOTIFICATIONS), 1) // <- FLOW001
                }
            }
        }
        """)),
    SourceCase(
      "FLOW001, Java",
      java(
        "MainActivity",
        """
        import android.Manifest;

        public class MainActivity extends Activity {
          @Override protected void onCreate(Bundle state) {
            super.onCreate(state);
            if (checkSelfPermission(Manifest.permission.POST_NOTIFICATIONS) != PackageManager.PERMISSION_GRANTED) {
              requestPermissions(new String[] {Manifest.permission.POST_NOTIFICATIONS}, 1); // <- FLOW001
            }
          }
        }
        """)),
    SourceCase(
      "asked by a button, Kotlin",
      kotlin(
        "MainActivity",
        """
        import android.Manifest

        class MainActivity : AppCompatActivity() {
            override fun onCreate(savedInstanceState: Bundle?) {
                super.onCreate(savedInstanceState)
                binding.enable.setOnClickListener {
                    launcher.launch(Manifest.permission.POST_NOTIFICATIONS)
                }
            }
        }
        """)),
    SourceCase(
      "FLOW003, FLOW004, Kotlin",
      kotlin(
        "PushService",
        """
        import com.google.firebase.messaging.FirebaseMessagingService

        class PushService : FirebaseMessagingService() {
            override fun onNewToken(token: String) {
                ParcelServer.register(token)
            }
        }
        """),
      kotlin(
        "Session",
        """
        class Session(private val preferences: Preferences) {
            fun login(account: String) { // <- FLOW003
                preferences.putString("account", account)
            }

            fun logout() { // <- FLOW004
                preferences.clear()
            }
        }
        """)),
    SourceCase(
      "a session that registers and unregisters, Kotlin",
      kotlin(
        "PushService",
        """
        import com.google.firebase.messaging.FirebaseMessagingService

        class PushService : FirebaseMessagingService() {
            override fun onNewToken(token: String) {
                ParcelServer.register(token)
            }
        }
        """),
      kotlin(
        "Session",
        """
        class Session(private val preferences: Preferences) {
            fun login(account: String) {
                preferences.putString("account", account)
                registerToken()
            }

            private fun registerToken() {
                FirebaseMessaging.getInstance().token.addOnSuccessListener { ParcelServer.register(it) }
            }

            fun logout() {
                FirebaseMessaging.getInstance().deleteToken()
                preferences.clear()
            }
        }
        """)),
    SourceCase(
      "FLOW005, Kotlin",
      kotlin(
        "PushService",
        """
        import android.content.Intent
        import android.net.Uri
        import com.google.firebase.messaging.FirebaseMessagingService
        import com.google.firebase.messaging.RemoteMessage

        class PushService : FirebaseMessagingService() {
            override fun onNewToken(token: String) {
                ParcelServer.register(token)
            }

            override fun onMessageReceived(message: RemoteMessage) {
                val link = message.data["link"] ?: return
                startActivity(Intent(Intent.ACTION_VIEW, Uri.parse(link))) // <- FLOW005
            }
        }
        """)),
    SourceCase(
      "FLOW007, Java",
      java(
        "SignUp",
        """
        import com.google.firebase.messaging.FirebaseMessaging;

        class SignUp {
          void signUp(String name) {
            FirebaseMessaging.getInstance().getToken().addOnSuccessListener(token -> { // <- FLOW007
              server.register(name, token);
            });
          }
        }
        """)),
  ]

  @Test(arguments: cases) func thisIsFoundAndNothingElse(_ source: SourceCase) throws { try source.check() }
}
