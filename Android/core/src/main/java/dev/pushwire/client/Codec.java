package dev.pushwire.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** How values of one type are written as JSON, read, and copied. */
abstract class Codec<T> {
  /** A value that does not fit its type. It says nothing more: the field coder knows the name. */
  static final class Misfit extends Exception {
    private static final long serialVersionUID = 1L;

    Misfit() {
      super("the JSON does not fit", null, false, false);
    }
  }

  abstract T read(JsonValue json) throws Misfit;

  abstract JsonValue write(T value);

  /** A value that shares nothing that can be changed with this one. */
  T copy(T value) {
    return value;
  }

  static final Codec<String> TEXT = plain(JsonValue::string, JsonValue::of);
  static final Codec<Long> NUMBER = plain(JsonValue::integer, JsonValue::of);
  static final Codec<Boolean> FLAG = plain(JsonValue::bool, JsonValue::of);
  static final Codec<JsonValue> JSON = plain(json -> json, json -> json);
  static final Codec<String> OPTIONAL_TEXT = optional(TEXT);
  static final Codec<Long> OPTIONAL_NUMBER = optional(NUMBER);
  static final Codec<List<String>> TEXTS = list(TEXT);
  static final Codec<List<Long>> NUMBERS = list(NUMBER);
  static final Codec<Map<String, String>> TEXT_BY_NAME = map(TEXT);

  /** Of values that do not change. `read` gives null where the JSON does not fit. */
  static <T> Codec<T> plain(Function<JsonValue, T> read, Function<T, JsonValue> write) {
    return new Codec<T>() {
      @Override
      T read(JsonValue json) throws Misfit {
        T value = read.apply(json);
        if (value == null) {
          throw new Misfit();
        }
        return value;
      }

      @Override
      JsonValue write(T value) {
        return write.apply(value);
      }
    };
  }

  /** Of a closed set of words. */
  static <T extends Enum<T> & CodedWord> Codec<T> words(T[] all) {
    Map<String, T> byWord = new LinkedHashMap<>();
    for (T one : all) {
      byWord.put(one.word(), one);
    }
    return plain(json -> byWord.get(json.string()), value -> JsonValue.of(value.word()));
  }

  /** `null` is one of the values. */
  static <T> Codec<T> optional(Codec<T> wrapped) {
    return new Codec<T>() {
      @Override
      T read(JsonValue json) throws Misfit {
        return json.isNull() ? null : wrapped.read(json);
      }

      @Override
      JsonValue write(T value) {
        return value == null ? JsonValue.NULL : wrapped.write(value);
      }

      @Override
      T copy(T value) {
        return value == null ? null : wrapped.copy(value);
      }
    };
  }

  static <T> Codec<List<T>> list(Codec<T> element) {
    return new Codec<List<T>>() {
      @Override
      List<T> read(JsonValue json) throws Misfit {
        if (json.array() == null) {
          throw new Misfit();
        }
        List<T> values = new ArrayList<>();
        for (JsonValue item : json.array()) {
          values.add(element.read(item));
        }
        return values;
      }

      @Override
      JsonValue write(List<T> values) {
        List<JsonValue> items = new ArrayList<>(values.size());
        for (T value : values) {
          items.add(element.write(value));
        }
        return JsonValue.array(items);
      }

      @Override
      List<T> copy(List<T> values) {
        List<T> copies = new ArrayList<>(values.size());
        for (T value : values) {
          copies.add(element.copy(value));
        }
        return copies;
      }
    };
  }

  static <T> Codec<Map<String, T>> map(Codec<T> element) {
    return new Codec<Map<String, T>>() {
      @Override
      Map<String, T> read(JsonValue json) throws Misfit {
        if (json.object() == null) {
          throw new Misfit();
        }
        Map<String, T> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonValue> member : json.object().entrySet()) {
          values.put(member.getKey(), element.read(member.getValue()));
        }
        return values;
      }

      @Override
      JsonValue write(Map<String, T> values) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        values.forEach((name, value) -> members.put(name, element.write(value)));
        return JsonValue.object(members);
      }

      @Override
      Map<String, T> copy(Map<String, T> values) {
        Map<String, T> copies = new LinkedHashMap<>();
        values.forEach((name, value) -> copies.put(name, element.copy(value)));
        return copies;
      }
    };
  }

  /** Of a record; `blank` makes one with every member at its default. */
  static <T extends Coded> Codec<T> record(Supplier<T> blank) {
    return new Codec<T>() {
      @Override
      T read(JsonValue json) throws Misfit {
        return Coded.read(json, blank.get(), new ArrayList<>());
      }

      @Override
      JsonValue write(T value) {
        return value.json();
      }

      @Override
      T copy(T value) {
        return Coded.copy(value, blank.get());
      }
    };
  }
}
