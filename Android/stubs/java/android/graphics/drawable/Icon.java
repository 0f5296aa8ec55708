package android.graphics.drawable;

public final class Icon {
  private final int id;

  private Icon(int id) {
    this.id = id;
  }

  public static Icon createWithResource(android.content.Context context, int resId) {
    return new Icon(resId);
  }

  public int getResId() {
    return id;
  }
}
