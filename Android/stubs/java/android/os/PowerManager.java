package android.os;

public class PowerManager {
  protected PowerManager() {}

  public boolean isPowerSaveMode() {
    throw new UnsupportedOperationException("stub");
  }
}
