using System;
using System.Collections.Generic;
using System.Net;

namespace Bollard
{
    /// <summary>What a form is worth that nobody could check.</summary>
    public enum FailPolicy
    {
        /// <summary>Visitors also pass whose browser couldn't reach Bollard, if Bollard itself recorded that outage.</summary>
        RecordedOutage,

        /// <summary>Only visitors who were checked pass.</summary>
        Closed,

        /// <summary>Visitors also pass while your server can't reach Bollard.</summary>
        Open,
    }

    /// <summary>Settings of a client.</summary>
    public sealed class BollardOptions
    {
        /// <summary>The captcha's secret key, <c>bsec_…</c>. It never leaves your server.</summary>
        public string SecretKey { get; set; }

        /// <summary>Address of the Bollard installation, such as <c>https://captcha.example.org</c>.</summary>
        public string Host { get; set; }

        /// <summary>Only tokens of this site key pass; without it, those of every environment of the secret key.</summary>
        public string SiteKey { get; set; }

        /// <summary>For the whole call, a retry included.</summary>
        public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(5);

        /// <summary>What decides when there is no verdict.</summary>
        public FailPolicy FailPolicy { get; set; } = FailPolicy.RecordedOutage;
    }

    /// <summary>Thrown when a client is created, never by a verification.</summary>
    public sealed class BollardConfigurationException : ArgumentException
    {
        private static readonly Dictionary<string, string> Messages = new Dictionary<string, string>
        {
            ["secret-key-missing"] = "Set SecretKey to the secret key of your captcha (bsec_…)",
            ["host-missing"] = "Set Host to the address of your Bollard installation, such as https://captcha.example.org",
            ["host-invalid"] =
                "Host must be an address such as https://captcha.example.org, without user name, query or fragment",
            ["host-not-https"] = "Host must begin with https://, or the secret key could be read on its way",
            ["timeout-invalid"] = "Timeout must be above 0",
            ["fail-policy-unknown"] = "FailPolicy must be Closed, RecordedOutage or Open",
        };

        internal BollardConfigurationException(string code)
            : base(Messages[code])
        {
            Code = code;
        }

        /// <summary>What is wrong; stable.</summary>
        public string Code { get; }
    }

    internal sealed class Configuration
    {
        internal Configuration(BollardOptions options)
        {
            SecretKey = (options.SecretKey ?? "").Trim();
            if (SecretKey.Length == 0) throw new BollardConfigurationException("secret-key-missing");
            Address = AddressOf((options.Host ?? "").Trim());
            SiteKey = (options.SiteKey ?? "").Trim();
            Timeout = options.Timeout;
            if (Timeout <= TimeSpan.Zero) throw new BollardConfigurationException("timeout-invalid");
            FailPolicy = options.FailPolicy;
            if (!Enum.IsDefined(typeof(FailPolicy), FailPolicy)) throw new BollardConfigurationException("fail-policy-unknown");
        }

        internal string SecretKey { get; }

        /// <summary>Of siteverify.</summary>
        internal Uri Address { get; }

        internal string SiteKey { get; }

        internal TimeSpan Timeout { get; }

        internal FailPolicy FailPolicy { get; }

        private static Uri AddressOf(string host)
        {
            if (host.Length == 0) throw new BollardConfigurationException("host-missing");
            var isAddress = Uri.TryCreate(host, UriKind.Absolute, out var uri);
            var isPlain = isAddress && uri.UserInfo.Length == 0 && uri.Query.Length == 0 && uri.Fragment.Length == 0;
            var isWeb = isAddress && (uri.Scheme == Uri.UriSchemeHttps || uri.Scheme == Uri.UriSchemeHttp);
            if (!isPlain || !isWeb || uri.Host.Length == 0) throw new BollardConfigurationException("host-invalid");
            if (uri.Scheme == Uri.UriSchemeHttp && !IsLoopback(uri)) throw new BollardConfigurationException("host-not-https");
            return new Uri(uri.GetLeftPart(UriPartial.Path).TrimEnd('/') + "/captcha/v1/siteverify");
        }

        private static bool IsLoopback(Uri uri)
        {
            return uri.Host == "localhost" || (IPAddress.TryParse(uri.DnsSafeHost, out var address) && IPAddress.IsLoopback(address));
        }
    }
}
