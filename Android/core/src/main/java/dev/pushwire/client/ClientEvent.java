package dev.pushwire.client;

import java.util.function.Consumer;

/**
 * What happens to the app. Adapters turn the system's callbacks, the app's calls, the server's answers and
 * ended waits into these; nothing else changes the state.
 *
 * <p>A <b>handle</b> stands for something the adapter keeps: a completion, a message to show. The core names
 * it in its commands, and each is completed once. A record that an event was made of is not to be changed any
 * more.
 */
public final class ClientEvent {
  private final Consumer<ClientEventHandler> telling;

  private ClientEvent(Consumer<ClientEventHandler> telling) {
    this.telling = telling;
  }

  /** Reads an event as {@link #json()} writes it; null where it is none or has a member that does not fit. */
  public static ClientEvent of(JsonValue json) {
    return EventReader.read(json);
  }

  /** Calls the method of this event's kind. */
  public void tell(ClientEventHandler handler) {
    telling.accept(handler);
  }

  /** An object with the member {@code event} beside its own, as in scenarios and recorded streams. */
  public JsonValue json() {
    EventWriter writer = new EventWriter();
    tell(writer);
    return writer.json();
  }

  /** The word of its kind, and nothing of what it holds. */
  @Override
  public String toString() {
    return String.valueOf(json().get("event").string());
  }

  // The app's life

  /** The process begins. First of all events; it may come again in tests only. */
  public static ClientEvent launched(Launch launch) {
    return new ClientEvent(handler -> handler.launched(launch));
  }

  /** The app is in front. */
  public static ClientEvent foregrounded() {
    return new ClientEvent(handler -> handler.foregrounded());
  }

  /** The app is not in front any more. */
  public static ClientEvent backgrounded() {
    return new ClientEvent(handler -> handler.backgrounded());
  }

  /** The network came or went. */
  public static ClientEvent networkChanged(boolean isOnline) {
    return new ClientEvent(handler -> handler.networkChanged(isOnline));
  }

  /** What is on the screen, as the app says. */
  public static ClientEvent screenShown(Screen screen) {
    return new ClientEvent(handler -> handler.screenShown(screen));
  }

  // Permission

  /**
   * What the system says of notifications: at each launch, on each return to the foreground and after a
   * prompt.
   */
  public static ClientEvent permissionRead(Permission permission) {
    return new ClientEvent(handler -> handler.permissionRead(permission));
  }

  /** A value moment of the profile. */
  public static ClientEvent momentReached(String name) {
    return new ClientEvent(handler -> handler.momentReached(name));
  }

  /** The app's own explainer was answered with yes or with "not now". */
  public static ClientEvent explainerAnswered(boolean accepted) {
    return new ClientEvent(handler -> handler.explainerAnswered(accepted));
  }

  /** The system's prompt ended. */
  public static ClientEvent promptAnswered(PromptAnswer answer) {
    return new ClientEvent(handler -> handler.promptAnswered(answer));
  }

  /** The app's passive row led to the Settings. */
  public static ClientEvent settingsOpened() {
    return new ClientEvent(handler -> handler.settingsOpened());
  }

  // Registration

  /** The app asks to register; {@code caller} waits for how it ends. */
  public static ClientEvent registrationAsked(long caller) {
    return new ClientEvent(handler -> handler.registrationAsked(caller));
  }

  /** The system gave a token. */
  public static ClientEvent tokenReceived(DeviceToken token) {
    return new ClientEvent(handler -> handler.tokenReceived(token));
  }

  /** The system refused, with its code, verbatim. */
  public static ClientEvent tokenFailed(String code) {
    return new ClientEvent(handler -> handler.tokenFailed(code));
  }

  /** The system did not answer in time; {@code attempt} as in the command. */
  public static ClientEvent tokenTimedOut(long attempt) {
    return new ClientEvent(handler -> handler.tokenTimedOut(attempt));
  }

  /** The server answered a registration, or did not. */
  public static ClientEvent registrationAnswered(long request, ServerAnswer answer) {
    return new ClientEvent(handler -> handler.registrationAnswered(request, answer));
  }

