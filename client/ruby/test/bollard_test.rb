# frozen_string_literal: true

# What needs no service; the rest is client/cases.json.

require "minitest/autorun"
require_relative "../lib/bollard"

class BollardTest < Minitest::Test
  def setup
    @client = Bollard::Client.new(secret_key: " bsec_secret\n", host: "https://example.org/captcha/")
  end

  def test_the_secret_key_is_not_printed
    refute_includes @client.inspect, "bsec_secret"
  end

  def test_a_path_before_the_api_is_kept
    uri = @client.instance_variable_get(:@configuration).uri
    assert_equal "https://example.org/captcha/captcha/v1/siteverify", uri.to_s
  end

  def test_a_field_sent_as_a_list_is_no_token
    assert_equal ["missing-input-response"], @client.verify(["x"]).codes
  end
end
