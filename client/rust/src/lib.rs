//! Verifies the tokens of Bollard's captcha on your server.
//!
//! ```no_run
//! use bollard_captcha::{Bollard, Expectations};
//!
//! let bollard = Bollard::new("bsec_…", "https://captcha.example.org")?;
//! let verdict = bollard.verify(Some("the form's field bollard-response"), &Expectations::default());
//! if verdict.passed { /* accept the form */ }
//! # Ok::<(), bollard_captcha::ConfigurationError>(())
//! ```
//!
//! Calls block for up to the timeout; from async code call [`Bollard::verify`] within your runtime's `spawn_blocking`.

#![forbid(unsafe_code)]

mod configuration;
mod post;
mod refusal;
mod verdict;

use std::time::{Duration, Instant};

pub use configuration::{Builder, ConfigurationError, FailPolicy};
pub use refusal::Refusal;
pub use verdict::{DecidedBy, Failure, Reason, Verdict};

use post::NoVerdict;

const TOKEN_MAX: usize = 2_048;
/// A service that asks for more patience than this is not asked again within a call.
const PATIENCE_SECONDS: u32 = 1;
const PAUSE: Duration = Duration::from_millis(100);

/// What a form knows of its own tokens. The default expects nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expectations<'a> {
    /// The visitor's address as your server sees it.
    pub remote_ip: Option<&'a str>,
    /// The action that the form gave the widget.
    pub action: Option<&'a str>,
    /// Host names on which the form may have been.
    pub hostnames: Option<&'a [&'a str]>,
}

/// A client for one captcha; make one when your server starts. Cheap to clone, safe to share between threads.
#[derive(Clone)]
pub struct Bollard {
    configuration: configuration::Configuration,
    agent: ureq::Agent,
}

impl Bollard {
    /// A client with the default settings. `secret_key` (`bsec_…`) never leaves your server; `host` is the address of the Bollard
    /// installation, such as `https://captcha.example.org`.
    pub fn new(secret_key: &str, host: &str) -> Result<Self, ConfigurationError> {
        Self::builder(secret_key, host).build()
    }

    /// Begins a client with settings of its own.
    pub fn builder(secret_key: &str, host: &str) -> Builder {
        Builder::new(secret_key, host)
    }

    /// Whether the visitor who sent a form passed. `token` is the form's field `bollard-response`. There is no error: what can't be
    /// checked is decided by the fail policy, and [`Verdict::failure`] says why.
    pub fn verify(&self, token: Option<&str>, expected: &Expectations<'_>) -> Verdict {
        let token = match token {
            None | Some("") => return Verdict::refused(DecidedBy::Client, &["missing-input-response"]),
            Some(token) => token,
        };
        if token.chars().count() > TOKEN_MAX {
            return Verdict::refused(DecidedBy::Client, &["invalid-input-response", "token-malformed"]);
        }
        let policy = self.configuration.fail_policy;
        match self.ask(token, expected.remote_ip) {
            Ok(answer) => verdict::judge(&answer, policy, expected),
            Err(none) => Verdict {
                passed: policy == FailPolicy::Open,
                failure: Some(none.failure),
                retry_after_seconds: none.retry_after_seconds,
                ..Verdict::refused(DecidedBy::FailPolicy, &[])
            },
        }
    }

    fn ask(&self, token: &str, remote_ip: Option<&str>) -> Result<post::Answer, NoVerdict> {
        let deadline = Instant::now() + self.configuration.timeout;
        let body = self.body(token, remote_ip)?;
        let first = post::post(&self.agent, &self.configuration.address, &body, deadline);
        let asked = match &first {
            Err(none) if none.is_transient => none.retry_after_seconds.unwrap_or(0),
            _ => return first,
        };
        let pause = if asked == 0 { PAUSE } else { Duration::from_secs(asked.into()) };
        if asked > PATIENCE_SECONDS || Instant::now() + pause >= deadline {
            return first;
        }
        std::thread::sleep(pause);
        post::post(&self.agent, &self.configuration.address, &body, deadline)
    }

    fn body(&self, token: &str, remote_ip: Option<&str>) -> Result<String, NoVerdict> {
        let mut fields = serde_json::Map::new();
        fields.insert("secret".into(), self.configuration.secret_key.as_str().into());
        fields.insert("response".into(), token.into());
        // The same in the retry, so that a token whose answer got lost isn't taken for a replayed one.
        fields.insert("idempotency_key".into(), new_uuid()?.into());
        if !self.configuration.site_key.is_empty() {
            fields.insert("sitekey".into(), self.configuration.site_key.as_str().into());
        }
        if let Some(address) = remote_ip.filter(|address| !address.is_empty()) {
            fields.insert("remoteip".into(), address.into());
        }
        Ok(serde_json::Value::Object(fields).to_string())
    }
}

/// Without the secret key, which does not belong in logs.
impl std::fmt::Debug for Bollard {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Bollard").field("address", &self.configuration.address).finish_non_exhaustive()
    }
}

fn new_uuid() -> Result<String, NoVerdict> {
    let mut bytes = [0u8; 16];
    getrandom::getrandom(&mut bytes).map_err(|_| NoVerdict::of(Failure::Unreachable))?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    // What needs no service; the rest is client/cases.json.
    #[test]
    fn the_secret_key_is_not_printed_and_a_path_before_the_api_is_kept() {
        let client = Bollard::new(" bsec_secret\n", "https://example.org/captcha/").unwrap();
        let printed = format!("{client:?}");
        assert!(!printed.contains("bsec_secret"), "{printed}");
        assert!(printed.contains("https://example.org/captcha/captcha/v1/siteverify"), "{printed}");
        assert_eq!(client.configuration.secret_key, "bsec_secret");
    }
}
