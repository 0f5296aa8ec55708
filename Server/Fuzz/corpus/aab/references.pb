
°
5
android*http://schemas.android.com/apk/res/androidmanifest"packagedev.pushwire.parcel*Ì
Ãapplication"W
*http://schemas.android.com/apk/res/androidenabled@bool/on(€„2
ŠŞ…øbool/on"[
*http://schemas.android.com/apk/res/androidlabel@string/app(€„2
Ø…ø
string/app