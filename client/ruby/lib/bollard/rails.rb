# frozen_string_literal: true

require "rails/railtie"
require_relative "../bollard"

module Bollard
  # The part for Rails: <tt>config.bollard.secret_key</tt>, <tt>.host</tt>, <tt>.site_key</tt>, <tt>.timeout</tt> and
  # <tt>.fail_policy</tt>; Protected for controllers; bollard_captcha for views.
  module Rails
    OPTIONS = %i[timeout fail_policy].freeze

    # The client of the configuration. Raises ConfigurationError.
    def self.client
      @client ||= begin
        config = ::Rails.application.config.bollard
        given = OPTIONS.to_h { |name| [name, config[name]] }.compact
        Client.new(secret_key: config.secret_key, host: config.host, **given)
      end
    end

    # For tests that change the configuration.
    def self.forget_client
      @client = nil
    end

    class Railtie < ::Rails::Railtie
      config.bollard = ActiveSupport::OrderedOptions.new
    end

    # For controllers, which all have it:
    #
    #   protect_with_bollard only: :create, bollard_action: "signup"
    module Protected
      def self.included(controller)
        controller.extend(ClassMethods)
      end

      module ClassMethods
        # Lets an action run if the token passed; others get 403, or what refuse_with_bollard renders.
        #
        # bollard_action:: the action that the form gave the widget
        # hostnames::      host names on which the form may have been
        # send_address::   tells Bollard the visitor's address, request.remote_ip
        # field::          the name of the field, if the widget has one of its own
        # options::        of before_action, such as only: and if:
        def protect_with_bollard(bollard_action: nil, hostnames: nil, send_address: false, field: TOKEN_NAME, **options)
          before_action(**options) do
            verify_bollard(
              bollard_token(field), action: bollard_action, hostnames: hostnames,
                                    remote_ip: send_address ? request.remote_ip : nil
            )
          end
        end
      end

      private

      # The Verdict of this request; nil before it was checked.
      def bollard_verdict
        request.env["bollard.verdict"]
      end

      def verify_bollard(token, **expected)
        request.env["bollard.verdict"] = Rails.client.verify(token, **expected)
        refuse_with_bollard(Refusal.of(bollard_verdict)) unless bollard_verdict.passed?
      end

      # Override it to answer a refused visitor yourself.
      def refuse_with_bollard(refusal)
        if request.headers["Accept"].to_s.include?("text/html")
          render html: refusal.to_page.html_safe, status: :forbidden, layout: false
        else
          render json: refusal.to_json, status: :forbidden
        end
      end

      # Of the body alone, form or JSON; addresses with a token get logged.
      def bollard_token(field)
        request.request_parameters[field] || request.headers["Bollard-Response"]
      end
    end

    # For views.
    module Views
      # The captcha: <tt><%= bollard_captcha action: "signup" %></tt>
      def bollard_captcha(**options)
        config = ::Rails.application.config.bollard
        Bollard.element(host: config.host, site_key: config.site_key, **options).html_safe
      end
    end
  end

  ActiveSupport.on_load(:action_controller) { include Rails::Protected }
  ActiveSupport.on_load(:action_view) { include Rails::Views }
end
