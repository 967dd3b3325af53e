using System.Collections.Generic;
using System.Linq;

namespace Bollard
{
    /// <summary>One piece of evidence behind a score.</summary>
    public sealed class Reason
    {
        internal Reason(string code, string group, double weight)
        {
            Code = code;
            Group = group;
            Weight = weight;
        }

        /// <summary>Stable name of the evidence.</summary>
        public string Code { get; }

        /// <summary>What it is about.</summary>
        public string Group { get; }

        /// <summary>In log-odds, positive for bots.</summary>
        public double Weight { get; }
    }

    /// <summary>What a form knows of its own tokens.</summary>
    public sealed class Expectations
    {
        /// <summary>The visitor's address as your server sees it.</summary>
        public string RemoteIp { get; set; }

        /// <summary>The action that the form gave the widget.</summary>
        public string Action { get; set; }

        /// <summary>Host names on which the form may have been.</summary>
        public IReadOnlyCollection<string> Hostnames { get; set; }
    }

    /// <summary>Whether to accept a form, and what decided about it.</summary>
    public sealed class Verdict
    {
        private static readonly string[] Misconfigured = { "missing-input-secret", "invalid-input-secret", "bad-request" };
        private static readonly string[] None = new string[0];

        private Verdict(bool passed, string decidedBy, string failure, IReadOnlyList<string> codes, int? retryAfterSeconds)
        {
            Passed = passed;
            DecidedBy = decidedBy;
            Failure = failure;
            Codes = codes;
            RetryAfterSeconds = retryAfterSeconds;
            Reasons = new Reason[0];
        }

        /// <summary>Whether to accept the form.</summary>
        public bool Passed { get; }

        /// <summary><c>service</c>: Bollard's verdict; <c>client</c>: a check of this client; <c>fail-policy</c>: there was no verdict.</summary>
        public string DecidedBy { get; }

        /// <summary>Why there is no verdict, or <c>misconfigured</c>; null when there is one. Log it: visitors can do nothing about it.</summary>
        public string Failure { get; }

        /// <summary>Why the token was refused, the code that other captchas share first. Empty when it passed.</summary>
        public IReadOnlyList<string> Codes { get; }

        /// <summary>When to ask again, if Bollard said so.</summary>
        public int? RetryAfterSeconds { get; }

        /// <summary>0 = person, 1 = bot; null if nobody was scored.</summary>
        public double? Score { get; private set; }

        /// <summary>The evidence behind the score.</summary>
        public IReadOnlyList<Reason> Reasons { get; private set; }

        /// <summary>The action that the page gave the widget.</summary>
        public string Action { get; private set; }

        /// <summary>The host on which the widget was.</summary>
        public string Hostname { get; private set; }

        /// <summary>Finds the visitor in the dashboard's log.</summary>
        public string VerificationId { get; private set; }

        internal static Verdict RefusedByClient(params string[] codes)
        {
            return new Verdict(false, "client", null, codes, null);
        }

        internal static Verdict Without(NoVerdict none, FailPolicy policy)
        {
            return new Verdict(policy == FailPolicy.Open, "fail-policy", none.Failure, None, none.RetryAfterSeconds);
        }

        internal static Verdict Of(Dictionary<string, object> answer, FailPolicy policy, Expectations expected)
        {
            if (!(bool)answer["success"])
            {
                var codes = List(answer, "error-codes").OfType<string>().ToArray();
                var failure = codes.Intersect(Misconfigured).Any() ? "misconfigured" : null;
                return new Verdict(false, "service", failure, codes, null);
            }
            var (decidedBy, code) = Judge(answer, policy, expected);
            return new Verdict(code == null, decidedBy, null, code == null ? None : new[] { code }, null)
            {
                Score = Field(answer, "score") as double?,
                Reasons = List(answer, "reasons").OfType<Dictionary<string, object>>().Select(ReasonOf).ToArray(),
                Action = Field(answer, "action") as string,
                Hostname = Field(answer, "hostname") as string,
                VerificationId = Field(answer, "verification_id") as string,
            };
        }

        private static (string DecidedBy, string Code) Judge(
            Dictionary<string, object> answer, FailPolicy policy, Expectations expected)
        {
            if (Field(answer, "decision") is Dictionary<string, object> decision && Field(decision, "type") as string == "FAILOVER")
            {
                return policy == FailPolicy.Closed ? ("fail-policy", "failover-not-accepted") : ("service", null);
            }
            if (expected.Action != null && expected.Action != Field(answer, "action") as string)
            {
                return ("client", "action-mismatch");
            }
            if (expected.Hostnames != null && !expected.Hostnames.Contains(Field(answer, "hostname") as string))
            {
                return ("client", "hostname-mismatch");
            }
            return ("service", null);
        }

        private static Reason ReasonOf(Dictionary<string, object> reason)
        {
            return new Reason(
                Field(reason, "code") as string ?? "",
                Field(reason, "group") as string ?? "",
                Field(reason, "weight") as double? ?? 0);
        }

        private static object Field(Dictionary<string, object> fields, string name)
        {
            return fields.TryGetValue(name, out var value) ? value : null;
        }

        private static IEnumerable<object> List(Dictionary<string, object> fields, string name)
        {
            return Field(fields, name) as List<object> ?? new List<object>();
        }
    }
}
