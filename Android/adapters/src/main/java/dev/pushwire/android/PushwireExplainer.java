package dev.pushwire.android;

import android.app.Activity;
import android.app.AlertDialog;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.ClientState;
import dev.pushwire.client.Permission;
import java.util.Objects;

/**
 * What the app draws of the permission: the explainer, while one is due, and a row that leads to the settings
 * where nothing else helps. {@link #useDialog} draws the explainer.
 */
public final class PushwireExplainer {
  private final Pushwire push;
  private String moment;
  private String text = "";
  private String settingsRow;
  private Permission permission = new Permission();
  private Runnable listener = () -> { };
  // On the main thread alone.
  private PushwireExplainerWords words;
  private Activity activity;
  private AlertDialog dialog;

  PushwireExplainer(Pushwire push) {
    this.push = push;
  }

  /** The value moment whose explainer is to be on the screen; null: none. */
  public synchronized String moment() {
    return moment;
  }

  /** Its text, as in the profile. */
  public synchronized String text() {
    return text;
  }

  /**
   * What a row in the app's settings offers to mend: denied, app_blocked, channel_blocked; null: there is
   * nothing to mend, and no row.
   */
  public synchronized String settingsRow() {
    return settingsRow;
  }

  /** What the system says; not to be changed. */
  public synchronized Permission permission() {
    return permission;
  }

  /** Told on the main thread when any of these has changed, and now. */
  public void setListener(Runnable listener) {
    synchronized (this) {
      this.listener = listener;
    }
    push.around.main.execute(listener);
  }

  /** Shows the explainer in a dialog over the Activity that is in front, while one is due. */
  public void useDialog(PushwireExplainerWords words) {
    push.around.main.execute(() -> {
      this.words = words;
      draw();
    });
  }

  /** Yes: the system's dialog comes. */
  public void accept() {
    answer(true);
  }

  /** Not now: no dialog is used up. */
  public void decline() {
    answer(false);
  }

  private void answer(boolean accepted) {
    push.decisions.post(ClientEvent.explainerAnswered(accepted));
    if (accepted && push.around.apiLevel < Permissions.DIALOG_LEVEL) {
      push.permissions.readAgain(); // there is no dialog: this decides
    }
  }

  void show(String moment, String text) {
    synchronized (this) {
      this.moment = moment;
      this.text = text;
    }
    changed();
  }

  void hide() {
    synchronized (this) {
      moment = null;
    }
    changed();
  }

  void update(ClientState state) {
    synchronized (this) {
      if (Objects.equals(settingsRow, state.priming.settingsRow) && permission.equals(state.permission)) {
        return;
      }
      settingsRow = state.priming.settingsRow;
      permission = state.permission;
    }
    changed();
  }

  private void changed() {
    push.around.main.execute(() -> {
      draw();
      Runnable told;
      synchronized (this) {
        told = listener;
      }
      told.run();
    });
  }

  // The dialog, on the main thread

  void activityChanged(Activity activity) {
    this.activity = activity;
    draw();
  }

  private void draw() {
    String due = moment();
    boolean isWanted = due != null && words != null && activity != null;
    if (dialog != null && !isWanted) {
      dialog.dismiss();
      dialog = null;
    } else if (dialog == null && isWanted) {
      // It goes by a yes or a no, and by nothing else.
      dialog = new AlertDialog.Builder(activity)
          .setTitle(words.title)
          .setMessage(text())
          .setCancelable(false)
          .setPositiveButton(words.accept, (shown, which) -> accept())
          .setNegativeButton(words.decline, (shown, which) -> decline())
          .show();
    }
  }
}
