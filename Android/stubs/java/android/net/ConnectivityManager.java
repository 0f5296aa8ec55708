package android.net;

public class ConnectivityManager {
  public static class NetworkCallback {
    public NetworkCallback() {}

    public void onAvailable(Network network) {}

    public void onLost(Network network) {}
  }

  protected ConnectivityManager() {}

  public Network getActiveNetwork() {
    throw new UnsupportedOperationException("stub");
  }

  public void registerDefaultNetworkCallback(NetworkCallback networkCallback) {
    throw new UnsupportedOperationException("stub");
  }
}
