# frozen_string_literal: true

require_relative "bollard/version"
require_relative "bollard/configuration"
require_relative "bollard/verdict"
require_relative "bollard/transport"
require_relative "bollard/client"
require_relative "bollard/refusal"
require_relative "bollard/element"

# Verifies the tokens of Bollard's captcha on your server: see Bollard::Client.
module Bollard
end
