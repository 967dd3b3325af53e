<?php

declare(strict_types=1);

namespace Bollard\Typo3;

use Bollard\Bollard;
use TYPO3\CMS\Core\Configuration\ExtensionConfiguration;
use TYPO3\CMS\Core\Utility\GeneralUtility;

/** What the operator has set; environment variables win. */
final class Settings
{
    public function __construct(
        public readonly string $host,
        public readonly string $siteKey,
        #[\SensitiveParameter] private readonly string $secretKey,
        public readonly string $failPolicy,
        public readonly string $theme,
        public readonly bool $protectLogin,
    ) {
    }

    public static function current(): self
    {
        $stored = (array) GeneralUtility::makeInstance(ExtensionConfiguration::class)->get('bollard');
        $text = static fn (string $name, string $variable): string => trim(
            (string) (getenv($variable) ?: $stored[$name] ?? ''),
        );
        return new self(
            rtrim($text('host', 'BOLLARD_HOST'), '/'),
            $text('siteKey', 'BOLLARD_SITE_KEY'),
            $text('secretKey', 'BOLLARD_SECRET_KEY'),
            (string) ($stored['failPolicy'] ?? 'recorded-outage'),
            (string) ($stored['theme'] ?? ''),
            !empty($stored['protectLogin']),
        );
    }

    /** @throws \Bollard\ConfigurationError */
    public function client(): Bollard
    {
        return new Bollard($this->secretKey, $this->host, $this->siteKey, failPolicy: $this->failPolicy);
    }
}
