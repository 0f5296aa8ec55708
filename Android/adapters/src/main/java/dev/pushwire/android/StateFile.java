package dev.pushwire.android;

import dev.pushwire.client.StateStore;
import java.io.File;
import java.io.IOException;

/** The client's state, in the folder that no backup takes. */
final class StateFile implements StateStore {
  private final AtomicText text;

  StateFile(File folder) {
    text = new AtomicText(folder, "state.json");
  }

  @Override
  public String load() throws IOException {
    return text.read();
  }

  @Override
  public void save(String state) throws IOException {
    text.write(state);
  }

  void setAside() {
    text.setAside();
  }
}
