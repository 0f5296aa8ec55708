package android.os;

public class Build {
  public static final String FINGERPRINT = System.getProperty("fake.fingerprint", "google/panther/panther");
  public static final String HARDWARE = System.getProperty("fake.hardware", "panther");

  public static class VERSION {
    /**
     * Read from the system when the class is loaded, as in Android; so it is no constant of the compiler's.
     */
    public static final int SDK_INT = Integer.getInteger("fake.sdk", 35);
    public static final String RELEASE = System.getProperty("fake.release", "15");
  }
}
