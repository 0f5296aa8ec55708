package dev.pushwire.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The scenarios that there have to be: what the device has to decide. Others may stand beside them. */
final class Catalogue {
  static final List<String> IDS;

  static {
    List<String> ids = new ArrayList<>();
    series(ids, "P", 1, 19); // priming
    series(ids, "R", 1, 12); // registration
    series(ids, "A", 1, 9); // account switch
    series(ids, "T", 1, 15); // taps
    series(ids, "F", 0, 5); // foreground
    series(ids, "D", 1, 7); // duplicates
    series(ids, "S", 1, 9); // silent pushes
    series(ids, "B", 1, 10); // background tasks
    series(ids, "N", 1, 4); // actions
    series(ids, "L", 1, 3); // local notifications
    IDS = Collections.unmodifiableList(ids);
  }

  private Catalogue() {}

  private static void series(List<String> ids, String letter, int first, int last) {
    for (int number = first; number <= last; number++) {
      ids.add(letter + number);
    }
  }
}
