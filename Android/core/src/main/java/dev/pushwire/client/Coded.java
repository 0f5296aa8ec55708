package dev.pushwire.client;

import java.util.List;
import java.util.Map;

/**
 * A record whose members are listed once, for reading, for writing and for copying.
 *
 * <p>What equals the default is not written, and what is not there keeps its default: so a record can grow by
 * members and still read what was written before. Records are plain carriers with public members; two are
 * equal where their members are. They are not safe to share between threads while one of them changes it.
 */
public abstract class Coded {
  /** Only the records of this package. */
  Coded() {}

  /** Shows every member to the coder, by its name in JSON, and takes what the coder gives for it. */
  abstract void fields(FieldCoder coder);

  /** A record of this kind with every member at its default. */
  abstract Coded blank();

  /** The record as JSON, without the members that are at their default. */
  public final JsonValue json() {
    return JsonValue.object(members());
  }

  /** The members of {@link #json()}. */
  final Map<String, JsonValue> members() {
    FieldCoder coder = FieldCoder.writing(blank().values());
    fields(coder);
    return coder.members();
  }

  /** The members' values in their order. */
  private List<Object> values() {
    FieldCoder coder = FieldCoder.noting();
    fields(coder);
    return coder.values();
  }

  /**
   * Reads a record into one that is at its defaults.
   *
   * @param unknown gets the names of members that this record does not know
   */
  static <T extends Coded> T read(JsonValue json, T blank, List<String> unknown) throws Codec.Misfit {
    if (json.object() == null) {
      throw new Codec.Misfit();
    }
    FieldCoder coder = FieldCoder.reading(json.object());
    blank.fields(coder);
    unknown.addAll(coder.unknown());
    if (coder.fault() != null) {
      throw new Codec.Misfit();
    }
    return blank;
  }

  /** The same record again, deep; `blank` becomes it. */
  static <T extends Coded> T copy(T record, T blank) {
    FieldCoder coder = FieldCoder.copying();
    record.fields(coder);
    coder.turn();
    blank.fields(coder);
    return blank;
  }

  @Override
  public final boolean equals(Object other) {
    return other == this
        || (other != null && other.getClass() == getClass() && ((Coded) other).values().equals(values()));
  }

  @Override
  public final int hashCode() {
    return values().hashCode();
  }

  /**
   * The name of the record's kind and nothing of what it holds: a record that gets into a log tells no token
   * and no text.
   */
  @Override
  public final String toString() {
    return getClass().getSimpleName();
  }
}
