package com.example.parcel

import android.app.Activity
import android.content.Intent
import android.os.Bundle

class MainActivity : Activity() {
    private val push get() = (application as ParcelApp).push

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        push.attach<ParcelDestination>(
            this, savedInstanceState, { ParcelDestination.from(it) }, { Screens.open(it.place) }
        )
    }

    override fun onNewIntent(intent: Intent) {
        super.onNewIntent(intent)
        push.opened(intent)
    }

    override fun onRequestPermissionsResult(code: Int, permissions: Array<String>, results: IntArray) {
        super.onRequestPermissionsResult(code, permissions, results)
        push.requestPermissionsResult(this, code, permissions, results)
    }
}
