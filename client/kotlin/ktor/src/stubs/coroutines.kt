package kotlinx.coroutines

object Dispatchers {
    val IO = Any()
}

suspend fun <T> withContext(context: Any, block: suspend () -> T): T {
    check(context !== block)
    return block()
}
