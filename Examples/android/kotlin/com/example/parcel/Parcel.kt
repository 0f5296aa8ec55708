package com.example.parcel

import dev.pushwire.android.PushwireWork
import dev.pushwire.client.Destination

// The app's own, which it has anyway.

/** The app's backend. */
object Backend {
    val fetched = mutableListOf<String>()

    /** POST /session/push-ticket, signed in: a JWT of the app's backend, made on each call. */
    fun ticket(account: String): String = "ticket-of-$account"

    /** Fetches what has changed; stores it while there is time. */
    fun fetch(work: PushwireWork): Boolean = work.perform { fetched.add(work.reason.name) }
}

/** Who is signed in, and what they may see. */
object Session {
    var account: String? = null

    fun mayOpen(place: Destination): Boolean = account != null || !place.parameters().containsKey("order")
}

/** The app's screens. */
object Screens {
    val opened = mutableListOf<ParcelDestination>()

    fun open(place: ParcelDestination) {
        opened.add(place)
    }

    /** The order was placed: this justifies asking whether to tell how it goes on. */
    fun orderPlaced(app: ParcelApp) = app.push.reached(ParcelPush.Moments.ORDER_PLACED)
}
