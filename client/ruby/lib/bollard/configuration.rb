# frozen_string_literal: true

require "uri"

module Bollard
  # Raised when a client is created, never by a verification. +code+ is stable.
  class ConfigurationError < ArgumentError
    MESSAGES = {
      "secret-key-missing" => "Set secret_key to the secret key of your captcha (bsec_…)",
      "host-missing" => "Set host to the address of your Bollard installation, such as https://captcha.example.org",
      "host-invalid" => "host must be an address such as https://captcha.example.org, without user name, query or fragment",
      "host-not-https" => "host must begin with https://, or the secret key could be read on its way",
      "timeout-invalid" => "timeout must be a number of seconds above 0",
      "fail-policy-unknown" => "fail_policy must be closed, recorded-outage or open"
    }.freeze

    attr_reader :code

    def initialize(code)
      super(MESSAGES.fetch(code))
      @code = code
    end
  end

  # Checked settings; +uri+ is that of siteverify, +timeout+ in seconds for the whole call.
  class Configuration
    FAIL_POLICIES = %w[closed recorded-outage open].freeze

    attr_reader :secret_key, :uri, :site_key, :timeout, :fail_policy

    # Raises ConfigurationError.
    def initialize(secret_key:, host:, site_key:, timeout:, fail_policy:)
      @secret_key = secret_key.to_s.strip
      raise ConfigurationError, "secret-key-missing" if @secret_key.empty?

      @uri = read_host(host.to_s.strip)
      @site_key = site_key.to_s.strip
      @timeout = timeout
      raise ConfigurationError, "timeout-invalid" unless timeout.is_a?(Numeric) && timeout.positive? && timeout.finite?

      @fail_policy = fail_policy.to_s
      raise ConfigurationError, "fail-policy-unknown" unless FAIL_POLICIES.include?(@fail_policy)
    end

    # Without the secret key, which does not belong in logs.
    def inspect
      "#<Bollard::Configuration #{uri}>"
    end

    private

    def read_host(host)
      raise ConfigurationError, "host-missing" if host.empty?

      uri = URI.parse(host)
      plain = uri.is_a?(URI::HTTP) && uri.hostname && !uri.hostname.empty? && !uri.userinfo && !uri.query && !uri.fragment
      raise ConfigurationError, "host-invalid" unless plain
      raise ConfigurationError, "host-not-https" if uri.scheme == "http" && !loopback?(uri.hostname)

      URI.parse("#{uri.scheme}://#{uri.host}:#{uri.port}#{uri.path.sub(%r{/+\z}, '')}/captcha/v1/siteverify")
    rescue URI::InvalidURIError
      raise ConfigurationError, "host-invalid"
    end

    def loopback?(name)
      %w[localhost ::1].include?(name) || name.match?(/\A127(\.\d{1,3}){3}\z/)
    end
  end
end
