# frozen_string_literal: true

require "json"

module Bollard
  # The form's field, the property of its JSON, or the header.
  TOKEN_NAME = "bollard-response"

  # What a refused visitor is told: nothing that helps a bot.
  #
  # code:: "captcha-missing": the form has no token; "captcha-refused": Bollard or an expectation of the form refused it;
  #        "captcha-unavailable": there is no verdict, and the fail policy lets nobody pass without one
  Refusal = Struct.new(:code, :message) do
    # What to tell the visitor of a verdict that didn't pass.
    def self.of(verdict)
      code =
        if verdict.codes.include?("missing-input-response") then "captcha-missing"
        elsif verdict.failure || verdict.decided_by == "fail-policy" then "captcha-unavailable"
        else "captcha-refused"
        end
      new(code, Bollard::REFUSALS.fetch(code))
    end

    def to_json(*)
      JSON.generate("code" => code, "message" => message)
    end

    def to_page
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Form not submitted</title>' \
        "<p>#{message}</p></html>"
    end
  end

  REFUSALS = {
    "captcha-missing" => "Complete the captcha, then submit the form again.",
    "captcha-refused" => "The captcha wasn't accepted. Reload the page, then submit the form again.",
    "captcha-unavailable" => "The captcha can't be verified at the moment. Submit the form again in a few minutes."
  }.freeze
end
