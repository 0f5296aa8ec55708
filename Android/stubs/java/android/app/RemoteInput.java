package android.app;

import android.content.Intent;
import android.os.Bundle;

public final class RemoteInput {
  private static final String FAKE_RESULTS = "fake.remoteinput.results";
  private final String resultKey;
  private final CharSequence label;

  private RemoteInput(String resultKey, CharSequence label) {
    this.resultKey = resultKey;
    this.label = label;
  }

  public String getResultKey() {
    return resultKey;
  }

  public CharSequence getLabel() {
    return label;
  }

  public static Bundle getResultsFromIntent(Intent intent) {
    return intent.getBundleExtra(FAKE_RESULTS);
  }

  public static void addResultsToIntent(RemoteInput[] remoteInputs, Intent intent, Bundle results) {
    intent.putExtra(FAKE_RESULTS, results);
  }

  public static final class Builder {
    private final String resultKey;
    private CharSequence label;

    public Builder(String resultKey) {
      this.resultKey = resultKey;
    }

    public Builder setLabel(CharSequence label) {
      this.label = label;
      return this;
    }

    public RemoteInput build() {
      return new RemoteInput(resultKey, label);
    }
  }
}
