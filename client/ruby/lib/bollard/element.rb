# frozen_string_literal: true

require "cgi"

module Bollard
  # The captcha in a page: the widget with its script, as HTML.
  #
  # host::     address of the Bollard installation
  # site_key:: the captcha's site key, "bsk_…"
  # options::  attributes of the element, such as action:, name: and size:
  def self.element(host:, site_key:, **options)
    given = { sitekey: site_key, **options }.compact
    attributes = given.map { |name, value| %( #{name.to_s.tr('_', '-')}="#{CGI.escape_html(value.to_s)}") }.join
    source = CGI.escape_html("#{host.to_s.chomp('/')}/widget.js")
    %(<script type="module" src="#{source}"></script><bollard-captcha#{attributes}></bollard-captcha>)
  end
end
