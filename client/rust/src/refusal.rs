use crate::{DecidedBy, Verdict};

/// What a refused visitor is told: nothing that helps a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The form has no token.
    Missing,
    /// Bollard or an expectation of the form refused the token.
    Refused,
    /// There is no verdict, and the fail policy lets nobody pass without one.
    Unavailable,
}

impl Refusal {
    /// What to tell the visitor of a verdict that didn't pass.
    pub fn of(verdict: &Verdict) -> Self {
        if verdict.codes.iter().any(|code| code == "missing-input-response") {
            Self::Missing
        } else if verdict.failure.is_some() || verdict.decided_by == DecidedBy::FailPolicy {
            Self::Unavailable
        } else {
            Self::Refused
        }
    }

    /// A stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Missing => "captcha-missing",
            Self::Refused => "captcha-refused",
            Self::Unavailable => "captcha-unavailable",
        }
    }

    /// A sentence for the visitor.
    pub fn message(self) -> &'static str {
        match self {
            Self::Missing => "Complete the captcha, then submit the form again.",
            Self::Refused => "The captcha wasn't accepted. Reload the page, then submit the form again.",
            Self::Unavailable => {
                "The captcha can't be verified at the moment. Submit the form again in a few minutes."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_learns_what_to_do_and_nothing_of_the_verdict() {
        let missing = Verdict::refused(DecidedBy::Client, &["missing-input-response"]);
        assert_eq!(Refusal::of(&missing).code(), "captcha-missing");
        let replayed = Verdict::refused(DecidedBy::Service, &["timeout-or-duplicate", "token-used"]);
        assert_eq!(Refusal::of(&replayed).code(), "captcha-refused");
        let closed = Verdict::refused(DecidedBy::FailPolicy, &["failover-not-accepted"]);
        assert_eq!(Refusal::of(&closed).code(), "captcha-unavailable");
        assert!(!Refusal::of(&replayed).message().contains("duplicate"));
    }
}
