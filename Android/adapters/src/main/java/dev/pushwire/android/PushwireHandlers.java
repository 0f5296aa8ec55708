package dev.pushwire.android;

import dev.pushwire.client.Access;
import dev.pushwire.client.Destination;
import dev.pushwire.client.RegistrationOutcome;
import dev.pushwire.client.WorkResult;

/** What an app does for the client: one interface for each, to be written as a lambda. */
public final class PushwireHandlers {
  private PushwireHandlers() {}

  /** Gets a registration ticket of an account from the app's backend. Called in the background. */
  public interface Tickets {
    /**
     * A fresh ticket on each call.
     *
     * @throws java.io.IOException where the backend cannot be reached: it is tried again later
     * @throws Exception where it gives none
     */
    String ticket(String account) throws Exception;
  }

  /** Says whether a place may open now. Called in the background, when it is about to. */
  public interface Authorizer {
    /** What is forbidden, deleted or unknown looks the same to the person. */
    Access mayOpen(Destination place) throws Exception;
  }

  /** The app's work for a silent push. */
  public interface SilentWork {
    /** Runs on a thread of its own, which is interrupted when the time is over. */
    WorkResult run(PushwireWork work) throws Exception;
  }

  /** The app's work of a background task, or at a return to the front. */
  public interface Work {
    /** Runs on a thread of its own, which is interrupted when the time is over. */
    void run(PushwireWork work) throws Exception;
  }

  /** What a button does that does not open the app. */
  public interface Actions {
    /** Runs on a thread of its own; the system waits some seconds for it. */
    void run(PushwireAction action) throws Exception;
  }

  /** Lets the app decide whether a notification shows in front. */
  public interface Foreground {
    /** Null, or no answer in time: as the class says. Called on the main thread. */
    Boolean shows(PushwireArrival arrival);
  }

  /** Makes the app's typed place of a destination, as generated code does. */
  public interface Parser<P> {
    /** Null: there is no such place in this build. */
    P place(Destination destination);
  }

  /** Leads the app somewhere. Called on the main thread. */
  public interface Router<P> {
    /** Each tap or link once. */
    void open(PushwireNavigation<P> navigation);
  }

  /** Told how a registration ended. Called on the main thread. */
  public interface Registered {
    /** Once. */
    void ended(RegistrationOutcome outcome);
  }

  /** The developers' log. Called on any thread. */
  public interface Log {
    /**
     * Codes are stable. A subject is the id of a task, class, channel or button, or a code of the system's or
     * the server's, and never a token, an id of a person or text of a notification.
     */
    void line(String code, String subject);
  }

  /** Counts. Called on any thread. */
  public interface Metrics {
    /** Names and labels, never an id, token or text. */
    void count(dev.pushwire.client.ClientMetric metric);
  }
}
