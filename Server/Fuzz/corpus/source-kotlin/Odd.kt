package a.b

import x.y.`in`.Z

@file:Suppress("x")

class Vm @AssistedInject constructor(
    @Assisted private val id: String,
    private val repo: Repo<List<String>> = Repo(),
) : ViewModel(), Opener by Delegate(repo), HasDefault {
    private val _state = MutableStateFlow<State>(State.Loading)
    val state: StateFlow<State> = _state.asStateFlow()
    var onClick: ((View, Int) -> Unit)? = null
    protected open val items: List<Item>
        get() {
            return field.filter { !it.gone }
        }
    private var job: Job? by Delegates.observable(null) { _, old, _ -> old?.cancel() }

    init { load() }

    constructor(other: Vm) : this(other.id) { copyFrom(other) }

    fun load() = viewModelScope.launch(CoroutineExceptionHandler { _, e -> log(e) } + Dispatchers.IO) {
        runCatching { repo.load(id) }
            .onSuccess { _state.value = State.Done(it) }
            .onFailure { e -> _state.update { s -> s.copy(error = e.message) } }
        val (a, _, c) = triple
        val n = listOf(1, 2, 3).map { x -> x * 2 }.filter { it > 2 && it < 10 }.sumOf { it }
        if (n > 3 &&
            a != c ||
            !flag
        ) return@launch
        val text = if (n > 1) "many"
        else if (n == 1) "one"
        else "none"
        val kind = when {
            n < 0 -> "neg"; n == 0 -> "zero"
            else -> { "pos" }
        }.uppercase()
        val x = try { parse(text) } catch (e: NumberFormatException) { null } ?: return@launch
        for (i in items.indices.reversed() step 2) items[i].let(::show)
        while (true) { val line = reader.readLine() ?: break; println(line) }
        do { n-- } while (n > 0)
        label@ for (j in 1..3) { run label2@{ if (j == 2) return@label2 } ; continue@label }
        with(binding) { title.text = "x"; button.setOnClickListener { onClick?.invoke(it, 1) } }
        callback = object : Callback<String>(1) {
            override fun onResult(r: String) = Unit
            override val name get() = "n"
        }
        val f: suspend (Int) -> Unit = { delay(it.toLong()) }
        f(3); onClick?.invoke(view, 2) ?: run { log("none") }
        map["a"] = map.getOrDefault("a", 0) + 1
        map += "b" to 2
        @Suppress("UNCHECKED_CAST") val l = any as List<String>
        val r = a as? String ?: b as? String ?: throw IllegalArgumentException("no $a")
        val inRange = n in 1..10 && n !in setOf(3) && a is String && c !is Int
        val bits = (n shl 2) or 0xFF and n.inv() xor 1
        val lambda = fun Int.(other: Int): Int = this + other
        val anon = { a: Int, b: Int -> a + b }
        print("${map["a"]} ${"nested ${a + "x"}"} $a.b \$c ${'$'}")
        val json = """{"a": "$a", "b": ${b.size}}""".trimIndent()
        val big = 1_000L; val h = 0x1F; val d = 1.5e3f; val ch = '\u0041'; val q = '\''
        array[0]++ ; --n
        throw if (n > 1) A() else B()
    }

    abstract inner class In<T : Any> where T : Comparable<T> { abstract fun go(t: T?): Map<in T, *> }
    enum class E { A, B; companion object { val DEFAULT = A } }
    enum class One { ONLY }
    companion object Factory : Creator<Vm> {
        const val TAG = "vm"
        @JvmStatic
        override fun create(id: String): Vm = Vm(id)
        private operator fun <T> T?.plus(o: T): T = this ?: o
    }
    override fun equals(other: Any?): Boolean = other is Vm && other.id == id
    val <T> List<T>.second: T get() = this[1]
    lateinit var z: String private set
    var counter = 0
        private set
    external fun native(x: Int)
}
internal actual fun interface Fn<in A, out B> { fun call(a: A): B }
sealed class S(val x: Int) { class A : S(1); data object B : S(2) }
annotation class Ann(val x: Array<String> = [], val k: KClass<*> = Any::class)
tailrec fun gcd(a: Int, b: Int): Int =
    if (b == 0) a
    else gcd(b, a % b)
val top by lazy { 1 }
fun String?.orEmpty2() = this ?: ""
context(Logger) fun logged() { log("x") }
fun f() { val a = 1 ; val b = -a
  +b
  listOf(1)
    .map { it }
    ?.first()
    ?: return
  x = y
    .z
}
typealias M<K> = Map<K, (Int) -> Unit>
