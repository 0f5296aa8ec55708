package dev.pushwire.parcel

import android.Manifest
import android.content.Intent
import android.os.Build
import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.activity.result.contract.ActivityResultContracts
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.setValue
import dev.pushwire.parcel.notifications.PushRegistration

class MainActivity : ComponentActivity() {
  private val permission = registerForActivityResult(ActivityResultContracts.RequestPermission()) { granted ->
    PushRegistration.permissionChanged(granted)
  }

  override fun onCreate(savedInstanceState: Bundle?) {
    super.onCreate(savedInstanceState)
    PushRegistration.refresh()
    setContent { Explainer(onAgreed = ::askForNotifications) }
    if (savedInstanceState == null) handle(intent)
  }

  override fun onNewIntent(intent: Intent) {
    super.onNewIntent(intent)
    handle(intent)
  }

  /** The person pressed the button of the explainer. */
  private fun askForNotifications() {
    if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) {
      permission.launch(Manifest.permission.POST_NOTIFICATIONS)
    }
  }

  private fun handle(intent: Intent) {
    intent.getStringExtra("order")?.let { id -> Router.open(Destination.Order(id)) }
  }
}

@Composable
fun Explainer(onAgreed: () -> Unit) {
  var isOpen by remember { mutableStateOf(true) }
  if (isOpen) Dialog(onDismiss = { isOpen = false }) { Button(onClick = { isOpen = false; onAgreed() }) }
}
