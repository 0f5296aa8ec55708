@Composable
internal fun ParcelScreen(
    viewModel: ParcelViewModel = hiltViewModel(),
    onOpen: (Route, @Composable () -> Unit) -> Unit,
    modifier: Modifier = Modifier,
) {
    val state by viewModel.state.collectAsStateWithLifecycle()
    val launcher = rememberLauncherForActivityResult(ActivityResultContracts.RequestPermission()) { granted: Boolean ->
        viewModel.onPermission(granted)
    }
    LaunchedEffect(key1 = state.id) {
        viewModel.events
            .filter { it.isNew }
            .map { event -> event.route to event.at }
            .catch { e -> Timber.e(e, "events failed: ${e.message ?: "unknown ${e::class.simpleName}"}") }
            .collect { (route, at) -> if (at > 0) onOpen(route) { Text("x") } }
    }
    Column(modifier.padding(8.dp).clickable(enabled = !state.busy, onClick = { viewModel.open() })) {
        when (val current = state.content) {
            is Content.Loading -> CircularProgressIndicator()
            is Content.Parcels if current.items.isNotEmpty() -> LazyColumn {
                items(current.items, key = { it.id }) { parcel -> ParcelRow(parcel) }
            }
            is Content.Failed, Content.Empty -> {
                Text(text = stringResource(R.string.none))
                Button(onClick = { launcher.launch(Manifest.permission.POST_NOTIFICATIONS) }) { Text("Allow") }
            }
            in listOf(Content.A, Content.B) -> Unit
            else -> error("unexpected")
        }
    }
    DisposableEffect(Unit) { onDispose { viewModel.close() } }
}

class RefreshWorker(context: Context, params: WorkerParameters) : CoroutineWorker(context, params) {
    override suspend fun doWork(): Result = try {
        val token = Firebase.messaging.token.await()
        api.register(token).also { log("registered") }
        if (isStopped) Result.retry() else Result.success()
    } catch (e: CancellationException) {
        throw e
    } catch (e: Exception) {
        if (runAttemptCount < 3) Result.retry() else Result.failure()
    }
    companion object {
        private const val NAME = "refresh"
        fun schedule(context: Context) = WorkManager.getInstance(context).enqueueUniquePeriodicWork(
            NAME, ExistingPeriodicWorkPolicy.KEEP,
            PeriodicWorkRequestBuilder<RefreshWorker>(1, TimeUnit.HOURS).setConstraints(Constraints.NONE).build(),
        )
    }
}
fun interface Opener { operator fun invoke(route: Route): Boolean }
inline fun <reified T> Intent.extra(name: String): T? = if (Build.VERSION.SDK_INT >= 33) getParcelableExtra(name, T::class.java) else null
@JvmInline value class Id(val raw: String) { init { require(raw.isNotBlank()) { "blank" } } }
