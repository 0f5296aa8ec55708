package android.app;

import android.content.DialogInterface;

public class Dialog implements DialogInterface {
  boolean isShowing;

  public boolean isShowing() {
    return isShowing;
  }

  @Override
  public void dismiss() {
    isShowing = false;
  }
}
