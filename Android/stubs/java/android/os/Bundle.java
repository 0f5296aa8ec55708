package android.os;

public final class Bundle extends BaseBundle implements Parcelable {
  public Bundle() {}

  public Bundle(Bundle other) {
    map.putAll(other.map);
  }

  public void putAll(Bundle bundle) {
    map.putAll(bundle.map);
  }

  public CharSequence getCharSequence(String key) {
    Object value = map.get(key);
    return value instanceof CharSequence ? (CharSequence) value : null;
  }

  public void putCharSequence(String key, CharSequence value) {
    map.put(key, value);
  }

  public Bundle getBundle(String key) {
    Object value = map.get(key);
    return value instanceof Bundle ? (Bundle) value : null;
  }

  public void putBundle(String key, Bundle value) {
    map.put(key, value);
  }
}
