<?php

declare(strict_types=1);

namespace Bollard\Transport;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * Goes through an HTTP client of yours (PSR-18). Such a client has no time limit for one request, so give a function that makes one for
 * the seconds it gets, as in `fn (float $seconds) => new \GuzzleHttp\Client(['timeout' => $seconds])`. It must not follow redirects.
 */
final class Psr18Transport implements Transport
{
    /** @param ClientInterface|\Closure(float): ClientInterface $client a client, whose own time limit holds, or what makes one */
    public function __construct(
        private readonly ClientInterface|\Closure $client,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function post(string $address, string $body, float $deadline): array|NoVerdict
    {
        $rest = $deadline - microtime(true);
        if ($rest <= 0) {
            return new NoVerdict('timeout');
        }
        $request = $this->requests->createRequest('POST', $address)
            ->withHeader('Content-Type', 'application/json')
            ->withHeader('Accept', 'application/json')
            ->withBody($this->streams->createStream($body));
        try {
            $client = $this->client instanceof \Closure ? ($this->client)($rest) : $this->client;
            $response = $client->sendRequest($request);
            $status = $response->getStatusCode();
            if ($status !== 200) {
                return NoVerdict::ofStatus($status, $response->getHeaderLine('Retry-After'));
            }
            return self::read($response->getBody(), $deadline);
        } catch (ClientExceptionInterface | \RuntimeException) {
            return NoVerdict::broken($deadline);
        }
    }

    /** @return array<mixed>|NoVerdict */
    private static function read(\Psr\Http\Message\StreamInterface $body, float $deadline): array|NoVerdict
    {
        $read = '';
        if ($body->isSeekable()) {
            $body->rewind();
        }
        while (!$body->eof()) {
            $read .= $body->read(8_192);
            if (strlen($read) > self::ANSWER_BYTES_MAX) {
                return new NoVerdict('answer-too-large');
            }
            if (microtime(true) >= $deadline) {
                return new NoVerdict('timeout');
            }
        }
        return NoVerdict::orAnswer($read);
    }
}
