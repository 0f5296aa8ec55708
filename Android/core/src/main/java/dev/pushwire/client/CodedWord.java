package dev.pushwire.client;

import java.util.Locale;

/** A word of a closed set; an enum's constant. */
public interface CodedWord {
  /** The constant's name. */
  String name();

  /** As it stands in JSON: the constant's name in lower case. */
  default String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
