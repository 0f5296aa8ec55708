package dev.pushwire.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads an event from JSON, as scenarios and recorded streams have it. */
final class EventReader {
  private final JsonValue json;

  private EventReader(JsonValue json) {
    this.json = json;
  }

  /** Null where it is no event, or has a member that does not fit. */
  static ClientEvent read(JsonValue json) {
    try {
      return new EventReader(json).event();
    } catch (Codec.Misfit misfit) {
      return null;
    }
  }

  private <T> T member(String name, Codec<T> codec) throws Codec.Misfit {
    return codec.read(json.get(name));
  }

  private ServerAnswer answer() throws Codec.Misfit {
    return member("answer", ServerAnswer.CODEC);
  }

  /** The members beside {@code event} are the record's own, and it knows them all. */
  private <T extends Coded> T record(T blank) throws Codec.Misfit {
    Map<String, JsonValue> members = new LinkedHashMap<>(json.object());
    members.remove("event");
    List<String> unknown = new ArrayList<>();
    T record = Coded.read(JsonValue.object(members), blank, unknown);
    if (!unknown.isEmpty()) {
      throw new Codec.Misfit();
    }
    return record;
  }

  private ClientEvent event() throws Codec.Misfit {
    switch (String.valueOf(json.get("event").string())) {
      case "launched":
        return ClientEvent.launched(record(new Launch()));
      case "foregrounded":
        return ClientEvent.foregrounded();
      case "backgrounded":
        return ClientEvent.backgrounded();
      case "network_changed":
        return ClientEvent.networkChanged(member("online", Codec.FLAG));
      case "screen_shown":
        return ClientEvent.screenShown(record(new Screen()));
      case "permission_read":
        return ClientEvent.permissionRead(record(new Permission()));
      case "moment_reached":
        return ClientEvent.momentReached(member("name", Codec.TEXT));
      case "explainer_answered":
        return ClientEvent.explainerAnswered(member("accepted", Codec.FLAG));
      case "prompt_answered":
        return ClientEvent.promptAnswered(record(new PromptAnswer()));
      case "settings_opened":
        return ClientEvent.settingsOpened();
      case "registration_asked":
        return ClientEvent.registrationAsked(member("caller", Codec.NUMBER));
      case "token_received":
        return ClientEvent.tokenReceived(record(new DeviceToken()));
      case "token_failed":
        return ClientEvent.tokenFailed(member("code", Codec.TEXT));
      case "token_timed_out":
        return ClientEvent.tokenTimedOut(member("attempt", Codec.NUMBER));
      case "registration_answered":
        return ClientEvent.registrationAnswered(member("request", Codec.NUMBER), answer());
      case "logged_in":
        return ClientEvent.loggedIn(member("account", Codec.TEXT));
      case "logged_out":
        return ClientEvent.loggedOut();
      case "logout_answered":
        return ClientEvent.logoutAnswered(member("request", Codec.NUMBER), answer());
      case "push_arrived":
        return ClientEvent.pushArrived(record(new PushArrival()));
      case "messages_deleted":
        return ClientEvent.messagesDeleted();
      case "work_finished":
        return ClientEvent.workFinished(member("work", Codec.NUMBER), member("result", WorkResult.CODEC));
      case "work_expired":
        return ClientEvent.workExpired(member("work", Codec.NUMBER));
      case "local_asked":
        return ClientEvent.localAsked(record(new LocalNotification()));
      case "local_withdrawn":
        return ClientEvent.localWithdrawn(member("notification", Codec.TEXT));
      case "local_refused":
        return ClientEvent.localRefused(member("notification", Codec.TEXT), member("reason", Codec.TEXT));
      case "responded":
        return ClientEvent.responded(record(new Response()));
      case "link_opened":
        return ClientEvent.linkOpened(member("url", Codec.TEXT));
      case "ui_ready":
        return ClientEvent.uiReady();
      case "ui_not_ready":
        return ClientEvent.uiNotReady();
      case "access_answered":
        return ClientEvent.accessAnswered(member("tap", Codec.NUMBER), member("access", Access.CODEC));
      case "task_asked":
        return ClientEvent.taskAsked(member("id", Codec.TEXT));
      case "task_submitted":
        return ClientEvent.taskSubmitted(member("id", Codec.TEXT), json.get("fault").string());
      case "task_started":
        return ClientEvent.taskStarted(member("id", Codec.TEXT), member("run", Codec.NUMBER));
      case "task_finished":
        return ClientEvent.taskFinished(member("run", Codec.NUMBER), member("success", Codec.FLAG));
      case "task_expired":
        return ClientEvent.taskExpired(member("run", Codec.NUMBER));
      case "flush_due":
        return ClientEvent.flushDue();
      case "receipts_answered":
        return ClientEvent.receiptsAnswered(member("request", Codec.NUMBER), answer());
      default:
        throw new Codec.Misfit();
    }
  }
}
