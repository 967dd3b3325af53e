<?php

declare(strict_types=1);

namespace Bollard\Magento\Model;

use Bollard\Bollard;
use Magento\Framework\App\Config\ScopeConfigInterface;
use Magento\Framework\Encryption\EncryptorInterface;
use Magento\Store\Model\ScopeInterface;

/** What the owner has set for the store that is being visited. */
class Settings
{
    public function __construct(
        private readonly ScopeConfigInterface $config,
        private readonly EncryptorInterface $encryptor,
    )
    {
    }

    public function host(): string
    {
        return rtrim($this->text('general/host'), '/');
    }

    public function siteKey(): string
    {
        return $this->text('general/site_key');
    }

    public function failPolicy(): string
    {
        return $this->text('general/fail_policy');
    }

    /** Whether a form is to be checked. Without keys none is, so that a new installation locks nobody out. */
    public function protects(string $form): bool
    {
        return $this->text("forms/{$form}") === '1' && $this->host() !== '' && $this->siteKey() !== '' && $this->text(
            'general/secret_key',
        ) !== '';
    }

    /** @throws \Bollard\ConfigurationError */
    public function client(): Bollard
    {
        return new Bollard(
            $this->encryptor->decrypt($this->text('general/secret_key')),
            $this->host(),
            $this->siteKey(),
            failPolicy: $this->failPolicy(),
        );
    }

    private function text(string $path): string
    {
        return trim((string) $this->config->getValue("bollard/{$path}", ScopeInterface::SCOPE_STORE));
    }
}
