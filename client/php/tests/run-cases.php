<?php

// Runs the cases of BOLLARD_CASES and prints what the client did. See client/README.md.
declare(strict_types=1);

use Bollard\Bollard;
use Bollard\ConfigurationError;
use Bollard\Transport\CurlTransport;
use Bollard\Transport\Psr18Transport;
use Bollard\Transport\StreamTransport;
use Bollard\Transport\Transport;

require __DIR__ . '/autoload.php';

$transport = match ($argv[1] ?? 'curl') {
    'curl' => new CurlTransport(),
    'stream' => new StreamTransport(),
    'psr-18' => withGuzzle(),
};

/** Through Debian's Guzzle. */
function withGuzzle(): Transport
{
    require '/usr/share/php/GuzzleHttp/autoload.php';
    $factory = new GuzzleHttp\Psr7\HttpFactory();
    $client = static fn (float $seconds) => new GuzzleHttp\Client(['timeout' => $seconds]);
    return new Psr18Transport($client, $factory, $factory);
}

/** @param array<string, mixed> $options */
function client(array $options): Bollard
{
    global $transport;
    return new Bollard(
        $options['secretKey'],
        $options['host'],
        $options['siteKey'] ?? null,
        ($options['timeoutMs'] ?? 5_000) / 1_000,
        $options['failPolicy'] ?? 'recorded-outage',
        $transport,
    );
}

$prepared = json_decode(file_get_contents(getenv('BOLLARD_CASES') . '/'), true, flags: JSON_THROW_ON_ERROR);
$cases = [];
foreach ($prepared['cases'] as $case) {
    $call = $case['call'];
    $verdict = client($case['options'])
        ->verify($case['token'], $call['remoteIp'] ?? null, $call['action'] ?? null, $call['hostnames'] ?? null);
    $cases[$case['id']] = array_diff_key(get_object_vars($verdict), ['reasons' => true]);
}
$configurations = [];
foreach ($prepared['configurations'] as $one) {
    try {
        client($one['options']);
        $configurations[$one['id']] = null;
    } catch (ConfigurationError $error) {
        $configurations[$one['id']] = $error->reason;
    }
}
echo json_encode(['cases' => $cases, 'configurations' => $configurations], JSON_THROW_ON_ERROR);
