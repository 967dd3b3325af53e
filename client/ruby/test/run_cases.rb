# frozen_string_literal: true

# Runs the cases of BOLLARD_CASES and prints what the client did. See client/README.md.

require "json"
require "net/http"
require_relative "../lib/bollard"

def client(options)
  given = { site_key: options["siteKey"] }
  given[:timeout] = options["timeoutMs"] / 1000.0 if options.key?("timeoutMs")
  given[:fail_policy] = options["failPolicy"] if options.key?("failPolicy")
  Bollard::Client.new(secret_key: options["secretKey"], host: options["host"], **given)
end

def fault(options)
  client(options)
  nil
rescue Bollard::ConfigurationError => e
  e.code
end

prepared = JSON.parse(Net::HTTP.get(URI("#{ENV.fetch('BOLLARD_CASES')}/")))
cases = prepared["cases"].to_h do |one|
  call = one["call"]
  v = client(one["options"])
      .verify(one["token"], remote_ip: call["remoteIp"], action: call["action"], hostnames: call["hostnames"])
  [one["id"], {
    passed: v.passed?, decidedBy: v.decided_by, failure: v.failure, codes: v.codes,
    retryAfterSeconds: v.retry_after_seconds, score: v.score, action: v.action,
    hostname: v.hostname, verificationId: v.verification_id
  }]
end
configurations = prepared["configurations"].to_h { |one| [one["id"], fault(one["options"])] }
puts JSON.generate(cases: cases, configurations: configurations)
