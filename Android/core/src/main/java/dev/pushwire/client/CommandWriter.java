package dev.pushwire.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns a command into JSON. */
final class CommandWriter implements ClientCommandHandler {
  private final Map<String, JsonValue> members = new LinkedHashMap<>();

  JsonValue json() {
    return JsonValue.object(members);
  }

  private CommandWriter command(String name) {
    members.put("command", JsonValue.of(name));
    return this;
  }

  private CommandWriter with(String name, JsonValue value) {
    if (!value.isNull()) {
      members.put(name, value);
    }
    return this;
  }

  private CommandWriter with(String name, String text) {
    return with(name, JsonValue.of(text));
  }

  private CommandWriter with(String name, long number) {
    return with(name, JsonValue.of(number));
  }

  private CommandWriter with(String name, boolean flag) {
    return with(name, JsonValue.of(flag));
  }

  private CommandWriter with(String name, CodedWord word) {
    return with(name, word.word());
  }

  private CommandWriter with(String name, Destination destination) {
    return with(name, destination == null ? JsonValue.NULL : destination.json());
  }

  private CommandWriter with(String name, List<String> texts) {
    return with(name, Codec.TEXTS.write(texts));
  }

  private void record(String name, Coded record) {
    command(name);
    members.putAll(record.members());
  }

  @Override
  public void adoptInstallation(String id, String predecessor) {
    command("adopt_installation").with("id", id).with("predecessor", predecessor);
  }

  @Override
  public void showExplainer(String moment) {
    command("show_explainer").with("moment", moment);
  }

  @Override
  public void hideExplainer() {
    command("hide_explainer");
  }

  @Override
  public void requestAuthorization(boolean provisional) {
    command("request_authorization").with("provisional", provisional);
  }

  @Override
  public void askForToken(long attempt) {
    command("ask_for_token").with("attempt", attempt);
  }

  @Override
  public void putRegistration(RegistrationCall call) {
    record("put_registration", call);
  }

  @Override
  public void postLogout(long request, long generation) {
    command("post_logout").with("request", request).with("generation", generation);
  }

  @Override
  public void cancelRequest(long request) {
    command("cancel_request").with("request", request);
  }

  @Override
  public void settle(long caller, RegistrationOutcome outcome) {
    command("settle").with("caller", caller).with("outcome", outcome);
  }

  @Override
  public void clearDelivered() {
    command("clear_delivered");
  }

  @Override
  public void clearInbox() {
    command("clear_inbox");
  }

  @Override
  public void present(long handle, List<Presentation> options) {
    command("present").with("handle", handle).with("options", Codec.list(Presentation.CODEC).write(options));
  }

  @Override
  public void display(long handle, String notification, boolean alerts) {
    command("display").with("handle", handle).with("notification", notification).with("alerts", alerts);
  }

  @Override
  public void deliver(long handle, boolean suppressed) {
    command("deliver").with("handle", handle).with("suppressed", suppressed);
  }

  @Override
  public void complete(long handle, WorkResult result) {
    command("complete").with("handle", handle).with("result", result);
  }

  @Override
  public void runWork(SilentWork work) {
    record("run_work", work);
  }

  @Override
  public void cancelWork(long work) {
    command("cancel_work").with("work", work);
  }

  @Override
  public void storeInbox(String notification, String notificationClass, Destination destination) {
    command("store_inbox")
        .with("notification", notification)
        .with("class", notificationClass)
        .with("destination", destination);
  }

  @Override
  public void syncInbox() {
    command("sync_inbox");
  }

  @Override
  public void reconcile(List<String> classes) {
    command("reconcile").with("classes", classes);
  }

  @Override
  public void addLocal(LocalNotification local) {
    record("add_local", local);
  }

  @Override
  public void cancelLocals(List<String> notifications) {
    command("cancel_locals").with("notifications", notifications);
  }

  @Override
  public void authorize(long tap, Destination destination) {
    command("authorize").with("tap", tap).with("destination", destination);
  }

  @Override
  public void navigate(long tap, Destination destination, Navigation mode, String action) {
    command("navigate")
        .with("tap", tap)
        .with("destination", destination)
        .with("mode", mode)
        .with("action", action);
  }

  @Override
  public void runAction(String action, String notification, String notificationClass, String text) {
    command("run_action")
        .with("action", action)
        .with("notification", notification)
        .with("class", notificationClass)
        .with("text", text);
  }

  @Override
  public void setCategories(List<String> ids) {
    command("set_categories").with("ids", ids);
  }

  @Override
  public void createChannels(List<String> ids) {
    command("create_channels").with("ids", ids);
  }

  @Override
  public void registerTask(String id) {
    command("register_task").with("id", id);
  }

  @Override
  public void submitTask(String id, long earliest) {
    command("submit_task").with("id", id).with("earliest", earliest);
  }

  @Override
  public void cancelTasks(List<String> ids) {
    command("cancel_tasks").with("ids", ids);
  }

  @Override
  public void runTask(String id, long run) {
    command("run_task").with("id", id).with("run", run);
  }

  @Override
  public void cancelRun(long run) {
    command("cancel_run").with("run", run);
  }

  @Override
  public void completeTask(long run, boolean success) {
    command("complete_task").with("run", run).with("success", success);
  }

  @Override
  public void warn(String code, String subject) {
    command("warn").with("code", code).with("subject", subject);
  }

  @Override
  public void scheduleFlush(long after, long spread) {
    command("schedule_flush").with("after", after).with("spread", spread);
  }

  @Override
  public void postReceipts(long request, ReceiptBatch batch) {
    command("post_receipts").with("request", request).with("batch", batch.json());
  }
}
