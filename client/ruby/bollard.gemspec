# frozen_string_literal: true

require_relative "lib/bollard/version"

Gem::Specification.new do |spec|
  spec.name = "bollard"
  spec.version = Bollard::VERSION
  spec.summary = "Verifies the tokens of Bollard's captcha on your server"
  spec.authors = ["Bollard"]
  spec.license = "Nonstandard"
  spec.required_ruby_version = ">= 2.7"
  spec.files = Dir["lib/**/*.rb"] + %w[README.md CHANGELOG.md]
  spec.metadata = { "rubygems_mfa_required" => "true" }
end
