# A form with Sinatra. BOLLARD_SECRET_KEY=bsec_… ruby sinatra.rb
require "bollard/sinatra"
require "sinatra"

helpers Bollard::Sinatra
set :port, 3000
set :bollard, Bollard::Client.new(secret_key: ENV.fetch("BOLLARD_SECRET_KEY"), host: "https://captcha.example.org")

# #region verify
post "/signup" do
  verdict = verify_bollard!(action: "signup")
  logger.info "verification #{verdict.verification_id}"
  "Thank you."
end
# #endregion
