package dev.pushwire.client;

import java.util.List;
import java.util.function.Consumer;

/** What an adapter has to do, after the state was saved. {@link ClientCommandHandler} tells of each kind. */
public final class ClientCommand {
  private final Consumer<ClientCommandHandler> doing;

  private ClientCommand(Consumer<ClientCommandHandler> doing) {
    this.doing = doing;
  }

  /** Calls the method of this command's kind. */
  public void perform(ClientCommandHandler handler) {
    doing.accept(handler);
  }

  /** An object with the member {@code command} beside its own; what is null is left out. */
  public JsonValue json() {
    CommandWriter writer = new CommandWriter();
    perform(writer);
    return writer.json();
  }

  /** The word of its kind, as in the JSON. */
  public String name() {
    return json().get("command").string();
  }

  /** The word of its kind, and nothing of what it holds. */
  @Override
  public String toString() {
    return name();
  }

  // Identity and permission

  static ClientCommand adoptInstallation(String id, String predecessor) {
    return new ClientCommand(handler -> handler.adoptInstallation(id, predecessor));
  }

  static ClientCommand showExplainer(String moment) {
    return new ClientCommand(handler -> handler.showExplainer(moment));
  }

  static ClientCommand hideExplainer() {
    return new ClientCommand(handler -> handler.hideExplainer());
  }

  static ClientCommand requestAuthorization(boolean provisional) {
    return new ClientCommand(handler -> handler.requestAuthorization(provisional));
  }

  // Registration

  static ClientCommand askForToken(long attempt) {
    return new ClientCommand(handler -> handler.askForToken(attempt));
  }

  static ClientCommand putRegistration(RegistrationCall call) {
    return new ClientCommand(handler -> handler.putRegistration(call));
  }

  static ClientCommand postLogout(long request, long generation) {
    return new ClientCommand(handler -> handler.postLogout(request, generation));
  }

  static ClientCommand cancelRequest(long request) {
    return new ClientCommand(handler -> handler.cancelRequest(request));
  }

  static ClientCommand settle(long caller, RegistrationOutcome outcome) {
    return new ClientCommand(handler -> handler.settle(caller, outcome));
  }

  // Accounts

  static ClientCommand clearDelivered() {
    return new ClientCommand(handler -> handler.clearDelivered());
  }

  static ClientCommand clearInbox() {
    return new ClientCommand(handler -> handler.clearInbox());
  }

  // Notifications

  static ClientCommand present(long handle, List<Presentation> options) {
    return new ClientCommand(handler -> handler.present(handle, options));
  }

  static ClientCommand display(long handle, String notification, boolean alerts) {
    return new ClientCommand(handler -> handler.display(handle, notification, alerts));
  }

  static ClientCommand deliver(long handle, boolean suppressed) {
    return new ClientCommand(handler -> handler.deliver(handle, suppressed));
  }

  static ClientCommand complete(long handle, WorkResult result) {
    return new ClientCommand(handler -> handler.complete(handle, result));
  }

  static ClientCommand runWork(SilentWork work) {
    return new ClientCommand(handler -> handler.runWork(work));
  }

  static ClientCommand cancelWork(long work) {
    return new ClientCommand(handler -> handler.cancelWork(work));
  }

  static ClientCommand storeInbox(String notification, String notificationClass, Destination destination) {
    return new ClientCommand(handler -> handler.storeInbox(notification, notificationClass, destination));
  }

  static ClientCommand syncInbox() {
    return new ClientCommand(handler -> handler.syncInbox());
  }

  static ClientCommand reconcile(List<String> classes) {
    return new ClientCommand(handler -> handler.reconcile(classes));
  }

  static ClientCommand addLocal(LocalNotification local) {
    return new ClientCommand(handler -> handler.addLocal(local));
  }

  static ClientCommand cancelLocals(List<String> notifications) {
    return new ClientCommand(handler -> handler.cancelLocals(notifications));
  }

  // Taps

  static ClientCommand authorize(long tap, Destination destination) {
    return new ClientCommand(handler -> handler.authorize(tap, destination));
  }

  static ClientCommand navigate(long tap, Destination destination, Navigation mode, String action) {
    return new ClientCommand(handler -> handler.navigate(tap, destination, mode, action));
  }

  static ClientCommand runAction(String action, String notification, String notificationClass, String text) {
    return new ClientCommand(handler -> handler.runAction(action, notification, notificationClass, text));
  }

  // Set-up and background tasks

  static ClientCommand setCategories(List<String> ids) {
    return new ClientCommand(handler -> handler.setCategories(ids));
  }

  static ClientCommand createChannels(List<String> ids) {
    return new ClientCommand(handler -> handler.createChannels(ids));
  }

  static ClientCommand registerTask(String id) {
    return new ClientCommand(handler -> handler.registerTask(id));
  }

  static ClientCommand submitTask(String id, long earliest) {
    return new ClientCommand(handler -> handler.submitTask(id, earliest));
  }

  static ClientCommand cancelTasks(List<String> ids) {
    return new ClientCommand(handler -> handler.cancelTasks(ids));
  }

  static ClientCommand runTask(String id, long run) {
    return new ClientCommand(handler -> handler.runTask(id, run));
  }

  static ClientCommand cancelRun(long run) {
    return new ClientCommand(handler -> handler.cancelRun(run));
  }

  static ClientCommand completeTask(long run, boolean success) {
    return new ClientCommand(handler -> handler.completeTask(run, success));
  }

  static ClientCommand warn(String code, String subject) {
    return new ClientCommand(handler -> handler.warn(code, subject));
  }

  // Receipts

  static ClientCommand scheduleFlush(long after, long spread) {
    return new ClientCommand(handler -> handler.scheduleFlush(after, spread));
  }

  static ClientCommand postReceipts(long request, ReceiptBatch batch) {
    return new ClientCommand(handler -> handler.postReceipts(request, batch));
  }
}
