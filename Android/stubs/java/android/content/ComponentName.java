package android.content;

public final class ComponentName {
  private final String pkg;
  private final String cls;

  public ComponentName(String pkg, String cls) {
    this.pkg = pkg;
    this.cls = cls;
  }

  public ComponentName(Context pkg, Class<?> cls) {
    this(pkg.getPackageName(), cls.getName());
  }

  public String getPackageName() {
    return pkg;
  }

  public String getClassName() {
    return cls;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ComponentName && ((ComponentName) other).pkg.equals(pkg)
        && ((ComponentName) other).cls.equals(cls);
  }

  @Override
  public int hashCode() {
    return pkg.hashCode() + cls.hashCode();
  }
}
