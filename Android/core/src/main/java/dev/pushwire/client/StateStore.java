package dev.pushwire.client;

import java.io.IOException;

/** Where the state is kept. Replaces the whole file or leaves the old one: never half of it. */
public interface StateStore {
  /**
   * The saved text; null: there is none.
   *
   * @throws IOException where it cannot be read
   */
  String load() throws IOException;

  /**
   * Saves a text in place of the one before.
   *
   * @throws IOException where it cannot; then the one before is still there
   */
  void save(String text) throws IOException;
}
