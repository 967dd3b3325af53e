// A form without a framework
using System;
using System.IO;
using System.Linq;
using System.Net;
using Bollard;

public static class Plain {
    public static void Main() {
        var key = Environment.GetEnvironmentVariable("BOLLARD_SECRET_KEY");
        var bollard = new BollardClient(new BollardOptions { SecretKey = key, Host = "https://captcha.example.org" });
        var listener = new HttpListener { Prefixes = { "http://127.0.0.1:3000/" } };
        for (listener.Start(); ;) {
            var context = listener.GetContext();
            var fields = new StreamReader(context.Request.InputStream).ReadToEnd().Split('&').Select(one => one.Split('='));
            var token = fields.FirstOrDefault(one => one[0] == "bollard-response")?.Last();
            // #region verify
            var expected = new Expectations { Action = "signup" };
            var verdict = bollard.VerifyAsync(WebUtility.UrlDecode(token), expected).Result;
            context.Response.StatusCode = verdict.Passed ? 200 : 403;
            // #endregion
            context.Response.Close();
        }
    }
}
