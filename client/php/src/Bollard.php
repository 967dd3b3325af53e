<?php

declare(strict_types=1);

namespace Bollard;

use Bollard\Transport\CurlTransport;
use Bollard\Transport\NoVerdict;
use Bollard\Transport\StreamTransport;
use Bollard\Transport\Transport;

/** A client for one captcha. */
final class Bollard
{
    private const TOKEN_MAX = 2048;
    /** A service that asks for more patience than this is not asked again within a call. */
    private const PATIENCE_SECONDS = 1;
    private const PAUSE_SECONDS = 0.1;

    private readonly string $secretKey;
    private readonly string $address;
    private readonly ?string $siteKey;
    private readonly Transport $transport;

    /**
     * @param string $secretKey the captcha's secret key, `bsec_…`; it never leaves your server
     * @param string $host address of the Bollard installation, such as `https://captcha.example.org`
     * @param string|null $siteKey only tokens of this site key pass; without it, those of every environment of the secret key
     * @param float $timeout seconds for the whole call, a retry included
     * @param string $failPolicy `closed`: only visitors who were checked pass; `recorded-outage`: also those whose browser couldn't
     *   reach Bollard, if Bollard itself recorded that outage; `open`: also those who come while your server can't reach Bollard
     * @throws ConfigurationError
     */
    public function __construct(
        #[\SensitiveParameter] string $secretKey,
        string $host,
        ?string $siteKey = null,
        private readonly float $timeout = 5.0,
        private readonly string $failPolicy = 'recorded-outage',
        ?Transport $transport = null,
    ) {
        $this->secretKey = trim($secretKey);
        if ($this->secretKey === '') {
            throw new ConfigurationError('secret-key-missing');
        }
        $this->address = self::addressOf(trim($host));
        $this->siteKey = trim($siteKey ?? '') === '' ? null : trim($siteKey ?? '');
        if ($timeout <= 0 || !is_finite($timeout)) {
            throw new ConfigurationError('timeout-invalid');
        }
        if (!in_array($failPolicy, ['closed', 'recorded-outage', 'open'], true)) {
            throw new ConfigurationError('fail-policy-unknown');
        }
        $this->transport = $transport ?? (function_exists('curl_init') ? new CurlTransport() : new StreamTransport());
    }

    /**
     * Whether the visitor who sent a form passed. Never throws.
     *
     * @param mixed $token the form's field `bollard-response`, as it came: `$_POST['bollard-response'] ?? null`
     * @param string|null $remoteIp the visitor's address as your server sees it
     * @param string|null $action the action that the form gave the widget
     * @param list<string>|null $hostnames host names on which the form may have been
     */
    public function verify(mixed $token, ?string $remoteIp = null, ?string $action = null, ?array $hostnames = null): Verdict
    {
        if (!is_string($token) || $token === '') {
            return new Verdict(false, 'client', codes: ['missing-input-response']);
        }
        // A token is plain ASCII; what is none is counted in bytes.
        if (strlen($token) > self::TOKEN_MAX) {
            return new Verdict(false, 'client', codes: ['invalid-input-response', 'token-malformed']);
        }
        $answer = $this->ask($token, $remoteIp ?? '');
        return $answer instanceof NoVerdict
            ? new Verdict($this->failPolicy === 'open', 'fail-policy', $answer->failure, [], $answer->retryAfterSeconds)
            : Verdict::of($answer, $this->failPolicy, $action, $hostnames);
    }

    /** Without the secret key, which does not belong in logs. */
    public function __debugInfo(): array
    {
        return ['address' => $this->address, 'siteKey' => $this->siteKey, 'failPolicy' => $this->failPolicy];
    }

    /** @return array<mixed>|NoVerdict */
    private function ask(string $token, string $remoteIp): array|NoVerdict
    {
        $deadline = microtime(true) + $this->timeout;
        $fields = [
            'secret' => $this->secretKey,
            'response' => $token,
            // The same in the retry, so that a token whose answer got lost isn't taken for a replayed one.
            'idempotency_key' => self::uuid(),
        ];
        if ($this->siteKey !== null) {
            $fields['sitekey'] = $this->siteKey;
        }
        if ($remoteIp !== '') {
            $fields['remoteip'] = $remoteIp;
        }
        $body = json_encode($fields, JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR);
        $first = $this->transport->post($this->address, $body, $deadline);
        if (is_array($first) || !$first->isTransient || ($first->retryAfterSeconds ?? 0) > self::PATIENCE_SECONDS) {
            return $first;
        }
        $pause = $first->retryAfterSeconds ?: self::PAUSE_SECONDS;
        if (microtime(true) + $pause >= $deadline) {
            return $first;
        }
        usleep((int) ($pause * 1_000_000));
        return $this->transport->post($this->address, $body, $deadline);
    }

    private static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr((ord($bytes[6]) & 0x0F) | 0x40);
        $bytes[8] = chr((ord($bytes[8]) & 0x3F) | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    private static function addressOf(string $host): string
    {
        if ($host === '') {
            throw new ConfigurationError('host-missing');
        }
        $url = parse_url($host);
        $isPlain = is_array($url) && array_diff_key($url, array_flip(['scheme', 'host', 'port', 'path'])) === [];
        $scheme = strtolower($url['scheme'] ?? '');
        $name = strtolower($url['host'] ?? '');
        if (!$isPlain || !in_array($scheme, ['https', 'http'], true) || $name === '' || preg_match('/\s/', $host) === 1) {
            throw new ConfigurationError('host-invalid');
        }
        $isLoopback = in_array($name, ['localhost', '[::1]'], true) || preg_match('/^127(\.\d{1,3}){3}$/D', $name) === 1;
        if ($scheme === 'http' && !$isLoopback) {
            throw new ConfigurationError('host-not-https');
        }
        $port = isset($url['port']) ? ":{$url['port']}" : '';
        return "{$scheme}://{$name}{$port}" . rtrim($url['path'] ?? '', '/') . '/captcha/v1/siteverify';
    }
}
