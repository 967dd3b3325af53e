using System;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace Bollard
{
    /// <summary>A client for one captcha; make one when your server starts. Safe to share between threads.</summary>
    public sealed class BollardClient
    {
        private const int TokenMax = 2048;

        /// <summary>A service that asks for more patience than this is not asked again within a call.</summary>
        private const int PatienceSeconds = 1;
        private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
        private static readonly Expectations Nothing = new Expectations();

        private readonly Configuration configuration;
        private readonly HttpClient http;

        /// <summary>Makes a client.</summary>
        /// <param name="options">Secret key, host and what differs from the defaults.</param>
        /// <param name="http">A client of your own, such as one with a proxy. It must not follow redirects.</param>
        /// <exception cref="BollardConfigurationException">Something is missing or wrong.</exception>
        public BollardClient(BollardOptions options, HttpClient http = null)
        {
            configuration = new Configuration(options);
            this.http = http ?? Transport.CreateHttpClient();
        }

        /// <summary>Whether the visitor who sent a form passed. Never throws: what can't be checked is decided by the fail policy.</summary>
        /// <param name="token">The form's field <c>bollard-response</c>; null if the form has none.</param>
        /// <param name="expected">What the form knows of its own tokens.</param>
        /// <param name="cancellation">Ends the call earlier, as if its time were over.</param>
        public async Task<Verdict> VerifyAsync(
            string token, Expectations expected = null, CancellationToken cancellation = default(CancellationToken))
        {
            if (string.IsNullOrEmpty(token)) return Verdict.RefusedByClient("missing-input-response");
            if (token.Length > TokenMax) return Verdict.RefusedByClient("invalid-input-response", "token-malformed");
            var asked = await AskAsync(token, expected?.RemoteIp, cancellation).ConfigureAwait(false);
            return asked.Answer == null
                ? Verdict.Without(asked.None, configuration.FailPolicy)
                : Verdict.Of(asked.Answer, configuration.FailPolicy, expected ?? Nothing);
        }

        /// <summary>Without the secret key, which does not belong in logs.</summary>
        public override string ToString()
        {
            return "BollardClient[" + configuration.Address + "]";
        }

        private async Task<Asked> AskAsync(string token, string remoteIp, CancellationToken cancellation)
        {
            var body = Json.Object(
                ("secret", configuration.SecretKey),
                ("response", token),
                // The same in the retry, so that a token whose answer got lost isn't taken for a replayed one.
                ("idempotency_key", Guid.NewGuid().ToString()),
                ("sitekey", configuration.SiteKey),
                ("remoteip", remoteIp));
            using (var late = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
            {
                late.CancelAfter(configuration.Timeout);
                var first = await Transport.PostAsync(http, configuration.Address, body, late.Token).ConfigureAwait(false);
                var asked = first.None?.RetryAfterSeconds ?? 0;
                if (first.None == null || !first.None.IsTransient || asked > PatienceSeconds) return first;
                try
                {
                    await Task.Delay(asked > 0 ? TimeSpan.FromSeconds(asked) : Pause, late.Token).ConfigureAwait(false);
                }
                catch (OperationCanceledException)
                {
                    return first;
                }
                return await Transport.PostAsync(http, configuration.Address, body, late.Token).ConfigureAwait(false);
            }
        }
    }
}
