// Made by `pushwire generate kotlin` from the app's profile, pushwire.yaml.
// Not to be edited: change the profile and run the command again.
package com.example.parcel

import dev.pushwire.client.ActionPolicy
import dev.pushwire.client.ChannelPolicy
import dev.pushwire.client.ClassPolicy
import dev.pushwire.client.ClientPolicy
import dev.pushwire.client.Destination
import dev.pushwire.client.DestinationPolicy
import dev.pushwire.client.DestinationValue
import dev.pushwire.client.Presentation
import dev.pushwire.client.ReofferPolicy
import dev.pushwire.client.TaskPolicy

/** The places that a tap or a link leads to. */
sealed class ParcelDestination {
    /** As the client and the payloads name it. */
    abstract val destination: Destination

    /** The address of a link that leads here; null where none does. */
    open val link: String? get() = null

    object Home : ParcelDestination() {
        override val destination: Destination
            get() = Destination("home")
    }

    object Offers : ParcelDestination() {
        override val destination: Destination
            get() = Destination("offers")
        override val link: String?
            get() = DestinationValue.path("offers")?.let { "https://parcel.example/" + it }
    }

    /** For somebody who is signed in. */
    data class Order(val order: String) : ParcelDestination() {
        override val destination: Destination
            get() = Destination("order", mapOf("order" to order))
        override val link: String?
            get() = DestinationValue.path("orders", order)?.let { "https://parcel.example/" + it }
    }

    /** For somebody who is signed in. */
    object Orders : ParcelDestination() {
        override val destination: Destination
            get() = Destination("orders")
        override val link: String?
            get() = DestinationValue.path("orders")?.let { "https://parcel.example/" + it }
    }

    data class SignIn(val request: String) : ParcelDestination() {
        override val destination: Destination
            get() = Destination("sign_in", mapOf("request" to request))
    }

    companion object {
        /** Null where the name is unknown, or a parameter is missing or not of its type. */
        @JvmStatic
        fun from(destination: Destination): ParcelDestination? {
            return when (destination.name()) {
                "home" -> Home
                "offers" -> Offers
                "order" -> {
                    val order = DestinationValue.id(destination.parameters()["order"])
                    if (order == null) null else Order(order)
                }
                "orders" -> Orders
                "sign_in" -> {
                    val request = DestinationValue.id(destination.parameters()["request"])
                    if (request == null) null else SignIn(request)
                }
                else -> null
            }
        }
    }
}

/** What the profile says, for the app's code. */
object ParcelPush {
    /** The value moments: tell the client when one is reached. */
    object Moments {
        const val DELIVERY_ASKED = "delivery_asked"
        const val ORDER_PLACED = "order_placed"
    }

    /** The classes of notification. */
    object Classes {
        const val ORDER_SHIPPED = "order_shipped"
        const val ORDERS_CHANGED = "orders_changed"
        const val PROMO = "promo"
        const val SIGN_IN_CODE = "sign_in_code"
    }

    /** The categories of buttons. */
    object Categories {
        const val ORDER_UPDATES = "order_updates"
    }

    /** The buttons. */
    object Actions {
        const val MUTE = "mute"
        const val TRACK = "track"
    }

    /** Android's notification channels. */
    object Channels {
        const val OFFERS = "offers"
        const val ORDERS = "orders"
        const val SECURITY = "security"
    }

    /** The background tasks, by the ids that the system knows. */
    object Tasks {
        const val REFRESH_ORDERS = "com.example.parcel.refresh-orders"
        const val UPLOAD_PHOTOS = "com.example.parcel.upload-photos"
    }

    /** What the device goes by: a new copy each time. */
    @JvmStatic
    fun policy(): ClientPolicy {
        val policy = ClientPolicy()
        step1(policy)
        return policy
    }

    private fun step1(policy: ClientPolicy) {
        policy.app = "Parcel"
        policy.provisional = true
        policy.home = "home"
        policy.moments["delivery_asked"] = "Hear the moment the courier is at the door."
        policy.moments["order_placed"] = "We tell you when your parcel moves, and about nothing else."
        policy.reoffer = ReofferPolicy(1209600, 2)
        policy.classes["order_shipped"] = ClassPolicy().apply {
            audience = ClassPolicy.Audience.ACCOUNT
            foreground = mutableListOf(Presentation.BANNER, Presentation.LIST, Presentation.SOUND, Presentation.BADGE)
            inbox = true
            badge = ClassPolicy.Badge.SET
            category = "order_updates"
            channel = "orders"
        }
        policy.classes["orders_changed"] = ClassPolicy().apply {
            kind = ClassPolicy.Kind.SILENT
            audience = ClassPolicy.Audience.ACCOUNT
            reconcile = "GET /v1/orders?changed=1"
        }
        policy.classes["promo"] = ClassPolicy().apply {
            audience = ClassPolicy.Audience.PUBLIC
            inbox = true
            channel = "offers"
        }
        policy.classes["sign_in_code"] = ClassPolicy().apply {
            audience = ClassPolicy.Audience.ACCOUNT
            foreground = mutableListOf(Presentation.BANNER, Presentation.SOUND)
            sensitive = true
            channel = "security"
        }
        policy.destinations["home"] = DestinationPolicy()
        policy.destinations["offers"] = DestinationPolicy().apply {
            fallback = "home"
            path = "offers"
        }
        policy.destinations["order"] = DestinationPolicy().apply {
            parameters["order"] = "id"
            accountRequired = true
            fallback = "orders"
            path = "orders/{order}"
        }
        policy.destinations["orders"] = DestinationPolicy().apply {
            accountRequired = true
            fallback = "home"
            path = "orders"
        }
        policy.destinations["sign_in"] = DestinationPolicy().apply {
            parameters["request"] = "id"
            fallback = "home"
        }
        policy.channels["offers"] = ChannelPolicy().apply {
            name = "Offers"
            importance = "low"
        }
        policy.channels["orders"] = ChannelPolicy().apply {
            name = "Orders"
            importance = "high"
            detail = "Where your parcels are"
        }
        policy.channels["security"] = ChannelPolicy().apply {
            name = "Sign-in"
            importance = "high"
        }
        policy.tasks["com.example.parcel.refresh-orders"] = TaskPolicy().apply {
            earliestBegin = 14400
            accountBound = true
        }
        policy.tasks["com.example.parcel.upload-photos"] = TaskPolicy().apply {
            kind = TaskPolicy.Kind.PROCESSING
            network = true
            power = true
        }
        policy.categories["order_updates"] = mutableListOf(
            ActionPolicy().apply {
                id = "track"
                title = "Track"
                foreground = true
            },
            ActionPolicy().apply {
                id = "mute"
                title = "ACTION_MUTE"
                isKey = true
                authenticationRequired = true
            }
        )
        policy.links.hosts = mutableListOf("parcel.example", "www.parcel.example")
        policy.links.schemes = mutableListOf("parcel")
    }
}
