package com.example.parcel

import android.app.Application
import android.util.Log
import dev.pushwire.android.Pushwire
import dev.pushwire.android.PushwireHandlers
import dev.pushwire.android.PushwireLocalText
import dev.pushwire.android.PushwireOptions
import dev.pushwire.client.Access
import dev.pushwire.client.Destination

// What an app may want beyond the first integration.

/** Draws the explainer and the settings row itself. */
abstract class PermissionScreen(private val push: Pushwire) {
    abstract fun showExplainer(text: String)
    abstract fun hideExplainer()
    abstract fun showSettingsRow(isShown: Boolean)

    fun begin() {
        val explainer = push.explainer()
        explainer.setListener {
            if (explainer.moment() != null) showExplainer(explainer.text()) else hideExplainer()
            showSettingsRow(explainer.settingsRow() != null)
        }
    }

    fun yes() = push.explainer().accept()
    fun notNow() = push.explainer().decline()
    fun settings() = push.openSettings()
}

/** Buttons, a notification of the app's own, what shows in front, and the inbox. */
class Further(private val push: Pushwire) {
    private val muted = mutableListOf<String?>()

    fun orderPlaced() {
        push.reached(ParcelPush.Moments.ORDER_PLACED)
    }

    fun begin() {
        push.onAction { action -> if (action.action == ParcelPush.Actions.MUTE) mute(action.notification) }
        push.onForeground { arrival -> if (arrival.notification in muted) false else null }
    }

    fun remind(order: String, at: Long) {
        val place: Destination = ParcelDestination.Order(order).destination
        val text = PushwireLocalText("Your parcel waits", "The pick-up point closes at six.")
        push.scheduleLocal("pickup-$order", ParcelPush.Classes.ORDER_SHIPPED, place, at, text)
    }

    fun fetchInbox() {
        Thread { push.inbox().refresh() }.start()
    }

    private fun mute(notification: String?) {
        muted.add(notification)
    }
}

/** With a log for the developers. */
fun loggedClient(app: Application): Pushwire {
    val options = PushwireOptions()
    options.log = PushwireHandlers.Log { code, subject -> Log.i("push", "$code $subject") }
    return Pushwire(
        app, ParcelPush.policy(), "https://push.parcel.example", options,
        { account -> Backend.ticket(account) }, { Access.ALLOWED }
    )
}
