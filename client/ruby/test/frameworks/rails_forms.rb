# frozen_string_literal: true

# The application of client/framework-cases.json, with Rails.

require "logger"
require "action_controller/railtie"
require "rack/handler/webrick"
require_relative "../../lib/bollard/rails"

class Forms < Rails::Application
  config.eager_load = false
  config.consider_all_requests_local = false
  config.hosts.clear
  config.secret_key_base = "of a test"
  config.logger = Logger.new($stderr, level: Logger::ERROR)
  config.bollard.secret_key = ENV.fetch("BOLLARD_SECRET_KEY")
  config.bollard.host = ENV.fetch("BOLLARD_HOST")
  config.bollard.fail_policy = ENV.fetch("BOLLARD_FAIL_POLICY")
  routes.append do
    post "/signup", to: "forms#signup"
    post "/shop", to: "forms#shop"
    post "/elsewhere", to: "forms#elsewhere"
    post "/delete-account", to: "forms#delete_account"
    post "/with-address", to: "forms#with_address"
    post "/own-answer", to: "own#answer"
  end
end

class FormsController < ActionController::Base
  protect_with_bollard only: :signup, bollard_action: "signup"
  protect_with_bollard only: :shop, hostnames: ["shop.example"]
  protect_with_bollard only: :elsewhere, hostnames: ["other.example"]
  protect_with_bollard only: :delete_account, bollard_action: "delete-account"
  protect_with_bollard only: :with_address, send_address: true

  %i[signup shop elsewhere delete_account with_address answer].each do |name|
    define_method(name) do
      seen = bollard_verdict.to_h.merge(decidedBy: bollard_verdict.decided_by)
      render json: { name: params[:name], verdict: seen }
    end
  end
end

class OwnController < FormsController
  protect_with_bollard only: :answer

  private

  def refuse_with_bollard(refusal)
    render plain: "own answer: #{refusal.code}", status: :unprocessable_entity
  end
end

Forms.initialize!
Rack::Handler::WEBrick.run(Forms, Host: "127.0.0.1", Port: ENV.fetch("PORT").to_i, AccessLog: [])
