<?php

declare(strict_types=1);

namespace Bollard\WordPress\Admin;

/** A paragraph that WordPress offers to owners who write their privacy policy. */
final class PrivacyText
{
    public function start(): void
    {
        add_action('admin_init', static function (): void {
            if (function_exists('wp_add_privacy_policy_content')) {
                wp_add_privacy_policy_content('Bollard', wp_kses_post(wpautop(self::text())));
            }
        });
    }

    public static function text(): string
    {
        return __(
            'Our forms are checked by Bollard, which tells people from programs and runs on a server of our choice. When you fill in a form, your browser does a small computation. It reports which signs of automation it found, a random number for the opened page, and three numbers computed from the rhythm of your input; keys, text and positions can’t be derived from them. The server sees your network address and your browser’s request. Bollard sets no cookies and stores nothing in your browser. The result of a check is deleted after the time that our installation is set to. We use it to protect our forms from abuse.',
            'bollard',
        );
    }
}
