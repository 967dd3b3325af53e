use std::fmt;
use std::time::Duration;

use url::{Host, Url};

use crate::Bollard;

/// What a form is worth that nobody could check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailPolicy {
    /// Only visitors who were checked pass.
    Closed,
    /// Visitors also pass whose browser couldn't reach Bollard, if Bollard itself recorded that outage.
    RecordedOutage,
    /// Visitors also pass while your server can't reach Bollard.
    Open,
}

impl std::str::FromStr for FailPolicy {
    type Err = ConfigurationError;

    /// The policy of a setting: `closed`, `recorded-outage` or `open`.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "closed" => Ok(Self::Closed),
            "recorded-outage" => Ok(Self::RecordedOutage),
            "open" => Ok(Self::Open),
            _ => Err(ConfigurationError::FailPolicyUnknown),
        }
    }
}

/// Returned when a client is created, never by a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigurationError {
    SecretKeyMissing,
    HostMissing,
    HostInvalid,
    HostNotHttps,
    TimeoutInvalid,
    FailPolicyUnknown,
}

impl ConfigurationError {
    /// What is wrong; stable.
    pub fn code(self) -> &'static str {
        match self {
            Self::SecretKeyMissing => "secret-key-missing",
            Self::HostMissing => "host-missing",
            Self::HostInvalid => "host-invalid",
            Self::HostNotHttps => "host-not-https",
            Self::TimeoutInvalid => "timeout-invalid",
            Self::FailPolicyUnknown => "fail-policy-unknown",
        }
    }
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::SecretKeyMissing => "set the secret key of your captcha (bsec_…)",
            Self::HostMissing => "set the host to the address of your Bollard installation, such as https://captcha.example.org",
            Self::HostInvalid => {
                "the host must be an address such as https://captcha.example.org, without user name, query or fragment"
            }
            Self::HostNotHttps => "the host must begin with https://, or the secret key could be read on its way",
            Self::TimeoutInvalid => "the timeout must be above 0",
            Self::FailPolicyUnknown => "the fail policy must be closed, recorded-outage or open",
        })
    }
}

impl std::error::Error for ConfigurationError {}

#[derive(Clone)]
pub(crate) struct Configuration {
    pub secret_key: String,
    /// Of siteverify.
    pub address: String,
    pub site_key: String,
    pub timeout: Duration,
    pub fail_policy: FailPolicy,
}

/// What a client is made of.
#[derive(Clone)]
pub struct Builder {
    secret_key: String,
    host: String,
    site_key: String,
    timeout: Duration,
    fail_policy: FailPolicy,
}

impl Builder {
    pub(crate) fn new(secret_key: &str, host: &str) -> Self {
        Self {
            secret_key: secret_key.trim().to_owned(),
            host: host.trim().to_owned(),
            site_key: String::new(),
            timeout: Duration::from_secs(5),
            fail_policy: FailPolicy::RecordedOutage,
        }
    }

    /// Only tokens of this site key pass, not those of every environment that the secret key is good for.
    pub fn site_key(mut self, site_key: &str) -> Self {
        site_key.trim().clone_into(&mut self.site_key);
        self
    }

    /// For the whole call, a retry included; 5 seconds unless given.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// [`FailPolicy::RecordedOutage`] unless given.
    pub fn fail_policy(mut self, policy: FailPolicy) -> Self {
        self.fail_policy = policy;
        self
    }

    /// Makes the client.
    pub fn build(self) -> Result<Bollard, ConfigurationError> {
        if self.secret_key.is_empty() {
            return Err(ConfigurationError::SecretKeyMissing);
        }
        let address = address_of(&self.host)?;
        if self.timeout.is_zero() {
            return Err(ConfigurationError::TimeoutInvalid);
        }
        let Builder { secret_key, site_key, timeout, fail_policy, .. } = self;
        Ok(Bollard {
            configuration: Configuration { secret_key, address, site_key, timeout, fail_policy },
            // The secret key goes to the configured host and nowhere else.
            agent: ureq::AgentBuilder::new().redirects(0).max_idle_connections(0).build(),
        })
    }
}

fn address_of(host: &str) -> Result<String, ConfigurationError> {
    if host.is_empty() {
        return Err(ConfigurationError::HostMissing);
    }
    let url = Url::parse(host).map_err(|_| ConfigurationError::HostInvalid)?;
    let is_plain =
        url.username().is_empty() && url.password().is_none() && url.query().is_none() && url.fragment().is_none();
    let name = url.host().filter(|_| is_plain).ok_or(ConfigurationError::HostInvalid)?;
    let is_loopback = match name {
        Host::Domain(domain) => domain == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    };
    match url.scheme() {
        "https" => {}
        "http" if is_loopback => {}
        "http" => return Err(ConfigurationError::HostNotHttps),
        _ => return Err(ConfigurationError::HostInvalid),
    }
    Ok(format!("{}/captcha/v1/siteverify", url.as_str().trim_end_matches('/')))
}
