package dev.pushwire.client;

import java.io.IOException;

/**
 * The reducer with its state in a store: each event is decided, <b>saved</b>, and only then acted on.
 *
 * <p>Not thread-safe: its owner calls it from one place at a time.
 */
public final class ClientEngine {
  private final ClientReducer reducer;
  private final StateStore store;
  private final String loadFault;
  private ClientState state;
  private String saved;

  /**
   * Reads what is saved. What cannot be read is no reason to fail: the device begins anew, under a new
   * installation id, and {@link #loadFault()} says so.
   */
  public ClientEngine(ClientPolicy policy, StateStore store) {
    reducer = new ClientReducer(policy);
    this.store = store;
    ClientState loaded = new ClientState();
    String fault = null;
    try {
      String text = store.load();
      if (text != null) {
        loaded = ClientState.load(text);
        saved = text;
      }
    } catch (IOException unreadable) {
      fault = unreadable.toString();
    } catch (ClientState.Fault unusable) {
      fault = unusable.getMessage();
    }
    state = loaded;
    loadFault = fault;
  }

  /**
   * Decides an event and saves what changed.
   *
   * @param now milliseconds since 1970
   * @return what to do now
   * @throws IOException the store's. Then nothing has changed, and nothing may be done; whoever waits for a
   *     completion is completed by the adapter with its safe default
   */
  public Effects take(ClientEvent event, long now) throws IOException {
    ClientState next = state.copy();
    Effects effects = reducer.reduce(next, event, now);
    String text = next.savedText();
    if (!text.equals(saved)) {
      // Should this fail, nobody knows what is stored: then the next event saves, whatever it changes.
      saved = null;
      store.save(text);
      saved = text;
    }
    state = next;
    return effects;
  }

  /** What the device remembers; not to be changed. */
  public ClientState state() {
    return state;
  }

  /** What the device goes by. */
  public ClientPolicy policy() {
    return reducer.policy();
  }

  /** Why the saved state could not be used; null: it could, or there was none. */
  public String loadFault() {
    return loadFault;
  }
}
