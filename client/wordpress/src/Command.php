<?php

declare(strict_types=1);

namespace Bollard\WordPress;

use Bollard\WordPress\Admin\KeyCheck;
use WP_CLI;

/** Shows what Bollard protects, and verifies its keys. */
final class Command
{
    /**
     * Shows the settings in force. Never prints the secret key.
     *
     * ## EXAMPLES
     *
     *     wp bollard status
     */
    public function status(): void
    {
        $settings = Settings::current();
        $fault = $settings->siteKey === '' ? 'site-key-missing' : $settings->fault();
        $last = get_transient(Captcha::LAST_FAILURE);
        $lines = [
            'version' => Plugin::VERSION,
            'protects' => match (true) {
                Plugin::isDisabled() => 'nothing: BOLLARD_DISABLE is set',
                $fault !== null => "nothing: {$fault}",
                default => implode(', ', $settings->forms) ?: 'nothing: no form is chosen',
            },
            'host' => $settings->host ?: '–',
            'site key' => $settings->siteKey ?: '–',
            'secret key' => $settings->secretKey === '' ? '–' : 'set',
            'fail policy' => $settings->failPolicy,
            'settings of' => Settings::networkShares() ? 'the network' : 'this site',
            'last failure' => is_array($last) ? $last['failure'] . ', ' . gmdate(
                'Y-m-d H:i',
                (int) $last['at'],
            ) . ' UTC' : 'none in a week',
        ];
        foreach ($lines as $name => $value) {
            WP_CLI::line(str_pad("{$name}:", 14) . $value);
        }
    }

    /**
     * Asks Bollard whether it accepts the keys. Ends with 1 when it doesn't.
     *
     * ## EXAMPLES
     *
     *     wp bollard verify-keys
     *
     * @subcommand verify-keys
     */
    public function verifyKeys(): void
    {
        $check = KeyCheck::of(Settings::current());
        $check->isGood ? WP_CLI::success($check->message) : WP_CLI::error("{$check->message} [{$check->code}]");
    }
}
