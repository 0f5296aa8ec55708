/**
 * The device's decisions as a pure state machine: when to ask for permission, what to send to the server,
 * where a tap leads, what is shown and what runs in the background.
 *
 * <p>{@link dev.pushwire.client.ClientEngine} takes a {@link dev.pushwire.client.ClientEvent}, saves the
 * state that follows from it and hands back {@link dev.pushwire.client.ClientCommand}s. There is no clock, no
 * thread and no Android in here. The Swift core of the same name answers every scenario of
 * {@code contract/scenarios} and every recorded stream of events with the same.
 */
package dev.pushwire.client;
