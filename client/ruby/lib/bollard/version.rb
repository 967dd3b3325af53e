# frozen_string_literal: true

module Bollard
  VERSION = "0.1.0"
end
