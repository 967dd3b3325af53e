# frozen_string_literal: true

require "json"
require "net/http"
require "timeout"

module Bollard
  # Why a request brought no verdict; +transient+ if that may be over in a moment.
  NoVerdict = Struct.new(:failure, :retry_after_seconds, :transient)

  # One request within a deadline, on the standard library alone.
  module Transport
    ANSWER_BYTES_MAX = 65_536
    HEADERS = { "Content-Type" => "application/json", "Accept" => "application/json" }.freeze

    # The answer as a hash whose "success" is true or false, or a NoVerdict. +deadline+ is of Transport.now.
    def self.post(uri, body, deadline)
      rest = deadline - now
      return NoVerdict.new("timeout") if rest <= 0

      http = Net::HTTP.new(uri.hostname, uri.port)
      http.use_ssl = uri.scheme == "https"
      http.open_timeout = http.read_timeout = http.write_timeout = rest
      # Net::HTTP repeats some requests by itself; a retry is counted by the client.
      http.max_retries = 0
      request(http, uri, body, deadline)
    rescue Timeout::Error
      NoVerdict.new("timeout")
    rescue SystemCallError, SocketError, IOError, OpenSSL::SSL::SSLError, Net::ProtocolError, Net::HTTPBadResponse
      NoVerdict.new("unreachable", nil, true)
    end

    def self.now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    # Net::HTTP follows no redirect by itself: the secret key goes to the configured host and nowhere else.
    def self.request(http, uri, body, deadline)
      http.start do
        post = Net::HTTP::Post.new(uri, HEADERS)
        post.body = body
        result = nil
        http.request(post) do |response|
          result = read(response, deadline)
          # Leaves the connection as it is instead of reading what is left of the body.
          throw :answered, result if result
        end
        result
      end
    end

    def self.read(response, deadline)
      return of_status(response) unless response.code == "200"

      text = +""
      response.read_body do |part|
        text << part
        return NoVerdict.new("answer-too-large") if text.bytesize > ANSWER_BYTES_MAX
        return NoVerdict.new("timeout") if now >= deadline
      end
      verdict(text)
    end

    def self.of_status(response)
      status = response.code.to_i
      header = response["Retry-After"].to_s
      seconds = header.match?(/\A\d{1,9}\z/) ? header.to_i : nil
      return NoVerdict.new("rate-limited", seconds) if status == 429
      return NoVerdict.new("redirected") if (300..399).cover?(status)

      NoVerdict.new("unavailable", seconds, [502, 503, 504].include?(status))
    end

    def self.verdict(text)
      answer = JSON.parse(text)
      return answer if answer.is_a?(Hash) && [true, false].include?(answer["success"])

      NoVerdict.new("answer-invalid")
    rescue JSON::ParserError, EncodingError
      NoVerdict.new("answer-invalid")
    end

    private_class_method :request, :read, :of_status, :verdict
  end
end
