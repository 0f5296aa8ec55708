package dev.pushwire.client;

/** Hears events and does nothing: what hears some of them overrides those. */
class DeafHandler implements ClientEventHandler {
  @Override
  public void launched(Launch launch) {}

  @Override
  public void foregrounded() {}

  @Override
  public void backgrounded() {}

  @Override
  public void networkChanged(boolean isOnline) {}

  @Override
  public void screenShown(Screen screen) {}

  @Override
  public void permissionRead(Permission permission) {}

  @Override
  public void momentReached(String name) {}

  @Override
  public void explainerAnswered(boolean accepted) {}

  @Override
  public void promptAnswered(PromptAnswer answer) {}

  @Override
  public void settingsOpened() {}

  @Override
  public void registrationAsked(long caller) {}

  @Override
  public void tokenReceived(DeviceToken token) {}

  @Override
  public void tokenFailed(String code) {}

  @Override
  public void tokenTimedOut(long attempt) {}

  @Override
  public void registrationAnswered(long request, ServerAnswer answer) {}

  @Override
  public void loggedIn(String account) {}

  @Override
  public void loggedOut() {}

  @Override
  public void logoutAnswered(long request, ServerAnswer answer) {}

  @Override
  public void pushArrived(PushArrival push) {}

  @Override
  public void messagesDeleted() {}

  @Override
  public void workFinished(long work, WorkResult result) {}

  @Override
  public void workExpired(long work) {}

  @Override
  public void localAsked(LocalNotification local) {}

  @Override
  public void localWithdrawn(String notification) {}

  @Override
  public void localRefused(String notification, String reason) {}

  @Override
  public void responded(Response response) {}

  @Override
  public void linkOpened(String url) {}

  @Override
  public void uiReady() {}

  @Override
  public void uiNotReady() {}

  @Override
  public void accessAnswered(long tap, Access access) {}

  @Override
  public void taskAsked(String id) {}

  @Override
  public void taskSubmitted(String id, String fault) {}

  @Override
  public void taskStarted(String id, long run) {}

  @Override
  public void taskFinished(long run, boolean success) {}

  @Override
  public void taskExpired(long run) {}

  @Override
  public void flushDue() {}

  @Override
  public void receiptsAnswered(long request, ServerAnswer answer) {}
}
