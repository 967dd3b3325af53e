use std::io::{ErrorKind, Read};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use crate::Failure;

const ANSWER_BYTES_MAX: u64 = 65_536;

/// The fields of an answer that has a verdict: `success` is a bool.
pub(crate) type Answer = Map<String, Value>;

/// Why a request brought no verdict.
pub(crate) struct NoVerdict {
    pub failure: Failure,
    pub retry_after_seconds: Option<u32>,
    /// Whether it may be over in a moment.
    pub is_transient: bool,
}

impl NoVerdict {
    pub fn of(failure: Failure) -> Self {
        Self { failure, retry_after_seconds: None, is_transient: false }
    }
}

/// One request that ends at the deadline, its body included.
pub(crate) fn post(agent: &ureq::Agent, address: &str, body: &str, deadline: Instant) -> Result<Answer, NoVerdict> {
    let rest = deadline.saturating_duration_since(Instant::now());
    if rest.is_zero() {
        return Err(NoVerdict::of(Failure::Timeout));
    }
    let asked = agent
        .post(address)
        .timeout(rest.max(Duration::from_millis(1)))
        .set("Content-Type", "application/json")
        .set("Accept", "application/json")
        .send_string(body);
    match asked {
        Ok(response) if response.status() == 200 => read(response, deadline),
        Ok(response) | Err(ureq::Error::Status(_, response)) => Err(of_status(&response)),
        Err(ureq::Error::Transport(_)) if Instant::now() >= deadline => Err(NoVerdict::of(Failure::Timeout)),
        Err(ureq::Error::Transport(_)) => {
            Err(NoVerdict { is_transient: true, ..NoVerdict::of(Failure::Unreachable) })
        }
    }
}

fn read(response: ureq::Response, deadline: Instant) -> Result<Answer, NoVerdict> {
    let mut text = Vec::new();
    let outcome = response.into_reader().take(ANSWER_BYTES_MAX + 1).read_to_end(&mut text);
    if text.len() as u64 > ANSWER_BYTES_MAX {
        return Err(NoVerdict::of(Failure::AnswerTooLarge));
    }
    if let Err(error) = outcome {
        let is_late = error.kind() == ErrorKind::TimedOut || Instant::now() >= deadline;
        return Err(if is_late {
            NoVerdict::of(Failure::Timeout)
        } else {
            NoVerdict { is_transient: true, ..NoVerdict::of(Failure::Unreachable) }
        });
    }
    match serde_json::from_slice(&text) {
        Ok(Value::Object(answer)) if answer.get("success").map_or(false, Value::is_boolean) => Ok(answer),
        _ => Err(NoVerdict::of(Failure::AnswerInvalid)),
    }
}

fn of_status(response: &ureq::Response) -> NoVerdict {
    let text = response.header("Retry-After").unwrap_or("");
    let is_number = !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    let retry_after_seconds = if is_number { text.parse().ok() } else { None };
    match response.status() {
        429 => NoVerdict { retry_after_seconds, ..NoVerdict::of(Failure::RateLimited) },
        300..=399 => NoVerdict::of(Failure::Redirected),
        status => NoVerdict { failure: Failure::Unavailable, retry_after_seconds, is_transient: (502..=504).contains(&status) },
    }
}
