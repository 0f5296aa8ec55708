package dev.pushwire.android;

import dev.pushwire.client.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;

/**
 * What the app works on in the background: a silent push, a background task, or what a launch has to catch up
 * with. When its time is over its thread is interrupted, and from then on nothing it does through {@link
 * #perform} has an effect.
 */
public final class PushwireWork {
  /** Why there is work. */
  public enum Reason {
    /** A silent push. */
    PUSH,
    /** A background task of the profile. */
    TASK,
    /** At launch and in front: fetch what silent pushes would have told. */
    RECONCILE
  }

  /** Why there is work. */
  public final Reason reason;
  /** Of a task its id; else null. */
  public final String task;
  /** The class of a push, or the classes to reconcile. */
  public final List<String> classes;
  /** The notification id of a push; null: there is none. */
  public final String notification;
  /** The push's own keys, beside Pushwire's. */
  public final JsonValue data;
  final EffectGate gate = new EffectGate();

  private PushwireWork(
      Reason reason, String task, List<String> classes, String notification, JsonValue data) {
    this.reason = reason;
    this.task = task;
    this.classes = Collections.unmodifiableList(new ArrayList<>(classes));
    this.notification = notification;
    this.data = data;
  }

  static PushwireWork push(dev.pushwire.client.SilentWork push) {
    return new PushwireWork(
        Reason.PUSH, null, Collections.singletonList(push.notificationClass), push.notification, push.data);
  }

  static PushwireWork task(String id) {
    return new PushwireWork(Reason.TASK, id, Collections.emptyList(), null, JsonValue.EMPTY);
  }

  static PushwireWork reconcile(List<String> classes) {
    return new PushwireWork(Reason.RECONCILE, null, classes, null, JsonValue.EMPTY);
  }

  /** Whether its time is over. */
  public boolean isOver() {
    return !gate.isOpen();
  }

  /**
   * Does what is to be seen afterwards, as in writing to a database or showing something: all of it, or
   * nothing where the time is over. Keep it short; the end waits for it.
   *
   * @throws CancellationException where the time is over
   * @throws Exception what {@code effect} throws
   */
  public <T> T perform(Callable<T> effect) throws Exception {
    return gate.perform(effect);
  }
}
