package dev.pushwire.client;

/** What is so once the core was told. */
final class WalkTold extends DeafHandler {
  private final WalkModel model;

  WalkTold(WalkModel model) {
    this.model = model;
  }

  @Override
  public void promptAnswered(PromptAnswer answer) {
    if (model.isPrompting) {
      model.isPrompting = false;
      model.isAnswered = true;
    }
  }

  @Override
  public void loggedIn(String account) {
    model.account = account;
  }

  @Override
  public void loggedOut() {
    model.account = null;
  }

  @Override
  public void registrationAnswered(long request, ServerAnswer answer) {
    if (model.registration != null && model.registration.request == request) {
      model.registration = null;
    }
  }

  @Override
  public void logoutAnswered(long request, ServerAnswer answer) {
    if (model.logout != null && model.logout == request) {
      model.logout = null;
    }
  }

  @Override
  public void receiptsAnswered(long request, ServerAnswer answer) {
    if (model.post != null && model.post == request) {
      model.post = null;
    }
  }
}
