package dev.pushwire.android;

import dev.pushwire.client.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The account's inbox: what was sent, shown or not. It is kept by the server, and here only in memory. What
 * fetches blocks, and is not for the main thread.
 */
public final class PushwireInbox {
  private static final class Page {
    final List<PushwireInboxItem> items = new ArrayList<>();
    long unread;
    Long next;
  }

  private final Pushwire push;
  private List<PushwireInboxItem> items = new ArrayList<>();
  private long unread;
  private Long next;
  private boolean isStale = true;
  /** Counts up with each account that leaves: what is still under way for it is dropped. */
  private long epoch;
  private Runnable listener = () -> { };

  PushwireInbox(Pushwire push) {
    this.push = push;
  }

  /** What was fetched, newest first. */
  public synchronized List<PushwireInboxItem> items() {
    return Collections.unmodifiableList(new ArrayList<>(items));
  }

  /** How many are unread, by the server's count. */
  public synchronized long unread() {
    return unread;
  }

  /** Whether something came since it was fetched. */
  public synchronized boolean isStale() {
    return isStale;
  }

  /** Told on the main thread when any of these has changed. */
  public synchronized void setListener(Runnable listener) {
    this.listener = listener;
  }

  /**
   * Fetches the newest page.
   *
   * @throws PushwireFault where the server gave none
   */
  public void refresh() throws PushwireFault {
    long epoch = epoch();
    Page page = page("/v1/inbox");
    synchronized (this) {
      if (epoch != this.epoch) {
        return;
      }
      items = page.items;
      unread = page.unread;
      next = page.next;
      isStale = false;
    }
    tell();
  }

  /**
   * Fetches the page after what is there.
   *
   * @return whether there was one
   * @throws PushwireFault where the server gave none
   */
  public boolean more() throws PushwireFault {
    long epoch;
    Long before;
    synchronized (this) {
      epoch = this.epoch;
      before = next;
    }
    if (before == null) {
      return false;
    }
    Page page = page("/v1/inbox?before=" + before);
    synchronized (this) {
      if (epoch != this.epoch) {
        return false;
      }
      Set<String> known = new HashSet<>();
      for (PushwireInboxItem item : items) {
        known.add(item.id);
      }
      for (PushwireInboxItem item : page.items) {
        if (known.add(item.id)) {
          items.add(item);
        }
      }
      unread = page.unread;
      next = page.next;
    }
    tell();
    return true;
  }

  /**
   * Marks as read, on the server and here.
   *
   * @throws PushwireFault where the server did not
   */
  public void markRead(List<String> ids) throws PushwireFault {
    long epoch = epoch();
    List<JsonValue> texts = new ArrayList<>();
    for (String id : ids) {
      texts.add(JsonValue.of(id));
    }
    send("POST", "/v1/inbox/read",
        JsonValue.object(Collections.singletonMap("notifications", JsonValue.array(texts))));
    synchronized (this) {
      if (epoch != this.epoch) {
        return;
      }
      for (int index = 0; index < items.size(); index++) {
        PushwireInboxItem item = items.get(index);
        if (!item.isRead && ids.contains(item.id)) {
          items.set(index, item.read());
          unread = Math.max(0, unread - 1);
        }
      }
    }
    tell();
  }

  void changed() {
    synchronized (this) {
      isStale = true;
    }
    tell();
  }

  void clear() {
    synchronized (this) {
      epoch++;
      items = new ArrayList<>();
      unread = 0;
      next = null;
      isStale = true;
    }
    tell();
  }

  private synchronized long epoch() {
    return epoch;
  }

  private void tell() {
    Runnable told;
    synchronized (this) {
      told = listener;
    }
    push.around.main.execute(told);
  }

  private Page page(String path) throws PushwireFault {
    JsonValue json = send("GET", path, null);
    Page page = new Page();
    if (json.get("items").array() != null) {
      for (JsonValue one : json.get("items").array()) {
        PushwireInboxItem item = PushwireInboxItem.of(one);
        if (item != null) {
          page.items.add(item);
        }
      }
    }
    Long unread = json.get("unread").integer();
    page.unread = unread == null ? 0 : unread;
    page.next = json.get("next").integer();
    return page;
  }

  private JsonValue send(String method, String path, JsonValue body) throws PushwireFault {
    String installation = push.installation();
    if (installation.isEmpty()) {
      throw new PushwireFault(0, "not_registered");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Pushwire-Installation-Secret", push.life.identity.secret());
    headers.put("Pushwire-Installation", installation);
    HttpReply reply;
    try {
      reply = push.server.send(method, path, headers, body);
    } catch (IOException noAnswer) {
      throw new PushwireFault(0, null);
    }
    JsonValue json = ServerClient.json(reply);
    if (reply.status < 200 || reply.status >= 300) {
      throw new PushwireFault(reply.status, json.get("code").string());
    }
    return json;
  }
}
