<?php

// What needs no service; the rest is client/cases.json. Ends with 1 when anything is wrong.
declare(strict_types=1);

use Bollard\Bollard;
use Bollard\Transport\NoVerdict;
use Bollard\Transport\Transport;

require __DIR__ . '/autoload.php';

$client = new Bollard(" bsec_secret\n", 'https://example.org/captcha/');
expect('the secret key is not printed', !str_contains(print_r($client, true), 'bsec_secret'));
expect('a field sent as a list is no token', $client->verify(['x'])->codes === ['missing-input-response']);

$seen = new class implements Transport {
    public string $address = '';
    public string $body = '';

    public function post(string $address, string $body, float $deadline): array|NoVerdict
    {
        [$this->address, $this->body] = [$address, $body];
        return ['success' => true, 'hostname' => 'shop.example'];
    }
};
$verdict = (new Bollard(" bsec_secret\n", 'https://example.org/captcha/', transport: $seen))->verify("\xff");
expect('a transport of your own is used', $verdict->passed && $verdict->hostname === 'shop.example');
expect('a path before the API is kept', $seen->address === 'https://example.org/captcha/captcha/v1/siteverify');
expect('spaces around a key are dropped', json_decode($seen->body, true)['secret'] === 'bsec_secret');
expect('bytes that are no text do no harm', json_decode($seen->body, true)['response'] === "\u{fffd}");

function expect(string $what, bool $holds): void
{
    if (!$holds) {
        fwrite(STDERR, "FAILED: {$what}\n");
        exit(1);
    }
}
