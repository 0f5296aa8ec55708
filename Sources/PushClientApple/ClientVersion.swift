/// The version of this client, for the server's counts.
public enum ClientVersion {
  public static let text = "0.1.0"
}
