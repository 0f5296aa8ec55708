package android.app;

import android.content.Context;
import android.content.DialogInterface;
import java.util.ArrayList;
import java.util.List;

public class AlertDialog extends Dialog {
  /** All that were shown. */
  public static final List<AlertDialog> FAKE_SHOWN = new ArrayList<>();

  public Context fakeContext;
  public CharSequence fakeTitle;
  public CharSequence fakeMessage;
  public CharSequence fakePositive;
  public CharSequence fakeNegative;
  public boolean fakeCancelable = true;
  private DialogInterface.OnClickListener positive;
  private DialogInterface.OnClickListener negative;

  protected AlertDialog() {}

  public void fakeClick(int which) {
    dismiss();
    (which == DialogInterface.BUTTON_POSITIVE ? positive : negative).onClick(this, which);
  }

  public static class Builder {
    private final AlertDialog dialog = new AlertDialog();

    public Builder(Context context) {
      dialog.fakeContext = context;
    }

    public Builder setTitle(CharSequence title) {
      dialog.fakeTitle = title;
      return this;
    }

    public Builder setMessage(CharSequence message) {
      dialog.fakeMessage = message;
      return this;
    }

    public Builder setCancelable(boolean cancelable) {
      dialog.fakeCancelable = cancelable;
      return this;
    }

    public Builder setPositiveButton(CharSequence text, DialogInterface.OnClickListener listener) {
      dialog.fakePositive = text;
      dialog.positive = listener;
      return this;
    }

    public Builder setNegativeButton(CharSequence text, DialogInterface.OnClickListener listener) {
      dialog.fakeNegative = text;
      dialog.negative = listener;
      return this;
    }

    public AlertDialog show() {
      dialog.isShowing = true;
      FAKE_SHOWN.add(dialog);
      return dialog;
    }
  }
}
