package dev.pushwire.android;

import android.content.Context;
import android.content.res.Resources;
import com.google.firebase.messaging.RemoteMessage;
import java.util.Map;

/** What a notification says, of a message or of the app's own. */
final class Content {
  String title;
  String body;
  String channel;
  String tag;
  Integer count;
  boolean isSticky;

  static Content of(RemoteMessage message, Context context) {
    Content made = new Content();
    Map<String, String> data = message.getData();
    RemoteMessage.Notification shown = message.getNotification();
    if (shown == null) {
      made.title = data.get("title");
      made.body = data.get("body");
    } else {
      made.title = text(
          shown.getTitle(), shown.getTitleLocalizationKey(), shown.getTitleLocalizationArgs(), context);
      made.body = text(
          shown.getBody(), shown.getBodyLocalizationKey(), shown.getBodyLocalizationArgs(), context);
      made.channel = shown.getChannelId();
      made.tag = shown.getTag();
      made.count = shown.getNotificationCount();
      made.isSticky = shown.getSticky();
    }
    if (made.tag == null || made.tag.isEmpty()) {
      made.tag = data.get(Payload.NOTIFICATION);
    }
    return made;
  }

  private static String text(String plain, String key, String[] arguments, Context context) {
    if (plain != null && !plain.isEmpty() || key == null) {
      return plain;
    }
    return translated(key, arguments, context);
  }

  /** Null: the app has no such text. */
  static String translated(String key, String[] arguments, Context context) {
    Resources resources = context.getResources();
    int id = resources.getIdentifier(key, "string", context.getPackageName());
    if (id == 0) {
      return null;
    }
    try {
      return arguments == null || arguments.length == 0
          ? resources.getString(id)
          : resources.getString(id, (Object[]) arguments);
    } catch (Resources.NotFoundException | java.util.IllegalFormatException unusable) {
      return null;
    }
  }
}
