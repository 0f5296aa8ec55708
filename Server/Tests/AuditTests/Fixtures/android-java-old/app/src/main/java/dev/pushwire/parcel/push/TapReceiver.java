package dev.pushwire.parcel.push;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import dev.pushwire.parcel.MainActivity;

public class TapReceiver extends BroadcastReceiver {
    @Override
    public void onReceive(Context context, Intent received) {
        Intent open = new Intent(context, MainActivity.class);
        open.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
        open.putExtras(received);
        context.startActivity(open);
    }
}
