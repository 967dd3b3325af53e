<?php

declare(strict_types=1);

namespace Bollard\WordPress\Admin;

use Bollard\WordPress\Settings;

/** Asks the service whether it accepts the keys. */
final class KeyCheck
{
    /** @param string $code stable; `keys-accepted` and `widget-passed` are good */
    private function __construct(
        public readonly bool $isGood,
        public readonly string $code,
        public readonly string $message,
    )
    {
    }

    /**
     * @param mixed $token of the widget on the settings page; null if only the keys are to be looked at
     */
    public static function of(Settings $settings, mixed $token = null): self
    {
        $fault = $settings->siteKey === '' ? 'site-key-missing' : $settings->fault();
        if ($fault !== null) {
            return new self(false, $fault, Messages::ofFault($fault));
        }
        // No token looks like this. The service says so only to those whose keys it knows.
        $verdict = $settings->client()->verify('key-check');
        if ($verdict->failure === 'misconfigured') {
            return array_intersect(['site-key-mismatch', 'site-key-unknown'], $verdict->codes) !== []
                ? new self(
                    false,
                    'site-key-refused',
                    __(
                        'Bollard does not accept the site key together with this secret key. Copy both from the same captcha.',
                        'bollard',
                    ),
                )
                : new self(
                    false,
                    'secret-key-refused',
                    __('Bollard does not accept the secret key. Copy it again from the captcha’s keys.', 'bollard'),
                );
        }
        if ($verdict->failure !== null) {
            /* translators: %s: a code such as timeout */
            return new self(
                false,
                $verdict->failure,
                sprintf(
                    __(
                        'Your server can’t reach Bollard (%s). Check the address, and whether a firewall is in the way.',
                        'bollard',
                    ),
                    $verdict->failure,
                ),
            );
        }
        if ($token === null) {
            return new self(true, 'keys-accepted', __('Bollard accepts both keys.', 'bollard'));
        }
        if ($token === '') {
            return new self(
                false,
                'widget-without-token',
                __(
                    'Bollard accepts both keys, but the widget on this page got no token. Check that the captcha allows this site’s domain.',
                    'bollard',
                ),
            );
        }
        return $settings->client()->verify($token, null, 'key-check')->passed
            ? new self(
                true,
                'widget-passed',
                __('Everything works: the widget passed, and Bollard accepted its token.', 'bollard'),
            )
            : new self(
                false,
                'widget-refused',
                __('Bollard accepts both keys, but refused the widget’s token. The captcha’s log says why.', 'bollard'),
            );
    }
}
