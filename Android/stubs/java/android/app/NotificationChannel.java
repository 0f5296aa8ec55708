package android.app;

public final class NotificationChannel {
  private final String id;
  private final CharSequence name;
  private int importance;
  private String description;
  private String group;

  public NotificationChannel(String id, CharSequence name, int importance) {
    this.id = id;
    this.name = name;
    this.importance = importance;
  }

  public String getId() {
    return id;
  }

  public CharSequence getName() {
    return name;
  }

  public int getImportance() {
    return importance;
  }

  public void setImportance(int importance) {
    this.importance = importance;
  }

  public String getDescription() {
    return description;
  }

  public void setDescription(String description) {
    this.description = description;
  }

  public String getGroup() {
    return group;
  }

  public void setGroup(String groupId) {
    group = groupId;
  }
}
