package android.os;

public final class PersistableBundle extends BaseBundle implements Parcelable {
  public PersistableBundle() {}
}
