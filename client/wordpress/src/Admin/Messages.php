<?php

declare(strict_types=1);

namespace Bollard\WordPress\Admin;

/** What owners read about a code. */
final class Messages
{
    public static function ofFault(string $code): string
    {
        return match ($code) {
            'host-missing' => __('Enter the address of your Bollard, such as https://captcha.example.org.', 'bollard'),
            'host-invalid' => __(
                'The address must look like https://captcha.example.org, without user name, query or fragment.',
                'bollard',
            ),
            'host-not-https' => __(
                'The address must begin with https://, or the secret key could be read on its way.',
                'bollard',
            ),
            'site-key-missing' => __('Enter the site key (bsk_…).', 'bollard'),
            'site-key-invalid' => __('The site key must begin with bsk_.', 'bollard'),
            'secret-key-missing' => __('Enter the secret key (bsec_…).', 'bollard'),
            'secret-key-invalid' => __('The secret key must begin with bsec_.', 'bollard'),
            'fail-policy-unknown' => __('Choose what happens during an outage.', 'bollard'),
            'theme-unknown' => __('Choose a theme from the list.', 'bollard'),
            /* translators: %s: a code such as timeout-invalid */
            default => sprintf(__('The settings can’t be used (%s).', 'bollard'), $code),
        };
    }
}
