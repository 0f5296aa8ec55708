package dev.pushwire.parcel.push;

import static android.app.NotificationManager.IMPORTANCE_HIGH;
import java.util.*;
import com.google.firebase.messaging.FirebaseMessagingService;

/** Doc. */
@AndroidEntryPoint
public final class PushService extends FirebaseMessagingService implements Listener<String>, Other {
  private static final String TAG = "Push", OTHER = TAG + ".x";
  public static final String CHANNEL = "orders";
  private final Map<String, List<Integer>> names = new HashMap<>();
  private int[] sizes = {1, 2, 3}, more[];
  @Inject @Named("api") ParcelApi api;
  private final Runnable tick = () -> poll(1);

  static { System.loadLibrary("x"); }
  { names.put("a", new ArrayList<>()); }

  public PushService() { this(null); }
  @Inject PushService(final ParcelApi api) { super(); this.api = api; }

  enum Kind implements Named {
    ORDER("order") { @Override public String label() { return "Order"; } }, OFFER("offer"), PLAIN;
    private final String id;
    Kind(String id) { this.id = id; }
  }
  record Point(int x, @NonNull List<String> names) { Point { if (x < 0) throw new IllegalArgumentException("x"); } }
  @interface Marker { String value() default "a"; int[] sizes() default {}; }
  interface Callback<T extends Comparable<T>> { void done(T value); default void fail(Throwable t) { } }

  @Override
  public void onNewToken(@NonNull String token) {
    super.onNewToken(token);
    FirebaseMessaging.getInstance().getToken().addOnCompleteListener(new OnCompleteListener<String>() {
      private int tries = 3;
      @Override
      public void onComplete(@NonNull Task<String> task) {
        if (!task.isSuccessful()) {
          Log.w(TAG, "failed", task.getException());
          return;
        }
        send(task.getResult());
      }
    });
    executor.execute(() -> { api.register(token); });
    list.stream().filter(x -> x.size() > 2 && x.a < x.b).map(Item::getId).collect(Collectors.toList());
    list.sort((a, b) -> Integer.compare(a.n, b.n));
  }

  @Override public void onMessageReceived(RemoteMessage message) throws IOException, Other {
    String title = message.getData().get("title"), text;
    final Map<String, String> data = message.getData();
    List<String>[] lists = new List[3];
    int[] a = new int[] {1, 2}, b[] = {{1}};
    var kind = data.get("kind");
    if (kind == null) return; else if (kind.equals("x")) { throw new IllegalStateException(); } else a[0]++;
    switch (kind) {
      case "order":
      case "parcel": show(title); break;
      case "none": Log.d(TAG, "x");
      default: return;
    }
    int priority = switch (kind) { case "a", "b" -> 1; case "c" -> { log(); yield 2; } default -> throw new Error(); };
    String label = switch (o) { case Integer i when i > 3 -> "int"; case Point(int x, var n) -> "p"; default -> "x"; };
    for (Map.Entry<String, String> entry : data.entrySet()) { use(entry.getKey()); }
    for (int i = 0, n = a.length; i < n; i++) sum += a[i];
    while (true) { break; }
    do { x--; } while (x > 0);
    try (InputStream in = open(); Reader r = new Reader(in)) { in.read(); } catch (IOException | RuntimeException e) { } finally { close(); }
    synchronized (this) { names.clear(); }
    Object o = (Object) title; int k = (int) 3.5f; long l = (long) (k + 1); String s = (String) o; byte z = (byte) -1;
    if (o instanceof String str && !str.isEmpty()) { }
    boolean big = (flags & MASK) != 0 ? a < b : c > d;
    outer: for (;;) { continue outer; }
    char c = '"', d = '\'', e = '\u0041';
    text = """
        Hello
          "world" \
        end
        """;
    Intent intent = new Intent(this, MainActivity.class).setFlags(Intent.FLAG_A | Intent.FLAG_B);
    startActivity(intent);
    new Thread(this::poll).start();
    this.<String>generic("x");
    Outer.Inner inner = outer.new Inner(3);
    String[] args = null;
    Supplier<List<String>> sup = ArrayList<String>::new;
    x >>>= 2; y = x >> 1 >= 3 ? -1 : +1;
    assert x > 0 : "bad";
    class Local { void go() { } }
    System.exit(1);
  }
  native void poll(int... n);
  abstract <T> T find(Class<T> type);
  int old()[] { return null; }
}
