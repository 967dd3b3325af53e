// Runs the cases of BOLLARD_CASES and prints what the client did. See client/README.md.

import bollard.{ConfigurationException, FailPolicy, RunCases => Cases}
import bollard.scaladsl.{Captcha, Verdict}

import java.time.Duration
import java.util.{List => JList, Map => JMap}
import scala.collection.JavaConverters._
import scala.concurrent.Await
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._

object RunScalaCases {
  private type Entries = JMap[String, AnyRef]

  private def text(entries: Entries, name: String): Option[String] = Option(entries.get(name)).map(_.toString)

  private def listOf(entries: Entries, name: String): List[Entries] =
    entries.get(name).asInstanceOf[JList[Entries]].asScala.toList

  private def client(options: Entries): Captcha = new Captcha(
    text(options, "secretKey").get,
    text(options, "host").get,
    text(options, "siteKey"),
    text(options, "timeoutMs").fold(Duration.ofSeconds(5))(ms => Duration.ofMillis(ms.toDouble.toLong)),
    text(options, "failPolicy").fold(FailPolicy.RECORDED_OUTAGE)(FailPolicy.of)
  )

  private def fault(options: Entries): Option[String] =
    try {
      client(options)
      None
    } catch {
      case error: ConfigurationException => Some(error.code)
    }

  private def quoted(text: Option[String]): String = text.fold("null")(value => "\"" + value + "\"")

  private def asJson(v: Verdict): String =
    s"""{"passed":${v.passed},"decidedBy":"${v.decidedBy}","failure":${quoted(v.failure)},
       |"codes":[${v.codes.map(code => quoted(Some(code))).mkString(",")}],
       |"retryAfterSeconds":${v.retryAfterSeconds.fold("null")(_.toString)},"score":${v.score.fold("null")(_.toString)},
       |"action":${quoted(v.action)},"hostname":${quoted(v.hostname)},"verificationId":${quoted(v.verificationId)}}""".stripMargin

  def main(arguments: Array[String]): Unit = {
    val prepared = Cases.prepared.asInstanceOf[Entries]
    val cases = listOf(prepared, "cases").map { one =>
      val call = one.get("call").asInstanceOf[Entries]
      val hostnames = Option(call.get("hostnames")).map(_.asInstanceOf[JList[String]].asScala)
      val asked = client(one.get("options").asInstanceOf[Entries])
        .verifyAsync(text(one, "token"), text(call, "remoteIp"), text(call, "action"), hostnames)
      s""""${text(one, "id").get}":${asJson(Await.result(asked, 30.seconds))}"""
    }
    val configurations = listOf(prepared, "configurations").map { one =>
      s""""${text(one, "id").get}":${quoted(fault(one.get("options").asInstanceOf[Entries]))}"""
    }
    println(s"""{"cases":{${cases.mkString(",")}},"configurations":{${configurations.mkString(",")}}}""")
  }
}
