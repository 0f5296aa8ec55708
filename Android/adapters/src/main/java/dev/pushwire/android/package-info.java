/**
 * Pushwire on Android: the system's and Firebase's callbacks in, the decisions of {@code dev.pushwire.client}
 * carried out. {@link dev.pushwire.android.Pushwire} is where an app begins.
 *
 * <p>Needs Android 8 (API level 26), for its channels and its Java library, and firebase-messaging.
 */
package dev.pushwire.android;
