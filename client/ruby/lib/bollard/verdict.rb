# frozen_string_literal: true

module Bollard
  # Whether to accept a form, and what decided about it.
  #
  # passed::              whether to accept the form
  # decided_by::          "service": Bollard's verdict; "client": a check of this client; "fail-policy": there was no verdict
  # failure::             why there is no verdict, or "misconfigured"; nil when there is one. Log it: visitors can do nothing about it
  # codes::               why the token was refused, the code that other captchas share first; empty when it passed
  # retry_after_seconds:: when to ask again, if Bollard said so
  # score::               0 = person, 1 = bot; nil if nobody was scored
  # reasons::             the evidence: hashes of "code", "group" and "weight" (log-odds, positive for bots)
  # verification_id::     finds the visitor in the dashboard's log
  Verdict = Struct.new(
    :passed, :decided_by, :failure, :codes, :retry_after_seconds,
    :score, :reasons, :action, :hostname, :verification_id, keyword_init: true
  ) do
    def initialize(codes: [], reasons: [], **rest)
      super
    end

    alias_method :passed?, :passed

    # The verdict of an answer that has one: "success" is true or false.
    def self.of(answer, fail_policy:, action:, hostnames:)
      codes = list(answer["error-codes"]).grep(String)
      unless answer["success"]
        ours = (codes & %w[missing-input-secret invalid-input-secret bad-request]).any?
        return new(passed: false, decided_by: "service", failure: ours ? "misconfigured" : nil, codes: codes)
      end
      decided_by, code = judge(answer, fail_policy, action, hostnames)
      new(
        passed: code.nil?, decided_by: decided_by, codes: [code].compact,
        score: answer["score"].is_a?(Numeric) ? answer["score"].to_f : nil,
        reasons: list(answer["reasons"]).grep(Hash),
        action: text(answer["action"]), hostname: text(answer["hostname"]), verification_id: text(answer["verification_id"])
      )
    end

    def self.judge(answer, fail_policy, action, hostnames)
      decision = answer["decision"]
      if decision.is_a?(Hash) && decision["type"] == "FAILOVER"
        return fail_policy == "closed" ? %w[fail-policy failover-not-accepted] : ["service", nil]
      end
      return %w[client action-mismatch] if action && action != answer["action"]
      return %w[client hostname-mismatch] if hostnames && !hostnames.include?(answer["hostname"])

      ["service", nil]
    end
    private_class_method :judge

    def self.list(value)
      value.is_a?(Array) ? value : []
    end
    private_class_method :list

    def self.text(value)
      value.is_a?(String) ? value : nil
    end
    private_class_method :text
  end
end
