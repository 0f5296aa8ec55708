package dev.pushwire.parcel;
class Helper<T extends Comparable<? super T> & Runnable> {
    static <A, B> Map<A, List<? extends B>> of(Map.Entry<A, B>... entries) throws Exception { return null; }
    void go() {
        if (a < b && c > d) run(); else if (x instanceof Foo) stop();
        int n = a < b ? (a > b ? 1 : 2) : (int) (c >> 2) >>> 1;
        NotificationChannel channel = new NotificationChannel("orders", getString(R.string.orders), NotificationManager.IMPORTANCE_HIGH);
        ((NotificationManager) getSystemService(NOTIFICATION_SERVICE)).createNotificationChannel(channel);
        button.setOnClickListener(v -> { requestPermissions(new String[] {Manifest.permission.POST_NOTIFICATIONS}, 1); });
        FirebaseMessaging.getInstance().subscribeToTopic("news")
            .addOnSuccessListener(unused -> Log.d("x", "ok"))
            .addOnFailureListener(new OnFailureListener() { public void onFailure(Exception e) { throw new RuntimeException(e); } });
        for (;;) if (done()) break;
        Runnable r = this::go; Function<Integer, int[]> f = int[]::new;
        handler.postDelayed(new Runnable() { @Override public void run() { handler.post(this); } }, 1_000L);
        var text = """
            {"aps": {"content-available": 1}}
            """;
        label: { break label; }
        final class Inner extends Thread { { start(); } }
        return;
    }
}
