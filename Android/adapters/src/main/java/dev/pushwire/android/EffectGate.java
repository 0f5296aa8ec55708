package dev.pushwire.android;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets effects through until it is closed. Whoever closes it waits for an effect that is under way, and none
 * begins afterwards.
 */
final class EffectGate {
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean isClosed;

  /** False: it was closed already. */
  boolean close() {
    lock.lock();
    try {
      boolean wasOpen = !isClosed;
      isClosed = true;
      return wasOpen;
    } finally {
      lock.unlock();
    }
  }

  boolean isOpen() {
    return !isClosed;
  }

  <T> T perform(Callable<T> effect) throws Exception {
    lock.lock();
    try {
      if (isClosed) {
        throw new CancellationException("the time is over");
      }
      return effect.call();
    } finally {
      lock.unlock();
    }
  }
}
