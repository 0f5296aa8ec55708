package dev.pushwire.android;

import dev.pushwire.client.ClientCommandHandler;
import dev.pushwire.client.Destination;
import dev.pushwire.client.LocalNotification;
import dev.pushwire.client.Navigation;
import dev.pushwire.client.Presentation;
import dev.pushwire.client.ReceiptBatch;
import dev.pushwire.client.RegistrationCall;
import dev.pushwire.client.RegistrationOutcome;
import dev.pushwire.client.SilentWork;
import dev.pushwire.client.WorkResult;
import java.util.List;

/** Hands each command to whoever does it. On the worker. */
final class Commands implements ClientCommandHandler {
  private final Pushwire push;

  Commands(Pushwire push) {
    this.push = push;
  }

  @Override
  public void adoptInstallation(String id, String predecessor) {
    push.life.adopt(id, predecessor);
  }

  @Override
  public void showExplainer(String moment) {
    String text = push.policy.moments.get(moment);
    push.explainer.show(moment, text == null ? "" : text);
  }

  @Override
  public void hideExplainer() {
    push.explainer.hide();
  }

  @Override
  public void requestAuthorization(boolean provisional) {
    if (!provisional) {
      push.permissions.request();
    }
  }

  @Override
  public void askForToken(long attempt) {
    push.registration.askForToken(attempt);
  }

  @Override
  public void putRegistration(RegistrationCall call) {
    push.registration.put(call);
  }

  @Override
  public void postLogout(long request, long generation) {
    push.registration.logout(request, generation);
  }

  @Override
  public void cancelRequest(long request) {
    push.registration.cancel(request);
  }

  @Override
  public void settle(long caller, RegistrationOutcome outcome) {
    push.registration.settle(caller, outcome);
  }

  @Override
  public void clearDelivered() {
    push.display.clear();
    push.locals.clear();
  }

  @Override
  public void clearInbox() {
    push.inbox.clear();
  }

  @Override
  public void present(long handle, List<Presentation> options) {
    push.locals.present(handle, options);
  }

  @Override
  public void display(long handle, String notification, boolean alerts) {
    push.messages.display(handle, alerts);
  }

  @Override
  public void deliver(long handle, boolean suppressed) {
    // Apple's systems.
  }

  @Override
  public void complete(long handle, WorkResult result) {
    push.messages.complete(handle);
    push.taps.complete(handle);
  }

  @Override
  public void runWork(SilentWork work) {
    push.works.run(work);
  }

  @Override
  public void cancelWork(long work) {
    push.works.cancel(work);
  }

  @Override
  public void storeInbox(String notification, String notificationClass, Destination destination) {
    push.inbox.changed();
  }

  @Override
  public void syncInbox() {
    push.inbox.changed();
  }

  @Override
  public void reconcile(List<String> classes) {
    push.works.reconcile(classes);
  }

  @Override
  public void addLocal(LocalNotification local) {
    push.locals.add(local);
  }

  @Override
  public void cancelLocals(List<String> notifications) {
    push.locals.cancel(notifications);
  }

  @Override
  public void authorize(long tap, Destination destination) {
    push.taps.askAccess(tap, destination);
  }

  @Override
  public void navigate(long tap, Destination destination, Navigation mode, String action) {
    push.routes.put(new PushwireNavigation<>(destination, mode, action));
  }

  @Override
  public void runAction(String action, String notification, String notificationClass, String text) {
    push.works.act(new PushwireAction(action, notification, notificationClass, text));
  }

  @Override
  public void setCategories(List<String> ids) {
    // Apple's systems.
  }

  @Override
  public void createChannels(List<String> ids) {
    push.display.createChannels(ids);
  }

  @Override
  public void registerTask(String id) {
    // The manifest of the library has the one service; the core knows which ids have a handler.
  }

  @Override
  public void submitTask(String id, long earliest) {
    push.tasks.submit(id, earliest);
  }

  @Override
  public void cancelTasks(List<String> ids) {
    push.tasks.cancel(ids);
  }

  @Override
  public void runTask(String id, long run) {
    push.tasks.run(id, run);
  }

  @Override
  public void cancelRun(long run) {
    push.tasks.cancelRun(run);
  }

  @Override
  public void completeTask(long run, boolean success) {
    push.tasks.complete(run);
  }

  @Override
  public void warn(String code, String subject) {
    push.log(code, subject);
  }

  @Override
  public void scheduleFlush(long after, long spread) {
    push.registration.scheduleFlush(after, spread);
  }

  @Override
  public void postReceipts(long request, ReceiptBatch batch) {
    push.registration.postReceipts(request, batch);
  }
}
