using System;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Primitives;

namespace Bollard.AspNetCore
{
    /// <summary>What a form expects of its own tokens.</summary>
    public sealed class Protection
    {
        private const string TokenName = "bollard-response";
        private static readonly object VerdictKey = typeof(Verdict);

        /// <summary>The action that the form gave the widget; any if null.</summary>
        public string Action { get; set; }

        /// <summary>Host names on which the form may have been; any if null.</summary>
        public string[] Hostnames { get; set; }

        /// <summary>The name of the form's field, if the widget has a name of its own.</summary>
        public string Field { get; set; } = TokenName;

        /// <summary>Tells Bollard the visitor's address, that of the connection.</summary>
        public bool SendAddress { get; set; }

        /// <summary>Answers a refused visitor in place of the client.</summary>
        public Func<HttpContext, Refusal, Verdict, Task> OnRefused { get; set; }

        /// <summary>The verdict of a request that was checked; null for another.</summary>
        public static Verdict VerdictOf(HttpContext context)
        {
            return context.Items.TryGetValue(VerdictKey, out var verdict) ? verdict as Verdict : null;
        }

        /// <summary>Whether the request's token passed; if not, it was answered.</summary>
        internal async Task<bool> CheckAsync(HttpContext context)
        {
            var client = context.RequestServices.GetRequiredService<BollardClient>();
            var expected = new Expectations
            {
                Action = Action,
                Hostnames = Hostnames,
                RemoteIp = SendAddress ? context.Connection.RemoteIpAddress?.ToString() : null,
            };
            var token = await TokenOfAsync(context.Request).ConfigureAwait(false);
            var verdict = await client.VerifyAsync(token, expected, context.RequestAborted).ConfigureAwait(false);
            context.Items[VerdictKey] = verdict;
            if (verdict.Passed) return true;
            var answer = OnRefused ?? AnswerAsync;
            await answer(context, Refusal.Of(verdict), verdict).ConfigureAwait(false);
            return false;
        }

        /// <summary>Of a form, or of the header, where JSON's stands. A field that came twice is no token.</summary>
        private async Task<string> TokenOfAsync(HttpRequest request)
        {
            var form = request.HasFormContentType ? await request.ReadFormAsync().ConfigureAwait(false) : null;
            return form != null && form.ContainsKey(Field) ? OnlyOf(form[Field]) : OnlyOf(request.Headers[TokenName]);
        }

        private static string OnlyOf(StringValues values)
        {
            return values.Count == 1 ? values.ToString() : null;
        }

        private static async Task AnswerAsync(HttpContext context, Refusal refusal, Verdict verdict)
        {
            var isPage = context.Request.Headers["Accept"].ToString().Contains("text/html");
            context.Response.StatusCode = StatusCodes.Status403Forbidden;
            context.Response.ContentType = isPage ? "text/html; charset=utf-8" : "application/json";
            await context.Response.WriteAsync(isPage ? refusal.AsPage() : refusal.AsJson()).ConfigureAwait(false);
        }
    }
}
