using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Bollard
{
    /// <summary>Why a request brought no verdict.</summary>
    internal sealed class NoVerdict
    {
        internal NoVerdict(string failure, int? retryAfterSeconds, bool isTransient)
        {
            Failure = failure;
            RetryAfterSeconds = retryAfterSeconds;
            IsTransient = isTransient;
        }

        internal string Failure { get; }

        internal int? RetryAfterSeconds { get; }

        /// <summary>Whether it may be over in a moment.</summary>
        internal bool IsTransient { get; }
    }

    /// <summary>What a request brought: an answer, whose <c>success</c> is a bool, or the reason why there is none.</summary>
    internal sealed class Asked
    {
        internal Asked(Dictionary<string, object> answer)
        {
            Answer = answer;
        }

        internal Asked(string failure, int? retryAfterSeconds = null, bool isTransient = false)
        {
            None = new NoVerdict(failure, retryAfterSeconds, isTransient);
        }

        internal Dictionary<string, object> Answer { get; }

        internal NoVerdict None { get; }
    }

    /// <summary>One request within a deadline.</summary>
    internal static class Transport
    {
        private const int AnswerBytesMax = 65536;

        /// <summary>A client that follows no redirect: the secret key goes to the configured host and nowhere else.</summary>
        internal static HttpClient CreateHttpClient()
        {
            return new HttpClient(new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false })
            {
                Timeout = Timeout.InfiniteTimeSpan,
            };
        }

        internal static async Task<Asked> PostAsync(
            HttpClient http, Uri address, string body, CancellationToken whenLate)
        {
            try
            {
                using (var request = new HttpRequestMessage(HttpMethod.Post, address))
                {
                    request.Content = new StringContent(body, Encoding.UTF8, "application/json");
                    request.Headers.TryAddWithoutValidation("Accept", "application/json");
                    var sending = http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, whenLate);
                    using (var response = await sending.ConfigureAwait(false))
                    {
                        return await ReadAsync(response, whenLate).ConfigureAwait(false);
                    }
                }
            }
            catch (Exception) when (whenLate.IsCancellationRequested)
            {
                return new Asked("timeout");
            }
            catch (Exception error) when (error is HttpRequestException || error is IOException || error is WebException
                || error is OperationCanceledException || error is ObjectDisposedException)
            {
                return new Asked("unreachable", null, true);
            }
        }

        private static async Task<Asked> ReadAsync(
            HttpResponseMessage response, CancellationToken whenLate)
        {
            var status = (int)response.StatusCode;
            if (status == 200)
            {
                // Closing the stream is what ends a read that waits for a body trickling in.
                using (var stream = await response.Content.ReadAsStreamAsync().ConfigureAwait(false))
                using (whenLate.Register(stream.Dispose))
                {
                    var text = await ReadTextAsync(stream, whenLate).ConfigureAwait(false);
                    if (text == null) return new Asked("answer-too-large");
                    var answer = Json.Parse(text) as Dictionary<string, object>;
                    object success = null;
                    answer?.TryGetValue("success", out success);
                    return success is bool ? new Asked(answer) : new Asked("answer-invalid");
                }
            }
            var retryAfter = RetryAfterOf(response);
            if (status == 429) return new Asked("rate-limited", retryAfter);
            if (status >= 300 && status < 400) return new Asked("redirected");
            return new Asked("unavailable", retryAfter, status >= 502 && status <= 504);
        }

        /// <summary>Null if it is longer than any answer.</summary>
        private static async Task<string> ReadTextAsync(Stream stream, CancellationToken whenLate)
        {
            var read = new MemoryStream();
            var part = new byte[8192];
            int length;
            while ((length = await stream.ReadAsync(part, 0, part.Length, whenLate).ConfigureAwait(false)) > 0)
            {
                whenLate.ThrowIfCancellationRequested();
                if (read.Length + length > AnswerBytesMax) return null;
                read.Write(part, 0, length);
            }
            return Encoding.UTF8.GetString(read.ToArray());
        }

        private static int? RetryAfterOf(HttpResponseMessage response)
        {
            if (!response.Headers.TryGetValues("Retry-After", out var values)) return null;
            var text = values.First();
            var isNumber = text.Length > 0 && text.Length <= 9 && text.All(c => c >= '0' && c <= '9');
            return isNumber ? int.Parse(text) : (int?)null;
        }
    }
}
