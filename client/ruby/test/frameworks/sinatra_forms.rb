# frozen_string_literal: true

# The application of client/framework-cases.json, with Sinatra.

require_relative "../../lib/bollard/sinatra"

class Forms < Sinatra::Base
  helpers Bollard::Sinatra
  set :bollard, Bollard::Client.new(
    secret_key: ENV.fetch("BOLLARD_SECRET_KEY"), host: ENV.fetch("BOLLARD_HOST"),
    fail_policy: ENV.fetch("BOLLARD_FAIL_POLICY")
  )
  set :port, ENV.fetch("PORT").to_i
  set :bind, "127.0.0.1"
  set :environment, :production
  set :server, :webrick

  helpers do
    def answer(verdict)
      fields = request.media_type == "application/json" ? JSON.parse(request.body.read) : params
      seen = verdict.to_h.merge(decidedBy: verdict.decided_by)
      content_type :json
      JSON.generate(name: fields["name"], verdict: seen)
    end
  end

  post("/signup") { answer(verify_bollard!(action: "signup")) }
  post("/shop") { answer(verify_bollard!(hostnames: ["shop.example"])) }
  post("/elsewhere") { answer(verify_bollard!(hostnames: ["other.example"])) }
  post("/delete-account") { answer(verify_bollard!(action: "delete-account")) }
  post("/with-address") { answer(verify_bollard!(remote_ip: request.ip)) }
  post("/own-answer") { answer(verify_bollard! { |refusal| halt 422, "own answer: #{refusal.code}" }) }
end

Forms.run!
