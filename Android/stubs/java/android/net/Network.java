package android.net;

public class Network {
  protected Network() {}
}
