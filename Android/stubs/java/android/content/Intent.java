package android.content;

import android.net.Uri;
import android.os.Bundle;
import android.os.Parcelable;

public class Intent implements Parcelable {
  public static final String ACTION_MAIN = "android.intent.action.MAIN";
  public static final String ACTION_VIEW = "android.intent.action.VIEW";
  public static final String ACTION_BOOT_COMPLETED = "android.intent.action.BOOT_COMPLETED";
  public static final String ACTION_MY_PACKAGE_REPLACED = "android.intent.action.MY_PACKAGE_REPLACED";
  public static final int FLAG_ACTIVITY_NEW_TASK = 0x10000000;
  public static final int FLAG_ACTIVITY_SINGLE_TOP = 0x20000000;
  public static final int FLAG_ACTIVITY_CLEAR_TOP = 0x04000000;
  public static final int FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY = 0x00100000;

  private String action;
  private Uri data;
  private ComponentName component;
  private String pkg;
  private int flags;
  private Bundle extras;

  public Intent() {}

  public Intent(Intent other) {
    action = other.action;
    data = other.data;
    component = other.component;
    pkg = other.pkg;
    flags = other.flags;
    extras = other.extras == null ? null : new Bundle(other.extras);
  }

  public Intent(String action) {
    this.action = action;
  }

  public Intent(String action, Uri uri) {
    this.action = action;
    data = uri;
  }

  public Intent(Context packageContext, Class<?> cls) {
    component = new ComponentName(packageContext, cls);
  }

  public String getAction() {
    return action;
  }

  public Intent setAction(String action) {
    this.action = action;
    return this;
  }

  public Uri getData() {
    return data;
  }

  public Intent setData(Uri data) {
    this.data = data;
    return this;
  }

  public String getDataString() {
    return data == null ? null : data.toString();
  }

  public ComponentName getComponent() {
    return component;
  }

  public Intent setComponent(ComponentName component) {
    this.component = component;
    return this;
  }

  public Intent setPackage(String packageName) {
    pkg = packageName;
    return this;
  }

  public String getPackage() {
    return pkg;
  }

  public int getFlags() {
    return flags;
  }

  public Intent setFlags(int flags) {
    this.flags = flags;
    return this;
  }

  public Intent addFlags(int flags) {
    this.flags |= flags;
    return this;
  }

  /** A copy, as in Android; null: there are none. */
  public Bundle getExtras() {
    return extras == null ? null : new Bundle(extras);
  }

  public String getStringExtra(String name) {
    return extras == null ? null : extras.getString(name);
  }

  public boolean getBooleanExtra(String name, boolean defaultValue) {
    return extras == null ? defaultValue : extras.getBoolean(name, defaultValue);
  }

  public Bundle getBundleExtra(String name) {
    return extras == null ? null : extras.getBundle(name);
  }

  public Intent putExtra(String name, String value) {
    own().putString(name, value);
    return this;
  }

  public Intent putExtra(String name, boolean value) {
    own().putBoolean(name, value);
    return this;
  }

  public Intent putExtra(String name, int value) {
    own().putInt(name, value);
    return this;
  }

  public Intent putExtra(String name, long value) {
    own().putLong(name, value);
    return this;
  }

  public Intent putExtra(String name, Bundle value) {
    own().putBundle(name, value);
    return this;
  }

  public Intent putExtras(Bundle extras) {
    own().putAll(extras);
    return this;
  }

  /** All but the extras, as the system tells intents apart. */
  public boolean filterEquals(Intent other) {
    return java.util.Objects.equals(action, other.action) && java.util.Objects.equals(data, other.data)
        && java.util.Objects.equals(component, other.component) && java.util.Objects.equals(pkg, other.pkg);
  }

  private Bundle own() {
    if (extras == null) {
      extras = new Bundle();
    }
    return extras;
  }
}
