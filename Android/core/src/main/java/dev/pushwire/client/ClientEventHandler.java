package dev.pushwire.client;

/** Hears an event: one method for each kind. See {@link ClientEvent} for what they mean. */
public interface ClientEventHandler {

  // The app's life

  /** The process begins. First of all events; it may come again in tests only. */
  void launched(Launch launch);

  /** The app is in front. */
  void foregrounded();

  /** The app is not in front any more. */
  void backgrounded();

  /** The network came or went. */
  void networkChanged(boolean isOnline);

  /** What is on the screen, as the app says. */
  void screenShown(Screen screen);

  // Permission

  /**
   * What the system says of notifications: at each launch, on each return to the foreground and after a
   * prompt.
   */
  void permissionRead(Permission permission);

  /** A value moment of the profile. */
  void momentReached(String name);

  /** The app's own explainer was answered with yes or with "not now". */
  void explainerAnswered(boolean accepted);

  /** The system's prompt ended. */
  void promptAnswered(PromptAnswer answer);

  /** The app's passive row led to the Settings. */
  void settingsOpened();

  // Registration

  /** The app asks to register; {@code caller} waits for how it ends. */
  void registrationAsked(long caller);

  /** The system gave a token. */
  void tokenReceived(DeviceToken token);

  /** The system refused, with its code, verbatim. */
  void tokenFailed(String code);

  /** The system did not answer in time; {@code attempt} as in the command. */
  void tokenTimedOut(long attempt);

  /** The server answered a registration, or did not. */
  void registrationAnswered(long request, ServerAnswer answer);

  /** An account signed in. */
  void loggedIn(String account);

  /** The account signed out. */
  void loggedOut();

  /** The server answered a logout, or did not. */
  void logoutAnswered(long request, ServerAnswer answer);

  // Notifications

  /** The system handed over a notification. */
  void pushArrived(PushArrival push);

  /** Android's {@code onDeletedMessages}: the provider dropped some. */
  void messagesDeleted();

  /** Silent work ended. */
  void workFinished(long work, WorkResult result);

  /** Silent work is over its budget, or the system ends it. */
  void workExpired(long work);

  /** The app asks for a local notification. */
  void localAsked(LocalNotification local);

  /** The app does not want a local notification any more. */
  void localWithdrawn(String notification);

  /** The system did not take a local notification. */
  void localRefused(String notification, String reason);

  // Taps

  /** A person did something with a notification. */
  void responded(Response response);

  /** An app link, or a URL of the app's own scheme. */
  void linkOpened(String url);

  /** The app can navigate. */
  void uiReady();

  /** The app cannot navigate any more. */
  void uiNotReady();

  /** The app said whether a destination may open. */
  void accessAnswered(long tap, Access access);

  // Background tasks

  /** The app asks for a background task. */
  void taskAsked(String id);

  /**
   * The system took a task, or did not: {@code fault} is {@code unavailable}, {@code too_many} or {@code
   * not_permitted}; null: it took it.
   */
  void taskSubmitted(String id, String fault);

  /** The system starts a task. */
  void taskStarted(String id, long run);

  /** The app ended a task. */
  void taskFinished(long run, boolean success);

  /** The system ends a task. */
  void taskExpired(long run);

  // Receipts

  /** The scheduled flush is due. */
  void flushDue();

  /** The server answered receipts, or did not. */
  void receiptsAnswered(long request, ServerAnswer answer);
}
