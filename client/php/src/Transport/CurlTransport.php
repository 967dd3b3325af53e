<?php

declare(strict_types=1);

namespace Bollard\Transport;

/** @internal */
final class CurlTransport implements Transport
{
    public function post(string $address, string $body, float $deadline): array|NoVerdict
    {
        $rest = (int) (($deadline - microtime(true)) * 1_000);
        if ($rest <= 0) {
            return new NoVerdict('timeout');
        }
        $read = '';
        $retryAfter = '';
        $isTooLarge = false;
        $handle = curl_init($address);
        curl_setopt_array($handle, [
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => ['Content-Type: application/json', 'Accept: application/json', 'Expect:'],
            // The secret key goes to the configured host and nowhere else.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => $rest,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => static function (mixed $_, string $line) use (&$retryAfter): int {
                if (stripos($line, 'retry-after:') === 0) {
                    $retryAfter = trim(substr($line, 12));
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function (mixed $_, string $part) use (&$read, &$isTooLarge): int {
                $read .= $part;
                $isTooLarge = strlen($read) > self::ANSWER_BYTES_MAX;
                return $isTooLarge ? 0 : strlen($part);
            },
        ]);
        $isWhole = curl_exec($handle);
        $status = curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        $error = curl_errno($handle);
        if ($error === CURLE_OPERATION_TIMEDOUT) {
            return new NoVerdict('timeout');
        }
        if ($isTooLarge && $status === 200) {
            return new NoVerdict('answer-too-large');
        }
        if ($status !== 0 && $status !== 200) {
            return NoVerdict::ofStatus($status, $retryAfter);
        }
        return $isWhole === false ? new NoVerdict('unreachable', null, true) : NoVerdict::orAnswer($read);
    }
}
