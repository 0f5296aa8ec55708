package dev.pushwire.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Reads, writes or copies the members of one record. A record shows each member with its present value and
 * takes the answer for it: the value itself when it is written, another when it is read.
 */
final class FieldCoder {
  private enum Work { READ, WRITE, NOTE, COPY, GIVE }

  private Work work;
  private final Map<String, JsonValue> members;
  private final Set<String> seen = new LinkedHashSet<>();
  /** Values in the order of the fields: noted, copied, or the defaults that are not written. */
  private final List<Object> values;
  private int next = 0;
  private String fault;

  private FieldCoder(Work work, Map<String, JsonValue> members, List<Object> values) {
    this.work = work;
    this.members = members;
    this.values = values;
  }

  static FieldCoder reading(Map<String, JsonValue> members) {
    return new FieldCoder(Work.READ, members, Collections.emptyList());
  }

  /** Writes what differs from the defaults, which are in the order of the fields. */
  static FieldCoder writing(List<Object> defaults) {
    return new FieldCoder(Work.WRITE, new LinkedHashMap<>(), defaults);
  }

  /** Notes the values. */
  static FieldCoder noting() {
    return new FieldCoder(Work.NOTE, Collections.emptyMap(), new ArrayList<>());
  }

  /** Takes copies of one record's members; after {@link #turn()} gives them to another. */
  static FieldCoder copying() {
    return new FieldCoder(Work.COPY, Collections.emptyMap(), new ArrayList<>());
  }

  void turn() {
    work = Work.GIVE;
  }

  Map<String, JsonValue> members() {
    return members;
  }

  List<Object> values() {
    return values;
  }

  /** The name of the first member whose value does not fit; null: all fit. */
  String fault() {
    return fault;
  }

  /** The names that no field asked for. */
  List<String> unknown() {
    List<String> names = new ArrayList<>(members.keySet());
    names.removeAll(seen);
    return names;
  }

  @SuppressWarnings("unchecked") // what is given was taken from the same field of the same kind of record
  <T> T field(String name, T value, Codec<T> codec) {
    switch (work) {
      case WRITE:
        if (!Objects.equals(value, values.get(next++))) {
          members.put(name, codec.write(value));
        }
        return value;
      case NOTE:
        values.add(value);
        return value;
      case COPY:
        values.add(codec.copy(value));
        return value;
      case GIVE:
        return (T) values.get(next++);
      default:
        return read(name, value, codec);
    }
  }

  private <T> T read(String name, T value, Codec<T> codec) {
    seen.add(name);
    JsonValue member = members.get(name);
    if (member == null) {
      return value;
    }
    try {
      return codec.read(member);
    } catch (Codec.Misfit misfit) {
      fault = fault == null ? name : fault;
      return value;
    }
  }

  String text(String name, String value) {
    return field(name, value, Codec.TEXT);
  }

  /** A text that may be null. */
  String optionalText(String name, String value) {
    return field(name, value, Codec.OPTIONAL_TEXT);
  }

  long number(String name, long value) {
    return field(name, value, Codec.NUMBER);
  }

  /** A number that may be null. */
  Long optionalNumber(String name, Long value) {
    return field(name, value, Codec.OPTIONAL_NUMBER);
  }

  boolean flag(String name, boolean value) {
    return field(name, value, Codec.FLAG);
  }

  List<String> texts(String name, List<String> value) {
    return field(name, value, Codec.TEXTS);
  }
}