  /** An account signed in. */
  public static ClientEvent loggedIn(String account) {
    return new ClientEvent(handler -> handler.loggedIn(account));
  }

  /** The account signed out. */
  public static ClientEvent loggedOut() {
    return new ClientEvent(handler -> handler.loggedOut());
  }

  /** The server answered a logout, or did not. */
  public static ClientEvent logoutAnswered(long request, ServerAnswer answer) {
    return new ClientEvent(handler -> handler.logoutAnswered(request, answer));
  }

  // Notifications

  /** The system handed over a notification. */
  public static ClientEvent pushArrived(PushArrival push) {
    return new ClientEvent(handler -> handler.pushArrived(push));
  }

  /** Android's {@code onDeletedMessages}: the provider dropped some. */
  public static ClientEvent messagesDeleted() {
    return new ClientEvent(handler -> handler.messagesDeleted());
  }

  /** Silent work ended. */
  public static ClientEvent workFinished(long work, WorkResult result) {
    return new ClientEvent(handler -> handler.workFinished(work, result));
  }

  /** Silent work is over its budget, or the system ends it. */
  public static ClientEvent workExpired(long work) {
    return new ClientEvent(handler -> handler.workExpired(work));
  }

  /** The app asks for a local notification. */
  public static ClientEvent localAsked(LocalNotification local) {
    return new ClientEvent(handler -> handler.localAsked(local));
  }

  /** The app does not want a local notification any more. */
  public static ClientEvent localWithdrawn(String notification) {
    return new ClientEvent(handler -> handler.localWithdrawn(notification));
  }

  /** The system did not take a local notification. */
  public static ClientEvent localRefused(String notification, String reason) {
    return new ClientEvent(handler -> handler.localRefused(notification, reason));
  }

  // Taps

  /** A person did something with a notification. */
  public static ClientEvent responded(Response response) {
    return new ClientEvent(handler -> handler.responded(response));
  }

  /** An app link, or a URL of the app's own scheme. */
  public static ClientEvent linkOpened(String url) {
    return new ClientEvent(handler -> handler.linkOpened(url));
  }

  /** The app can navigate. */
  public static ClientEvent uiReady() {
    return new ClientEvent(handler -> handler.uiReady());
  }

  /** The app cannot navigate any more. */
  public static ClientEvent uiNotReady() {
    return new ClientEvent(handler -> handler.uiNotReady());
  }

  /** The app said whether a destination may open. */
  public static ClientEvent accessAnswered(long tap, Access access) {
    return new ClientEvent(handler -> handler.accessAnswered(tap, access));
  }

  // Background tasks

  /** The app asks for a background task. */
  public static ClientEvent taskAsked(String id) {
    return new ClientEvent(handler -> handler.taskAsked(id));
  }

  /**
   * The system took a task, or did not: {@code fault} is {@code unavailable}, {@code too_many} or {@code
   * not_permitted}; null: it took it.
   */
  public static ClientEvent taskSubmitted(String id, String fault) {
    return new ClientEvent(handler -> handler.taskSubmitted(id, fault));
  }

  /** The system starts a task. */
  public static ClientEvent taskStarted(String id, long run) {
    return new ClientEvent(handler -> handler.taskStarted(id, run));
  }

  /** The app ended a task. */
  public static ClientEvent taskFinished(long run, boolean success) {
    return new ClientEvent(handler -> handler.taskFinished(run, success));
  }

  /** The system ends a task. */
  public static ClientEvent taskExpired(long run) {
    return new ClientEvent(handler -> handler.taskExpired(run));
  }

  // Receipts

  /** The scheduled flush is due. */
  public static ClientEvent flushDue() {
    return new ClientEvent(handler -> handler.flushDue());
  }

  /** The server answered receipts, or did not. */
  public static ClientEvent receiptsAnswered(long request, ServerAnswer answer) {
    return new ClientEvent(handler -> handler.receiptsAnswered(request, answer));
  }
}
