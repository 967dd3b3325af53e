package bollard.kotlin

import bollard.Bollard
import bollard.Expectations
import bollard.FailPolicy
import bollard.Verdict
import java.time.Duration

/**
 * A client for one captcha with named arguments; make one when your server starts. Safe to share between threads.
 *
 * @param secretKey the captcha's secret key, `bsec_…`; it never leaves your server
 * @param host address of the Bollard installation, such as `https://captcha.example.org`
 * @param siteKey only tokens of this site key pass; without it, those of every environment of the secret key
 * @param timeout for the whole call, a retry included
 * @throws bollard.ConfigurationException
 */
class Captcha(
    secretKey: String,
    host: String,
    siteKey: String? = null,
    timeout: Duration = Duration.ofSeconds(5),
    failPolicy: FailPolicy = FailPolicy.RECORDED_OUTAGE
) {
    private val client: Bollard =
        Bollard.with(secretKey, host).siteKey(siteKey).timeout(timeout).failPolicy(failPolicy).build()

    /**
     * Whether the visitor who sent a form passed. Never throws. It blocks its thread for up to [timeout]: in a coroutine call it within
     * `withContext(Dispatchers.IO)`.
     *
     * @param token the form's field `bollard-response`; null if the form has none
     * @param remoteIp the visitor's address as your server sees it
     * @param action the action that the form gave the widget
     * @param hostnames host names on which the form may have been
     */
    fun verify(
        token: String?,
        remoteIp: String? = null,
        action: String? = null,
        hostnames: Collection<String>? = null
    ): Verdict {
        val expected = Expectations.NONE.remoteIp(remoteIp).action(action)
        return client.verify(token, if (hostnames == null) expected else expected.hostnames(hostnames))
    }

    override fun toString(): String = client.toString()
}

/** 0 = person, 1 = bot; null if nobody was scored. */
val Verdict.scoreOrNull: Double? get() = if (score().isPresent) score().asDouble else null

/** Why there is no verdict; null when there is one. */
val Verdict.failureOrNull: String? get() = failure().orElse(null)

/** When to ask again, if Bollard said so. */
val Verdict.retryAfterSecondsOrNull: Int? get() = if (retryAfterSeconds().isPresent) retryAfterSeconds().asInt else null
