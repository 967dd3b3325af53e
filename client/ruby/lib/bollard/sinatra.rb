# frozen_string_literal: true

require "json"
require "sinatra/base"
require_relative "../bollard"

module Bollard
  # Helpers for Sinatra: <tt>helpers Bollard::Sinatra</tt>, and <tt>set :bollard, Bollard::Client.new(…)</tt>.
  module Sinatra
    BODY_BYTES_MAX = 1_048_576

    # The verdict of the request, if its token passed; ends others with 403, or calls the block with the Refusal and the Verdict to end
    # them as your application does.
    #
    # action::    the action that the form gave the widget
    # hostnames:: host names on which the form may have been
    # remote_ip:: the visitor's address, such as request.ip; it stays here unless you give it
    def verify_bollard!(action: nil, hostnames: nil, remote_ip: nil, field: TOKEN_NAME)
      verdict = settings.bollard.verify(
        bollard_token(field), action: action, hostnames: hostnames, remote_ip: remote_ip
      )
      return verdict if verdict.passed?

      refusal = Refusal.of(verdict)
      yield refusal, verdict if block_given?
      is_page = request.env["HTTP_ACCEPT"].to_s.include?("text/html")
      content_type is_page ? :html : :json
      halt 403, is_page ? refusal.to_page : refusal.to_json
    end

    # The captcha in a view, of <tt>set :bollard_host</tt> and <tt>set :bollard_site_key</tt>.
    def bollard_captcha(**options)
      Bollard.element(host: settings.bollard_host, site_key: settings.bollard_site_key, **options)
    end

    private

    def bollard_token(field)
      header = request.env["HTTP_BOLLARD_RESPONSE"]
      return request.POST[field] || header unless request.media_type.to_s.match?(%r{\Aapplication/([\w.-]+\+)?json\z}i)

      body = request.body
      text = body.read(BODY_BYTES_MAX + 1).to_s
      body.rewind
      fields = text.bytesize > BODY_BYTES_MAX ? nil : JSON.parse(text)
      fields.is_a?(Hash) && fields.key?(field) ? fields[field] : header
    rescue JSON::ParserError, EncodingError
      header
    end
  end
end
