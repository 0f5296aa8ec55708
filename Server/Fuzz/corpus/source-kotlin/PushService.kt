@file:JvmName("Push")
package dev.pushwire.parcel.push

import android.content.Context
import com.google.firebase.messaging.FirebaseMessagingService
import com.google.firebase.messaging.RemoteMessage as Message
import kotlinx.coroutines.*

const val CHANNEL_ORDERS = "orders"
private val TAG = PushService::class.java.simpleName
typealias Handler = suspend (Context, String) -> Unit

/* nested /* comment */ still */
sealed interface PushResult {
  data class Shown(val id: Int, val text: String = "none") : PushResult
  object Dropped : PushResult
  data object Failed : PushResult { override fun toString() = "failed" }
}

enum class Channel(val id: String, private val importance: Int) {
  ORDERS("orders", 4),
  @Deprecated("x") OFFERS("offers", 3) { override fun label() = "Offers" };

  open fun label(): String = id
  companion object {
    const val COUNT = 2
    @JvmStatic fun of(id: String?): Channel? = entries.firstOrNull { it.id == id }
  }
}

@AndroidEntryPoint
class PushService @Inject constructor(
  private val api: ParcelApi,
  dispatcher: CoroutineDispatcher = Dispatchers.IO,
  val names: Map<String, List<Int>>,
) : FirebaseMessagingService(), CoroutineScope by MainScope(), Foo<Bar> {

  private val job = SupervisorJob()
  private val scope = CoroutineScope(dispatcher + job)
  @get:Named("x") lateinit var store: TokenStore
  val prefs by lazy { getSharedPreferences("parcel", MODE_PRIVATE) }
  var count: Int = 0
    get() = field + 1
    private set(value) {
      if (value > 0) field = value
    }
  val isReady: Boolean get() = store != null && count > 0
  val String.masked: String
    get() = take(4) + "…"

  init {
    Log.d(TAG, "made ${names.size} for $dispatcher and ${if (count > 0) "some" else "none"}")
  }

  override fun onNewToken(token: String) {
    super.onNewToken(token)
    scope.launch {
      try {
        api.register(token, platform = "android")
      } catch (e: IOException) {
        Log.w(TAG, "failed", e)
        throw e
      } finally {
        store.save(token)
      }
    }
  }

  override fun onMessageReceived(message: Message) {
    val data = message.data["route"] ?: return
    val title = message.notification?.title ?: message.data["title"].orEmpty()
    val result = when (val kind = message.data["kind"]) {
      "order", "parcel" -> show(title, data)
      null -> return
      else -> {
        Log.i(TAG, "unknown $kind")
        PushResult.Dropped
      }
    }
    when {
      result is PushResult.Shown && result.id > 0 -> log(result)
      result !is PushResult.Dropped -> Unit
    }
    if (Build.VERSION.SDK_INT >= 26) createChannel() else Log.d(TAG, "old")
    for ((key, value) in message.data) println("$key=$value")
    outer@ for (i in 0 until 10 step 2) { if (i !in 1..<5) continue@outer else break }
    do { count-- } while (count > 0)
    val x = if (count > 0) { "a" } else "b"
    FirebaseMessaging.getInstance().token.addOnCompleteListener(OnCompleteListener { task ->
      if (!task.isSuccessful) {
        return@OnCompleteListener
      }
      val token = task.result!!
      onNewToken(token)
    })
    NotificationManagerCompat.from(this)
      .notify(1, NotificationCompat.Builder(this, CHANNEL_ORDERS)
        .setContentTitle(title)
        .apply { setSmallIcon(R.drawable.icon); priority = HIGH }
        .build())
    val worker = PeriodicWorkRequestBuilder<RefreshWorker>(15, TimeUnit.MINUTES).build()
    val pair = "a" to mapOf("b" to 1, "c" to listOf<String>())
    listener = object : View.OnClickListener, Other {
      private val id = 7
      override fun onClick(view: View?) { finish() }
      override fun onLong(view: View) = true
    }
    view.setOnClickListener { finish() }
    requestPermissions(arrayOf(Manifest.permission.POST_NOTIFICATIONS), 1)
    val f = fun(a: Int): Int { return a * 2 }
    val g = ::helper
    items.map(Item::id).filterNotNull().forEach { (a, b), index: Int -> println(a); println(b) }
    val y = message as? Message ?: throw IllegalStateException("no")
    text = """raw "quoted" $x
      ${'$'}{not} \n"""
    count += 1
    count++
    names["a"]?.let { run { it } }
    val n: Int? = null
    a < b && c > (d)
    return
  }

  private suspend fun show(title: String, route: String): PushResult = withContext(Dispatchers.Main) {
    delay(100L)
    PushResult.Shown(1)
  }
  fun <T : Any> Context.find(type: Class<T>): T? where T : Foo = null
  private fun pick(a: Int) = if (a > 1) "many" else "one"
  inner class Binder : android.os.Binder() { fun service() = this@PushService }
}
fun main(args: Array<String>) { exitProcess(1) }
