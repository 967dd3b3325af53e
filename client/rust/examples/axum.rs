// A form with axum
use axum::{extract::State, http::StatusCode, response::IntoResponse, routing::post, Form, Router};
use bollard_captcha::{Bollard, Expectations, Refusal};
use std::collections::HashMap;

// #region verify
async fn signup(State(bollard): State<Bollard>, Form(form): Form<HashMap<String, String>>) -> impl IntoResponse {
    let verify = move || {
        let token = form.get("bollard-response").map(String::as_str);
        bollard.verify(token, &Expectations { action: Some("signup"), ..Default::default() })
    };
    match tokio::task::spawn_blocking(verify).await {
        Ok(verdict) if verdict.passed => (StatusCode::OK, "Thank you."),
        Ok(verdict) => (StatusCode::FORBIDDEN, Refusal::of(&verdict).message()),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "Please try again."),
    }
}
// #endregion

pub fn router() -> Result<Router, Box<dyn std::error::Error>> {
    let bollard = Bollard::new(&std::env::var("BOLLARD_SECRET_KEY")?, "https://captcha.example.org")?;
    Ok(Router::new().route("/signup", post(signup)).with_state(bollard))
}
