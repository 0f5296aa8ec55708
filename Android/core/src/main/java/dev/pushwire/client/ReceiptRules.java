package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/**
 * Receipts and the device's own events: kept until the server has them.
 *
 * <pre>
 * what happens                                  then
 * a receipt or an event                         kept; a flush is asked for where none is due or under way
 * ... more than the capacity wait               the oldest is dropped and counted
 * a flush is due: online and registered         posted, so many of each at the most
 * ... else                                      nothing; asked for again when online or registered
 * the server has them                           forgotten; the rest is flushed in its turn
 * the server cannot be reached                  kept; the next flush after a doubled wait
 * ... and then a launch, a return to the front,
 *   a network or a registration                 the wait is the shortest again
 * the server does not know the installation     kept until it is registered again
 * the server refuses them                       dropped: the same again would not help
 * the policy has no receipts                    nothing is kept
 * the clock was never set                       not kept: of one such time the whole post is refused
 * </pre>
 */
final class ReceiptRules extends Rules {
  private static final long LONGEST_DOUBLING = 20;

  ReceiptRules(Reduction step) {
    super(step);
  }

  void receipt(String notification, String kind) {
    receipt(notification, kind, null, null);
  }

  void receipt(String notification, String kind, String result) {
    receipt(notification, kind, result, null);
  }

  /** Keeps a receipt until the server has it. Without a notification id there is none. */
  void receipt(String notification, String kind, String result, Long milliseconds) {
    if (!mayReport() || notification == null) {
      return;
    }
    Receipt receipt = new Receipt(notification, kind, now, result);
    if (milliseconds != null) {
      receipt.milliseconds = Math.min(milliseconds, ClientConstant.LONGEST_WORK);
    }
    state.receipts.waiting.receipts.add(receipt);
    dropOldest();
    askForFlush(null);
  }

  void deviceEvent(String kind) {
    deviceEvent(kind, null);
  }

  /** Keeps an event of the device's own until the server has it. For {@code kind} see docs/api.md. */
  void deviceEvent(String kind, String detail) {
    if (!mayReport()) {
      return;
    }
    DeviceEvent event = new DeviceEvent();
    event.id = String.valueOf(nextNumber());
    event.kind = kind;
    event.at = now;
    // Text of the system's: what does not fit is left out, and the event counts.
    int length = detail == null ? 0 : Utf8.bytes(detail).length;
    event.detail = length > 0 && length <= ClientConstant.DETAIL_LENGTH ? detail : null;
    state.receipts.waiting.events.add(event);
    dropOldest();
    askForFlush(null);
  }

  private boolean mayReport() {
    return policy.receipts && now >= ClientConstant.EARLIEST_TIME && now <= ClientConstant.LATEST_TIME;
  }

  /** There is a network, or the server knows this installation now: what waits gets its turn. */
  void receiptsOnline() {
    if (!policy.receipts || !state.session.isOnline || state.receipts.waiting.isEmpty()) {
      return;
    }
    // An app that is open for minutes would never come to the end of a wait of hours.
    if (state.receipts.failures > 1 && state.session.post == null) {
      state.receipts.failures = 1;
      state.session.isFlushDue = false;
    }
    askForFlush(null);
  }

  void flushDue() {
    state.session.isFlushDue = false;
    ReceiptBatch waiting = state.receipts.waiting;
    if (!policy.receipts || waiting.isEmpty() || state.session.post != null || !state.session.isOnline
        || state.installation.isEmpty() || state.registration.acknowledged <= 0) {
      return;
    }
    ReceiptBatch batch = new ReceiptBatch();
    batch.receipts = front(waiting.receipts);
    batch.events = front(waiting.events);
    OpenPost post = new OpenPost();
    post.request = nextNumber();
    post.receipts = batch.receipts.size();
    post.events = batch.events.size();
    state.session.post = post;
    command(ClientCommand.postReceipts(post.request, batch));
  }

  private static <T> List<T> front(List<T> all) {
    return new ArrayList<>(all.subList(0, Math.min(all.size(), ClientConstant.POST_CAPACITY)));
  }

  void receiptsAnswered(long request, ServerAnswer answer) {
    OpenPost post = state.session.post;
    if (post == null || post.request != request) {
      return;
    }
    state.session.post = null;
    metric("receipts", answer.outcome.word());
    switch (answer.outcome) {
      case OK:
      case STALE:
      case REFUSED:
        removeFirst(state.receipts.waiting.receipts, post.receipts);
        removeFirst(state.receipts.waiting.events, post.events);
        state.receipts.failures = 0;
        if (!state.receipts.waiting.isEmpty()) {
          askForFlush(null);
        }
        break;
      case UNREACHABLE:
        state.receipts.failures += 1;
        askForFlush(answer.retryAfter);
        break;
      case UNAUTHORIZED:
        state.receipts.failures += 1;
        break;
    }
  }

  private static void removeFirst(List<?> all, long count) {
    all.subList(0, (int) Math.min(count, all.size())).clear();
  }

  private void dropOldest() {
    List<Receipt> receipts = state.receipts.waiting.receipts;
    List<DeviceEvent> events = state.receipts.waiting.events;
    if (receipts.size() + events.size() <= ClientConstant.RECEIPT_CAPACITY) {
      return;
    }
    state.receipts.dropped += 1;
    metric("receipts", "dropped");
    boolean isReceipt =
        events.isEmpty() || (!receipts.isEmpty() && receipts.get(0).at <= events.get(0).at);
    // The post under way has the first of them.
    OpenPost post = state.session.post;
    if (isReceipt) {
      receipts.remove(0);
      if (post != null && post.receipts > 0) {
        post.receipts -= 1;
      }
    } else {
      events.remove(0);
      if (post != null && post.events > 0) {
        post.events -= 1;
      }
    }
  }

  /** Where none is due or under way. `notBefore`: the server's Retry-After, seconds; null: it said none. */
  private void askForFlush(Long notBefore) {
    if (state.session.isFlushDue || state.session.post != null) {
      return;
    }
    state.session.isFlushDue = true;
    long failures = state.receipts.failures;
    if (failures <= 0) {
      command(ClientCommand.scheduleFlush(ClientConstant.FLUSH_DELAY, ClientConstant.FLUSH_SPREAD));
      return;
    }
    long longest = ClientConstant.LONGEST_RETRY_DELAY;
    long doubled = Math.min(ClientConstant.RETRY_DELAY << Math.min(failures - 1, LONGEST_DOUBLING), longest);
    long seconds = notBefore == null ? 0 : Math.max(notBefore, 0);
    long asked = Math.min(seconds, longest / 1000) * 1000;
    command(ClientCommand.scheduleFlush(Math.max(doubled, asked), doubled));
  }
}
