package dev.pushwire.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How a notification shows while the app is in front. */
public enum Presentation implements CodedWord {
  BANNER, LIST, SOUND, BADGE;

  static final Codec<Presentation> CODEC = Codec.words(values());

  static List<Presentation> all() {
    return new ArrayList<>(Arrays.asList(values()));
  }

  static List<Presentation> none() {
    return new ArrayList<>();
  }
}
