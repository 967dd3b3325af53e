# frozen_string_literal: true

require "json"
require "securerandom"

module Bollard
  # A client for one captcha; make one when your server starts. Safe to share between threads.
  class Client
    TOKEN_MAX = 2_048
    # A service that asks for more patience than this is not asked again within a call.
    PATIENCE_SECONDS = 1
    PAUSE_SECONDS = 0.1

    # secret_key::  the captcha's secret key, "bsec_…"; it never leaves your server
    # host::        address of the Bollard installation, such as "https://captcha.example.org"
    # site_key::    only tokens of this site key pass; without it, those of every environment of the secret key
    # timeout::     seconds for the whole call, a retry included
    # fail_policy:: "closed": only visitors who were checked pass; "recorded-outage": also those whose browser couldn't reach Bollard, if
    #               Bollard itself recorded that outage; "open": also those who come while your server can't reach Bollard
    #
    # Raises ConfigurationError.
    def initialize(secret_key:, host:, site_key: nil, timeout: 5, fail_policy: "recorded-outage")
      @configuration = Configuration.new(
        secret_key: secret_key, host: host, site_key: site_key, timeout: timeout, fail_policy: fail_policy
      )
    end

    # Whether the visitor who sent a form passed: a Verdict. Never raises.
    #
    # token::     the form's field "bollard-response"
    # remote_ip:: the visitor's address as your server sees it
    # action::    the action that the form gave the widget
    # hostnames:: host names on which the form may have been
    def verify(token, remote_ip: nil, action: nil, hostnames: nil)
      return refused("missing-input-response") unless token.is_a?(String) && !token.empty?

      token = token.dup.force_encoding(Encoding::UTF_8).scrub
      return refused("invalid-input-response", "token-malformed") if token.length > TOKEN_MAX

      answer = ask(token, remote_ip.to_s)
      fail_policy = @configuration.fail_policy
      return Verdict.of(answer, fail_policy: fail_policy, action: action, hostnames: hostnames) if answer.is_a?(Hash)

      Verdict.new(
        passed: fail_policy == "open", decided_by: "fail-policy",
        failure: answer.failure, retry_after_seconds: answer.retry_after_seconds
      )
    end

    private

    def refused(*codes)
      Verdict.new(passed: false, decided_by: "client", codes: codes)
    end

    def ask(token, remote_ip)
      deadline = Transport.now + @configuration.timeout
      body = body_of(token, remote_ip)
      first = post(body, deadline)
      return first if first.is_a?(Hash) || !first.transient || first.retry_after_seconds.to_i > PATIENCE_SECONDS

      pause = first.retry_after_seconds.to_i.positive? ? first.retry_after_seconds : PAUSE_SECONDS
      return first if Transport.now + pause >= deadline

      sleep pause
      post(body, deadline)
    end

    def post(body, deadline)
      catch(:answered) { Transport.post(@configuration.uri, body, deadline) }
    end

    def body_of(token, remote_ip)
      # The idempotency key is the same in the retry, so that a token whose answer got lost isn't taken for a replayed one.
      fields = { secret: @configuration.secret_key, response: token, idempotency_key: SecureRandom.uuid }
      fields[:sitekey] = @configuration.site_key unless @configuration.site_key.empty?
      fields[:remoteip] = remote_ip unless remote_ip.empty?
      JSON.generate(fields)
    end
  end
end
