# A form with Rack alone. BOLLARD_SECRET_KEY=bsec_… ruby plain.rb
require "bollard"
require "rack"

BOLLARD = Bollard::Client.new(secret_key: ENV.fetch("BOLLARD_SECRET_KEY"), host: "https://captcha.example.org")

app = lambda do |env|
  form = Rack::Request.new(env).POST
  # #region verify
  verdict = BOLLARD.verify(form["bollard-response"], action: "signup")
  next [403, {}, ["Please go back and try again."]] unless verdict.passed?
  # #endregion

  [200, {}, ["Thank you."]]
end

Rack::Handler::WEBrick.run(app, Port: 3000)
