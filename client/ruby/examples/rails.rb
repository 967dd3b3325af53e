# A form with Rails, in one file. BOLLARD_SECRET_KEY=bsec_… ruby rails.rb
require "action_controller/railtie"
require "bollard/rails"
require "rack/handler/webrick"

class Shop < Rails::Application
  config.eager_load = false
  config.bollard.secret_key = ENV.fetch("BOLLARD_SECRET_KEY")
  config.bollard.host = "https://captcha.example.org"
  routes.append { post "/signup", to: "signups#create" }
end

# #region verify
class SignupsController < ActionController::Base
  protect_with_bollard only: :create, bollard_action: "signup"

  def create
    render plain: "Thank you, verification #{bollard_verdict.verification_id}."
  end
end
# #endregion

Rack::Handler::WEBrick.run(Shop.initialize!, Port: 3000)
