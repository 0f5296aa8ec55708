package android.net;

import android.os.Parcelable;

public abstract class Uri implements Parcelable {
  private static final class StringUri extends Uri {
    private final String text;

    StringUri(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Uri && other.toString().equals(text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }

  private Uri() {}

  public static Uri parse(String uriString) {
    return new StringUri(uriString);
  }

  @Override
  public abstract String toString();
}
