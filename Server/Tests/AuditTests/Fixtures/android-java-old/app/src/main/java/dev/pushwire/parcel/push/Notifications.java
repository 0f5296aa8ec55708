package dev.pushwire.parcel.push;

import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.content.Context;
import android.os.Build;
import androidx.core.app.NotificationCompat;
import dev.pushwire.parcel.R;

final class Notifications {
    private static final String CHANNEL_ID = "orders_v2";

    static NotificationCompat.Builder builder(Context context, String title) {
        return new NotificationCompat.Builder(context, CHANNEL_ID)
                .setSmallIcon(R.drawable.parcel)
                .setContentTitle(title);
    }

    static void createChannels(Context context) {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.O) return;
        NotificationChannel channel =
                new NotificationChannel("orders", "Orders", NotificationManager.IMPORTANCE_DEFAULT);
        context.getSystemService(NotificationManager.class).createNotificationChannel(channel);
    }
}
