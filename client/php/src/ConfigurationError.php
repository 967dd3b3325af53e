<?php

declare(strict_types=1);

namespace Bollard;

/** Thrown when a client is created, never by a verification. */
final class ConfigurationError extends \InvalidArgumentException
{
    private const MESSAGES = [
        'secret-key-missing' => 'Set secretKey to the secret key of your captcha (bsec_…)',
        'host-missing' => 'Set host to the address of your Bollard installation, such as https://captcha.example.org',
        'host-invalid' => 'host must be an address such as https://captcha.example.org, without user name, query or fragment',
        'host-not-https' => 'host must begin with https://, or the secret key could be read on its way',
        'timeout-invalid' => 'timeout must be a number of seconds above 0',
        'fail-policy-unknown' => 'failPolicy must be closed, recorded-outage or open',
    ];

    /** @param key-of<self::MESSAGES> $reason a stable code */
    public function __construct(public readonly string $reason)
    {
        parent::__construct(self::MESSAGES[$reason]);
    }
}
