//! Runs the cases of BOLLARD_CASES and prints what the client did. See client/README.md.

use std::time::Duration;

use bollard_captcha::{Bollard, ConfigurationError, Expectations};
use serde_json::{json, Map, Value};

fn client(options: &Value) -> Result<Bollard, ConfigurationError> {
    let text = |name: &str| options[name].as_str().unwrap_or("");
    let mut builder = Bollard::builder(text("secretKey"), text("host")).site_key(text("siteKey"));
    if let Some(ms) = options["timeoutMs"].as_u64() {
        builder = builder.timeout(Duration::from_millis(ms));
    }
    if let Some(policy) = options["failPolicy"].as_str() {
        builder = builder.fail_policy(policy.parse()?);
    }
    builder.build()
}

fn main() {
    let address = format!("{}/", std::env::var("BOLLARD_CASES").unwrap());
    let text = ureq::get(&address).call().unwrap().into_string().unwrap();
    let prepared: Value = serde_json::from_str(&text).unwrap();
    let mut cases = Map::new();
    for one in prepared["cases"].as_array().unwrap() {
        let call = &one["call"];
        let hostnames: Option<Vec<&str>> =
            call["hostnames"].as_array().map(|names| names.iter().filter_map(Value::as_str).collect());
        let expected = Expectations {
            remote_ip: call["remoteIp"].as_str(),
            action: call["action"].as_str(),
            hostnames: hostnames.as_deref(),
        };
        let v = client(&one["options"]).unwrap().verify(one["token"].as_str(), &expected);
        cases.insert(
            one["id"].as_str().unwrap().to_owned(),
            json!({
                "passed": v.passed, "decidedBy": v.decided_by.as_str(), "failure": v.failure.map(|failure| failure.as_str()),
                "codes": v.codes, "retryAfterSeconds": v.retry_after_seconds, "score": v.score, "action": v.action,
                "hostname": v.hostname, "verificationId": v.verification_id,
            }),
        );
    }
    let mut configurations = Map::new();
    for one in prepared["configurations"].as_array().unwrap() {
        let fault = client(&one["options"]).err().map(ConfigurationError::code);
        configurations.insert(one["id"].as_str().unwrap().to_owned(), json!(fault));
    }
    println!("{}", json!({ "cases": cases, "configurations": configurations }));
}
