package bollard.scaladsl

import bollard.{Bollard, Expectations, FailPolicy}

import java.time.Duration
import scala.collection.JavaConverters._
import scala.concurrent.{blocking, ExecutionContext, Future}

/** Whether to accept a form, and what decided about it; see [[bollard.Verdict]]. */
final case class Verdict(
    passed: Boolean,
    decidedBy: String,
    failure: Option[String],
    codes: List[String],
    retryAfterSeconds: Option[Int],
    score: Option[Double],
    action: Option[String],
    hostname: Option[String],
    verificationId: Option[String]
)

/**
 * A client for one captcha; make one when your server starts. Safe to share between threads. Throws
 * [[bollard.ConfigurationException]].
 *
 * @param secretKey the captcha's secret key, `bsec_…`; it never leaves your server
 * @param host address of the Bollard installation, such as `https://captcha.example.org`
 * @param siteKey only tokens of this site key pass; without it, those of every environment of the secret key
 * @param timeout for the whole call, a retry included
 */
final class Captcha(
    secretKey: String,
    host: String,
    siteKey: Option[String] = None,
    timeout: Duration = Duration.ofSeconds(5),
    failPolicy: FailPolicy = FailPolicy.RECORDED_OUTAGE
) {
  private val client: Bollard =
    Bollard.`with`(secretKey, host).siteKey(siteKey.orNull).timeout(timeout).failPolicy(failPolicy).build()

  /**
   * Whether the visitor who sent a form passed. Never fails.
   *
   * @param token the form's field `bollard-response`
   * @param remoteIp the visitor's address as your server sees it
   * @param action the action that the form gave the widget
   * @param hostnames host names on which the form may have been
   */
  def verify(
      token: Option[String],
      remoteIp: Option[String] = None,
      action: Option[String] = None,
      hostnames: Option[Seq[String]] = None
  ): Verdict = {
    val expected = Expectations.NONE.remoteIp(remoteIp.orNull).action(action.orNull)
    val verdict = client.verify(token.orNull, hostnames.fold(expected)(names => expected.hostnames(names.asJava)))
    Verdict(
      passed = verdict.passed,
      decidedBy = verdict.decidedBy,
      failure = optionOf(verdict.failure),
      codes = verdict.codes.asScala.toList,
      retryAfterSeconds = if (verdict.retryAfterSeconds.isPresent) Some(verdict.retryAfterSeconds.getAsInt) else None,
      score = if (verdict.score.isPresent) Some(verdict.score.getAsDouble) else None,
      action = optionOf(verdict.action),
      hostname = optionOf(verdict.hostname),
      verificationId = optionOf(verdict.verificationId)
    )
  }

  /** As `verify`, on a thread of the execution context. */
  def verifyAsync(
      token: Option[String],
      remoteIp: Option[String] = None,
      action: Option[String] = None,
      hostnames: Option[Seq[String]] = None
  )(implicit context: ExecutionContext): Future[Verdict] =
    Future(blocking(verify(token, remoteIp, action, hostnames)))

  override def toString: String = client.toString

  private def optionOf[A](value: java.util.Optional[A]): Option[A] = if (value.isPresent) Some(value.get) else None
}
