<?php

declare(strict_types=1);

namespace Bollard\WordPress;

use Bollard\Bollard;
use Bollard\ConfigurationError;
use Bollard\WordPress\Forms\Forms;

/**
 * What the owner has set: constants of wp-config.php before the network's settings, if its sites share them, before the
 * site's.
 */
final class Settings
{
    public const OPTION = 'bollard';
    public const NETWORK_OPTION = 'bollard_network';
    public const DEFAULTS = [
        'host' => '',
        'site_key' => '',
        'secret_key' => '',
        'forms' => ['comment', 'register', 'lost-password'],
        'fail_policy' => 'recorded-outage',
        'theme' => '',
        'skip_logged_in' => true,
        'allow_api_passwords' => false,
        'shared' => false,
    ];
    private const CONSTANTS = [
        'host' => 'BOLLARD_HOST',
        'site_key' => 'BOLLARD_SITE_KEY',
        'secret_key' => 'BOLLARD_SECRET_KEY',
    ];

    /**
     * @param list<string> $forms ids of protected forms
     * @param string $theme `light`, `dark`, or empty for the page's
     * @param bool $skipLoggedIn whether people who are logged in comment without a check
     * @param bool $allowApiPasswords whether XML-RPC and REST logins with the account's password pass without a check
     */
    public function __construct(
        public readonly string $host,
        public readonly string $siteKey,
        #[\SensitiveParameter] public readonly string $secretKey,
        public readonly array $forms,
        public readonly string $failPolicy,
        public readonly string $theme,
        public readonly bool $skipLoggedIn,
        public readonly bool $allowApiPasswords,
    ) {
    }

    public static function current(): self
    {
        return self::of(self::networkShares() ? self::ofNetwork() : self::ofSite());
    }

    /** Whether all sites of the network use the network's settings. */
    public static function networkShares(): bool
    {
        return is_multisite() && self::ofNetwork()['shared'] === true;
    }

    /** @return array<string, mixed> as stored, completed by the defaults */
    public static function ofSite(): array
    {
        return self::completed(get_option(self::OPTION));
    }

    /** @return array<string, mixed> as stored, completed by the defaults */
    public static function ofNetwork(): array
    {
        return self::completed(get_site_option(self::NETWORK_OPTION));
    }

    /** The name of the constant that sets a field, if one does. */
    public static function constantOf(string $field): ?string
    {
        $name = self::CONSTANTS[$field] ?? null;
        return $name !== null && defined($name) ? $name : null;
    }

    /** @param array<string, mixed> $stored completed */
    public static function of(array $stored): self
    {
        $text = static function (string $field) use ($stored): string {
            $constant = self::constantOf($field);
            return trim((string) ($constant === null ? $stored[$field] : constant($constant)));
        };
        return new self(
            $text('host'),
            $text('site_key'),
            $text('secret_key'),
            array_values(array_filter((array) $stored['forms'], 'is_string')),
            (string) $stored['fail_policy'],
            (string) $stored['theme'],
            (bool) $stored['skip_logged_in'],
            (bool) $stored['allow_api_passwords'],
        );
    }

    /** Whether forms can be protected: everything is there, and well formed. */
    public function isComplete(): bool
    {
        return $this->siteKey !== '' && $this->fault() === null;
    }

    /** The code of what is wrong with host, secret key or fail policy; null if nothing is. */
    public function fault(): ?string
    {
        try {
            $this->client();
            return null;
        } catch (ConfigurationError $error) {
            return $error->reason;
        }
    }

    /** @throws ConfigurationError */
    public function client(): Bollard
    {
        return new Bollard($this->secretKey, $this->host, $this->siteKey, failPolicy: $this->failPolicy);
    }

    /**
     * What of a sent form can be stored. A field that can't keeps its former value.
     *
     * @param array<mixed> $given fields of the form, without slashes
     * @param array<string, mixed> $before completed
     * @return array{array<string, mixed>, array<string, string>} what to store, and by field the code of what is wrong
     *   with it
     */
    public static function cleaned(array $given, array $before): array
    {
        $text = static fn (string $field): string => is_string($given[$field] ?? null) ? trim($given[$field]) : '';
        $after = [
            'host' => rtrim($text('host'), '/'),
            'site_key' => $text('site_key'),
            // An empty field keeps the key, since the page never shows it.
            'secret_key' => $text('secret_key') === '' ? $before['secret_key'] : $text('secret_key'),
            'forms' => array_values(
                array_intersect(Forms::ids(), array_filter((array) ($given['forms'] ?? []), 'is_string')),
            ),
            'fail_policy' => $text('fail_policy'),
            'theme' => $text('theme'),
            'skip_logged_in' => !empty($given['skip_logged_in']),
            'allow_api_passwords' => !empty($given['allow_api_passwords']),
            'shared' => !empty($given['shared']),
        ];
        $wrong = array_filter([
            'host' => $after['host'] === '' ? null : self::faultOfHost($after['host']),
            'site_key' => preg_match('/^(bsk_[\w-]{1,64})?$/D', $after['site_key']) === 1 ? null : 'site-key-invalid',
            'secret_key' => preg_match(
                '/^(bsec_[\w-]{1,128})?$/D',
                $after['secret_key'],
            ) === 1 ? null : 'secret-key-invalid',
            'fail_policy' => in_array(
                $after['fail_policy'],
                ['closed', 'recorded-outage', 'open'],
                true,
            ) ? null : 'fail-policy-unknown',
            'theme' => in_array($after['theme'], ['', 'light', 'dark'], true) ? null : 'theme-unknown',
        ]);
        return [array_merge($after, array_intersect_key($before, $wrong)), $wrong];
    }

    private static function faultOfHost(string $host): ?string
    {
        try {
            new Bollard('bsec_any', $host);
            return null;
        } catch (ConfigurationError $error) {
            return $error->reason;
        }
    }

    /** @return array<string, mixed> */
    private static function completed(mixed $stored): array
    {
        return array_merge(self::DEFAULTS, array_intersect_key(is_array($stored) ? $stored : [], self::DEFAULTS));
    }
}
