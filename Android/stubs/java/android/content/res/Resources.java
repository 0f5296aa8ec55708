package android.content.res;

public class Resources {
  public static class NotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  public int getIdentifier(String name, String defType, String defPackage) {
    return 0;
  }

  public String getString(int id) throws NotFoundException {
    throw new NotFoundException();
  }

  public String getString(int id, Object... formatArgs) throws NotFoundException {
    throw new NotFoundException();
  }
}
