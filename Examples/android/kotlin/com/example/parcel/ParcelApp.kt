package com.example.parcel

import android.app.Application
import dev.pushwire.android.Pushwire
import dev.pushwire.android.PushwireExplainerWords
import dev.pushwire.client.Access
import dev.pushwire.client.WorkResult

class ParcelApp : Application() {
    lateinit var push: Pushwire

    override fun onCreate() {
        super.onCreate()
        push = Pushwire(
            this, ParcelPush.policy(), "https://push.parcel.example",
            { account -> Backend.ticket(account) },
            { place -> if (Session.mayOpen(place)) Access.ALLOWED else Access.FORBIDDEN }
        )
        push.onSilentPush { work -> if (Backend.fetch(work)) WorkResult.NEW_DATA else WorkResult.NO_DATA }
        push.onReconcile { work -> Backend.fetch(work) }
        push.onTask(ParcelPush.Tasks.REFRESH_ORDERS) { work -> Backend.fetch(work) }
        push.explainer().useDialog(PushwireExplainerWords("Stay informed", "Yes", "Not now"))
        push.launch()
        Session.account?.let { push.logIn(it) }
    }
}
