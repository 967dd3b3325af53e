// A form as a CGI program: the form on the standard input, the answer on the standard output
use bollard_captcha::{Bollard, Expectations};
use std::io::Read;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bollard = Bollard::new(&std::env::var("BOLLARD_SECRET_KEY")?, "https://captcha.example.org")?;
    let mut form = String::new();
    std::io::stdin().take(1 << 20).read_to_string(&mut form)?;
    let fields: Vec<(_, _)> = url::form_urlencoded::parse(form.as_bytes()).collect();
    let token = fields.iter().find(|(name, _)| name == "bollard-response").map(|(_, value)| value.as_ref());
    // #region verify
    let verdict = bollard.verify(token, &Expectations { action: Some("signup"), ..Default::default() });
    if verdict.passed {
        println!("Status: 200\r\nContent-Type: text/plain\r\n\r\nThank you.");
    } else {
        println!("Status: 403\r\nContent-Type: text/plain\r\n\r\nPlease go back and try again.");
    }
    // #endregion
    Ok(())
}
