using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net.Http;

namespace Bollard.Tests
{
    /// <summary>Runs the cases of BOLLARD_CASES and prints what the client did, after what needs no service. See client/README.md.</summary>
    internal static class RunCases
    {
        private static readonly Dictionary<string, FailPolicy> Policies = new Dictionary<string, FailPolicy>
        {
            ["closed"] = FailPolicy.Closed,
            ["recorded-outage"] = FailPolicy.RecordedOutage,
            ["open"] = FailPolicy.Open,
        };

        private static int Main()
        {
            var printed = new BollardClient(new BollardOptions { SecretKey = " bsec_secret\n", Host = "https://example.org/captcha/" }).ToString();
            Expect("the secret key is not printed", !printed.Contains("bsec_secret"));
            Expect("a path before the API is kept", printed.Contains("https://example.org/captcha/captcha/v1/siteverify"));
            foreach (var invalid in new[] { "", "{", "[1,]", "{\"a\" 1}", "\"", "\"\\x\"", "1 2", "tru", "\"\n\"", new string('[', 10000) })
            {
                Expect("no JSON", Json.Parse(invalid) == null);
            }

            var text = new HttpClient().GetStringAsync(Environment.GetEnvironmentVariable("BOLLARD_CASES") + "/").Result;
            var prepared = (Dictionary<string, object>)Json.Parse(text);
            var cases = Each(prepared, "cases").Select(one => Quoted(one["id"]) + ":" + VerdictOf(one));
            var faults = Each(prepared, "configurations").Select(one => Quoted(one["id"]) + ":" + Quoted(FaultOf(one)));
            Console.WriteLine("{\"cases\":{" + string.Join(",", cases) + "},\"configurations\":{" + string.Join(",", faults) + "}}");
            return 0;
        }

        private static BollardClient ClientOf(Dictionary<string, object> one)
        {
            var options = (Dictionary<string, object>)one["options"];
            var given = new BollardOptions { SecretKey = Text(options, "secretKey"), Host = Text(options, "host"), SiteKey = Text(options, "siteKey") };
            if (options.TryGetValue("timeoutMs", out var ms)) given.Timeout = TimeSpan.FromMilliseconds((double)ms);
            if (options.ContainsKey("failPolicy"))
            {
                given.FailPolicy = Policies.TryGetValue(Text(options, "failPolicy"), out var policy) ? policy : (FailPolicy)9;
            }
            return new BollardClient(given);
        }

        private static string FaultOf(Dictionary<string, object> one)
        {
            try
            {
                ClientOf(one);
                return null;
            }
            catch (BollardConfigurationException error)
            {
                return error.Code;
            }
        }

        private static string VerdictOf(Dictionary<string, object> one)
        {
            var call = (Dictionary<string, object>)one["call"];
            var expected = new Expectations { RemoteIp = Text(call, "remoteIp"), Action = Text(call, "action") };
            if (call.TryGetValue("hostnames", out var names)) expected.Hostnames = ((List<object>)names).Cast<string>().ToArray();
            var v = ClientOf(one).VerifyAsync(Text(one, "token"), expected).Result;
            return "{\"passed\":" + (v.Passed ? "true" : "false") + ",\"decidedBy\":" + Quoted(v.DecidedBy) + ",\"failure\":" + Quoted(v.Failure)
                + ",\"codes\":[" + string.Join(",", v.Codes.Select(Quoted)) + "],\"retryAfterSeconds\":" + (v.RetryAfterSeconds?.ToString() ?? "null")
                + ",\"score\":" + (v.Score?.ToString("R", CultureInfo.InvariantCulture) ?? "null") + ",\"action\":" + Quoted(v.Action)
                + ",\"hostname\":" + Quoted(v.Hostname) + ",\"verificationId\":" + Quoted(v.VerificationId) + "}";
        }

        private static IEnumerable<Dictionary<string, object>> Each(Dictionary<string, object> fields, string name)
        {
            return ((List<object>)fields[name]).Cast<Dictionary<string, object>>();
        }

        private static string Text(Dictionary<string, object> fields, string name)
        {
            return fields.TryGetValue(name, out var value) ? value as string : null;
        }

        private static string Quoted(object text)
        {
            return text == null ? "null" : "\"" + text + "\"";
        }

        private static void Expect(string what, bool holds)
        {
            if (holds) return;
            Console.Error.WriteLine("FAILED: " + what);
            Environment.Exit(1);
        }
    }
}
