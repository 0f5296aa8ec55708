package dev.pushwire.client;

import java.util.Random;

/** Where a random run begins: printed, and taken from the environment in order to repeat it. */
final class Seed {
  private final String variable;
  private final long number;

  private Seed(String variable, long number) {
    this.variable = variable;
    this.number = number;
  }

  static Seed of(String variable) {
    String given = System.getenv(variable);
    return new Seed(variable, given == null ? System.nanoTime() & 0x7FFF_FFFF : Long.parseLong(given));
  }

  Random random() {
    return new Random(number);
  }

  long number() {
    return number;
  }

  static long fuzzSeconds() {
    String given = System.getenv("PUSHWIRE_FUZZ_SECONDS");
    return given == null ? 2 : Long.parseLong(given);
  }

  @Override
  public String toString() {
    return variable + "=" + number;
  }
}
