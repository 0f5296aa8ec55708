package dev.pushwire.client;

import java.util.List;

/** Does what commands say: one method for each kind. */
public interface ClientCommandHandler {

  // Identity and permission

  /**
   * Keep this id, with a new secret, outside backups; the predecessor is named to the server with its
   * secret. {@code predecessor} may be null.
   */
  void adoptInstallation(String id, String predecessor);

  /** Show the app's own explainer of a value moment. */
  void showExplainer(String moment);

  /** Take the explainer off the screen. */
  void hideExplainer();

  /** Ask the system. Not provisional: the explicit dialog. */
  void requestAuthorization(boolean provisional);

  // Registration

  /**
   * Ask the system for a token; unanswered after {@link ClientConstant#TOKEN_WAIT}: {@link
   * ClientEvent#tokenTimedOut}.
   */
  void askForToken(long attempt);

  /** Send a registration to the server; see {@link ServerCall#register}. */
  void putRegistration(RegistrationCall call);

  /** Send a logout to the server; see {@link ServerCall#logout}. */
  void postLogout(long request, long generation);

  /** A request that is not waited for any more. */
  void cancelRequest(long request);

  /** Ends the wait of whoever asked to register. */
  void settle(long caller, RegistrationOutcome outcome);

  // Accounts

  /** Take away what is not for everybody: what is shown, and pending local notifications. */
  void clearDelivered();

  /** Empty the inbox. */
  void clearInbox();

  // Notifications

  /** Apple's systems: complete {@code willPresent}. */
  void present(long handle, List<Presentation> options);

  /** Show the message. {@code alerts}: with sound and as something new. {@code notification} may be null. */
  void display(long handle, String notification, boolean alerts);

  /** Apple's systems: complete a service extension; {@code suppressed}: with a text that tells nothing. */
  void deliver(long handle, boolean suppressed);

  /** Complete a background push, or a response. */
  void complete(long handle, WorkResult result);

  /**
   * Begin the app's work for a silent push; report it, or that {@link ClientConstant#WORK_BUDGET} is over.
   */
  void runWork(SilentWork work);

  /** Stop it: nothing of it may have an effect after this. */
  void cancelWork(long work);

  /** Keep a notification in the app's inbox. {@code destination} may be null. */
  void storeInbox(String notification, String notificationClass, Destination destination);

  /** Fetch the whole inbox anew. */
  void syncInbox();

  /** Fetch what missed silent pushes would have told: the classes' names. */
  void reconcile(List<String> classes);

  /** Have a local notification shown at its time. */
  void addLocal(LocalNotification local);

  /** Withdraw pending local notifications. */
  void cancelLocals(List<String> notifications);

  // Taps

  /** Ask the app whether it may open. */
  void authorize(long tap, Destination destination);

  /** Lead the app to a destination; {@code action} is the button, null for a plain tap. */
  void navigate(long tap, Destination destination, Navigation mode, String action);

  /**
   * A button that does not open the app. {@code notification} and {@code notificationClass} and {@code text}
   * may be null.
   */
  void runAction(String action, String notification, String notificationClass, String text);

  // Set-up and background tasks

  /** Apple's systems: register these categories, and no others. */
  void setCategories(List<String> ids);

  /** Create these notification channels where they are not there. */
  void createChannels(List<String> ids);

  /** Register the handler of a background task. */
  void registerTask(String id);

  /** Hand a background task to the system, to begin at {@code earliest}. */
  void submitTask(String id, long earliest);

  /** Take submitted tasks back. */
  void cancelTasks(List<String> ids);

  /** Begin the app's work of a task. */
  void runTask(String id, long run);

  /** Stop it: nothing of it may have an effect after this. */
  void cancelRun(long run);

  /** Tell the system that a task ended. */
  void completeTask(long run, boolean success);

  /** A mistake in the app's set-up, for its developers: code and subject. */
  void warn(String code, String subject);

  // Receipts

  /**
   * Send {@link ClientEvent#flushDue} after {@code after} plus a random share of {@code spread},
   * milliseconds. Replaces the one before.
   */
  void scheduleFlush(long after, long spread);

  /** Send receipts to the server; see {@link ServerCall#receipts}. */
  void postReceipts(long request, ReceiptBatch batch);
}
