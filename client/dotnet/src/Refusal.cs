using System.Linq;

namespace Bollard
{
    /// <summary>What a refused visitor is told: nothing that helps a bot.</summary>
    public sealed class Refusal
    {
        private Refusal(string code, string message)
        {
            Code = code;
            Message = message;
        }

        /// <summary>
        /// <c>captcha-missing</c>: the form has no token; <c>captcha-refused</c>: Bollard or an expectation of the form refused it;
        /// <c>captcha-unavailable</c>: there is no verdict, and the fail policy lets nobody pass without one.
        /// </summary>
        public string Code { get; }

        /// <summary>A sentence for the visitor.</summary>
        public string Message { get; }

        /// <summary>What to tell the visitor of a verdict that didn't pass.</summary>
        public static Refusal Of(Verdict verdict)
        {
            if (verdict.Codes.Contains("missing-input-response"))
                return new Refusal("captcha-missing", "Complete the captcha, then submit the form again.");
            if (verdict.Failure != null || verdict.DecidedBy == "fail-policy")
                return new Refusal(
                    "captcha-unavailable",
                    "The captcha can't be verified at the moment. Submit the form again in a few minutes.");
            return new Refusal(
                "captcha-refused", "The captcha wasn't accepted. Reload the page, then submit the form again.");
        }

        /// <summary>As the body of an answer.</summary>
        public string AsJson()
        {
            return Json.Object(("code", Code), ("message", Message));
        }

        /// <summary>As a page, for a browser without script.</summary>
        public string AsPage()
        {
            const string head = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Form not submitted</title>";
            return head + "<p>" + Message + "</p></html>";
        }
    }
}
