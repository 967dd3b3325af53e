use serde_json::Value;

use crate::post::Answer;
use crate::{Expectations, FailPolicy};

/// Why there is no verdict. Log it: visitors can do nothing about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    Unreachable,
    Timeout,
    Unavailable,
    RateLimited,
    Redirected,
    AnswerTooLarge,
    AnswerInvalid,
    /// Bollard doesn't accept the secret key, or not for this site key. No fail policy opens it.
    Misconfigured,
}

impl Failure {
    /// Its name in every client.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Timeout => "timeout",
            Self::Unavailable => "unavailable",
            Self::RateLimited => "rate-limited",
            Self::Redirected => "redirected",
            Self::AnswerTooLarge => "answer-too-large",
            Self::AnswerInvalid => "answer-invalid",
            Self::Misconfigured => "misconfigured",
        }
    }
}

/// What decided about a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// Bollard's verdict.
    Service,
    /// A check of this client, before or after it.
    Client,
    /// The fail policy, because there was no verdict.
    FailPolicy,
}

impl DecidedBy {
    /// Its name in every client.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Service => "service",
            Self::Client => "client",
            Self::FailPolicy => "fail-policy",
        }
    }
}

/// One piece of evidence behind a score; weights are log-odds, positive for bots.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub code: String,
    pub group: String,
    pub weight: f64,
}

/// Whether to accept a form, and what decided about it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Verdict {
    /// Whether to accept the form.
    pub passed: bool,
    pub decided_by: DecidedBy,
    /// Why there is no verdict; none when there is one.
    pub failure: Option<Failure>,
    /// Why the token was refused, the code that other captchas share first. Empty when it passed.
    pub codes: Vec<String>,
    /// When to ask again, if Bollard said so.
    pub retry_after_seconds: Option<u32>,
    /// 0 = person, 1 = bot; none if nobody was scored.
    pub score: Option<f64>,
    pub reasons: Vec<Reason>,
    pub action: Option<String>,
    pub hostname: Option<String>,
    /// Finds the visitor in the dashboard's log.
    pub verification_id: Option<String>,
}

impl Verdict {
    pub(crate) fn refused(decided_by: DecidedBy, codes: &[&str]) -> Self {
        Self {
            passed: false,
            decided_by,
            failure: None,
            codes: codes.iter().map(|&code| code.to_owned()).collect(),
            retry_after_seconds: None,
            score: None,
            reasons: Vec::new(),
            action: None,
            hostname: None,
            verification_id: None,
        }
    }
}

pub(crate) fn judge(answer: &Answer, policy: FailPolicy, expected: &Expectations<'_>) -> Verdict {
    if answer.get("success") == Some(&Value::Bool(false)) {
        let codes: Vec<&str> = list(answer, "error-codes").iter().filter_map(Value::as_str).collect();
        let misconfigured = ["missing-input-secret", "invalid-input-secret", "bad-request"];
        let is_our_fault = codes.iter().any(|code| misconfigured.contains(code));
        let failure = if is_our_fault { Some(Failure::Misconfigured) } else { None };
        return Verdict { failure, ..Verdict::refused(DecidedBy::Service, &codes) };
    }
    let verdict = Verdict {
        passed: true,
        score: answer.get("score").and_then(Value::as_f64),
        reasons: list(answer, "reasons").iter().map(reason).collect(),
        action: text(answer.get("action")),
        hostname: text(answer.get("hostname")),
        verification_id: text(answer.get("verification_id")),
        ..Verdict::refused(DecidedBy::Service, &[])
    };
    let refuse = |decided_by, code: &str| Verdict { passed: false, decided_by, codes: vec![code.to_owned()], ..verdict.clone() };
    let is_failover = answer.get("decision").and_then(|decision| decision.get("type")) == Some(&Value::from("FAILOVER"));
    if is_failover {
        return if policy == FailPolicy::Closed { refuse(DecidedBy::FailPolicy, "failover-not-accepted") } else { verdict };
    }
    if expected.action.is_some() && expected.action != verdict.action.as_deref() {
        return refuse(DecidedBy::Client, "action-mismatch");
    }
    let hostname = verdict.hostname.as_deref().unwrap_or("");
    if expected.hostnames.map_or(false, |names| !names.contains(&hostname)) {
        return refuse(DecidedBy::Client, "hostname-mismatch");
    }
    verdict
}

fn list<'a>(answer: &'a Answer, name: &str) -> &'a [Value] {
    answer.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text(value: Option<&Value>) -> Option<String> {
    value.and_then(Value::as_str).map(str::to_owned)
}

fn reason(value: &Value) -> Reason {
    Reason {
        code: text(value.get("code")).unwrap_or_default(),
        group: text(value.get("group")).unwrap_or_default(),
        weight: value.get("weight").and_then(Value::as_f64).unwrap_or(0.0),
    }
}
