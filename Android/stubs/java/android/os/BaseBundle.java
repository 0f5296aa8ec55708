package android.os;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

public class BaseBundle {
  final Map<String, Object> map = new LinkedHashMap<>();

  BaseBundle() {}

  public Set<String> keySet() {
    return map.keySet();
  }

  public boolean containsKey(String key) {
    return map.containsKey(key);
  }

  public boolean isEmpty() {
    return map.isEmpty();
  }

  @Deprecated
  public Object get(String key) {
    return map.get(key);
  }

  public String getString(String key) {
    Object value = map.get(key);
    return value instanceof String ? (String) value : null;
  }

  public void putString(String key, String value) {
    map.put(key, value);
  }

  public boolean getBoolean(String key, boolean defaultValue) {
    Object value = map.get(key);
    return value instanceof Boolean ? (Boolean) value : defaultValue;
  }

  public void putBoolean(String key, boolean value) {
    map.put(key, value);
  }

  public int getInt(String key, int defaultValue) {
    Object value = map.get(key);
    return value instanceof Integer ? (Integer) value : defaultValue;
  }

  public int getInt(String key) {
    return getInt(key, 0);
  }

  public void putInt(String key, int value) {
    map.put(key, value);
  }

  public void putLong(String key, long value) {
    map.put(key, value);
  }

  public void remove(String key) {
    map.remove(key);
  }
}
