// A form with actix; in main: HttpServer::new(move || App::new().app_data(web::Data::new(bollard.clone())).service(signup))
use actix_web::{post, web, HttpResponse};
use bollard_captcha::{Bollard, Expectations, Refusal};
use std::collections::HashMap;

pub fn client() -> Result<Bollard, Box<dyn std::error::Error>> {
    Ok(Bollard::new(&std::env::var("BOLLARD_SECRET_KEY")?, "https://captcha.example.org")?)
}

// #region verify
#[post("/signup")]
async fn signup(bollard: web::Data<Bollard>, form: web::Form<HashMap<String, String>>) -> HttpResponse {
    let verify = move || {
        let token = form.get("bollard-response").map(String::as_str);
        bollard.verify(token, &Expectations { action: Some("signup"), ..Default::default() })
    };
    match web::block(verify).await {
        Ok(verdict) if verdict.passed => HttpResponse::Ok().body("Thank you."),
        Ok(verdict) => HttpResponse::Forbidden().body(Refusal::of(&verdict).message()),
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}
// #endregion
