// Runs the cases of BOLLARD_CASES and prints what the client did. See client/README.md.

import bollard.ConfigurationException
import bollard.FailPolicy
import bollard.RunCases
import bollard.kotlin.Captcha
import java.time.Duration

@Suppress("UNCHECKED_CAST")
private fun Any?.entries(): Map<String, Any?> = this as Map<String, Any?>

private fun client(options: Map<String, Any?>): Captcha {
    val timeout = options["timeoutMs"] as Double?
    val policy = options["failPolicy"] as String?
    return Captcha(
        secretKey = options["secretKey"] as String,
        host = options["host"] as String,
        siteKey = options["siteKey"] as String?,
        timeout = if (timeout == null) Duration.ofSeconds(5) else Duration.ofMillis(timeout.toLong()),
        failPolicy = if (policy == null) FailPolicy.RECORDED_OUTAGE else FailPolicy.of(policy)
    )
}

private fun fault(options: Map<String, Any?>): String? =
    try {
        client(options)
        null
    } catch (error: ConfigurationException) {
        error.code()
    }

fun main() {
    val prepared = RunCases.prepared().entries()
    val cases = (prepared["cases"] as List<*>).map { it.entries() }.associate { one ->
        val call = one["call"].entries()
        @Suppress("UNCHECKED_CAST")
        val verdict = client(one["options"].entries()).verify(
            one["token"] as String?,
            remoteIp = call["remoteIp"] as String?,
            action = call["action"] as String?,
            hostnames = call["hostnames"] as List<String>?
        )
        one["id"] as String to verdict
    }
    val configurations = (prepared["configurations"] as List<*>).map { it.entries() }
        .associate { it["id"] as String to fault(it["options"].entries()) }
    println(RunCases.report(cases, configurations))
}
