package dev.pushwire.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** Turns an event into JSON. */
final class EventWriter implements ClientEventHandler {
  private final Map<String, JsonValue> members = new LinkedHashMap<>();

  JsonValue json() {
    return JsonValue.object(members);
  }

  private EventWriter event(String name) {
    members.put("event", JsonValue.of(name));
    return this;
  }

  /** The record's members stand beside {@code event}. */
  private void record(String name, Coded record) {
    members.putAll(record.members());
    event(name);
  }

  private EventWriter with(String name, JsonValue value) {
    if (!value.isNull()) {
      members.put(name, value);
    }
    return this;
  }

  @Override
  public void launched(Launch launch) {
    record("launched", launch);
  }

  @Override
  public void foregrounded() {
    event("foregrounded");
  }

  @Override
  public void backgrounded() {
    event("backgrounded");
  }

  @Override
  public void networkChanged(boolean isOnline) {
    event("network_changed").with("online", JsonValue.of(isOnline));
  }

  @Override
  public void screenShown(Screen screen) {
    record("screen_shown", screen);
  }

  @Override
  public void permissionRead(Permission permission) {
    record("permission_read", permission);
  }

  @Override
  public void momentReached(String name) {
    event("moment_reached").with("name", JsonValue.of(name));
  }

  @Override
  public void explainerAnswered(boolean accepted) {
    event("explainer_answered").with("accepted", JsonValue.of(accepted));
  }

  @Override
  public void promptAnswered(PromptAnswer answer) {
    record("prompt_answered", answer);
  }

  @Override
  public void settingsOpened() {
    event("settings_opened");
  }

  @Override
  public void registrationAsked(long caller) {
    event("registration_asked").with("caller", JsonValue.of(caller));
  }

  @Override
  public void tokenReceived(DeviceToken token) {
    record("token_received", token);
  }

  @Override
  public void tokenFailed(String code) {
    event("token_failed").with("code", JsonValue.of(code));
  }

  @Override
  public void tokenTimedOut(long attempt) {
    event("token_timed_out").with("attempt", JsonValue.of(attempt));
  }

  @Override
  public void registrationAnswered(long request, ServerAnswer answer) {
    event("registration_answered").with("request", JsonValue.of(request)).with("answer", answer.json());
  }

  @Override
  public void loggedIn(String account) {
    event("logged_in").with("account", JsonValue.of(account));
  }

  @Override
  public void loggedOut() {
    event("logged_out");
  }

  @Override
  public void logoutAnswered(long request, ServerAnswer answer) {
    event("logout_answered").with("request", JsonValue.of(request)).with("answer", answer.json());
  }

  @Override
  public void pushArrived(PushArrival push) {
    record("push_arrived", push);
  }

  @Override
  public void messagesDeleted() {
    event("messages_deleted");
  }

  @Override
  public void workFinished(long work, WorkResult result) {
    event("work_finished").with("work", JsonValue.of(work)).with("result", JsonValue.of(result.word()));
  }

  @Override
  public void workExpired(long work) {
    event("work_expired").with("work", JsonValue.of(work));
  }

  @Override
  public void localAsked(LocalNotification local) {
    record("local_asked", local);
  }

  @Override
  public void localWithdrawn(String notification) {
    event("local_withdrawn").with("notification", JsonValue.of(notification));
  }

  @Override
  public void localRefused(String notification, String reason) {
    event("local_refused")
        .with("notification", JsonValue.of(notification))
        .with("reason", JsonValue.of(reason));
  }

  @Override
  public void responded(Response response) {
    record("responded", response);
  }

  @Override
  public void linkOpened(String url) {
    event("link_opened").with("url", JsonValue.of(url));
  }

  @Override
  public void uiReady() {
    event("ui_ready");
  }

  @Override
  public void uiNotReady() {
    event("ui_not_ready");
  }

  @Override
  public void accessAnswered(long tap, Access access) {
    event("access_answered").with("tap", JsonValue.of(tap)).with("access", JsonValue.of(access.word()));
  }

  @Override
  public void taskAsked(String id) {
    event("task_asked").with("id", JsonValue.of(id));
  }

  @Override
  public void taskSubmitted(String id, String fault) {
    event("task_submitted").with("id", JsonValue.of(id)).with("fault", JsonValue.of(fault));
  }

  @Override
  public void taskStarted(String id, long run) {
    event("task_started").with("id", JsonValue.of(id)).with("run", JsonValue.of(run));
  }

  @Override
  public void taskFinished(long run, boolean success) {
    event("task_finished").with("run", JsonValue.of(run)).with("success", JsonValue.of(success));
  }

  @Override
  public void taskExpired(long run) {
    event("task_expired").with("run", JsonValue.of(run));
  }

  @Override
  public void flushDue() {
    event("flush_due");
  }

  @Override
  public void receiptsAnswered(long request, ServerAnswer answer) {
    event("receipts_answered").with("request", JsonValue.of(request)).with("answer", answer.json());
  }
}
