<?php

declare(strict_types=1);

namespace Bollard\Transport;

/** For PHP without curl. @internal */
final class StreamTransport implements Transport
{
    public function post(string $address, string $body, float $deadline): array|NoVerdict
    {
        $rest = $deadline - microtime(true);
        if ($rest <= 0) {
            return new NoVerdict('timeout');
        }
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => "Content-Type: application/json\r\nAccept: application/json\r\nConnection: close",
            'content' => $body,
            // The secret key goes to the configured host and nowhere else.
            'follow_location' => 0,
            'max_redirects' => 0,
            'ignore_errors' => true,
            'timeout' => $rest,
        ]]);
        $stream = @fopen($address, 'rb', false, $context);
        if ($stream === false) {
            return NoVerdict::broken($deadline);
        }
        try {
            [$status, $retryAfter] = self::headOf(stream_get_meta_data($stream)['wrapper_data'] ?? []);
            return $status === 200 ? self::read($stream, $deadline) : NoVerdict::ofStatus($status, $retryAfter);
        } finally {
            fclose($stream);
        }
    }

    /**
     * @param resource $stream
     * @return array<mixed>|NoVerdict
     */
    private static function read(mixed $stream, float $deadline): array|NoVerdict
    {
        $read = '';
        stream_set_blocking($stream, false);
        while (!feof($stream)) {
            $part = fread($stream, 8_192);
            $read .= $part === false ? '' : $part;
            if (strlen($read) > self::ANSWER_BYTES_MAX) {
                return new NoVerdict('answer-too-large');
            }
            if (microtime(true) >= $deadline) {
                return new NoVerdict('timeout');
            }
            if ($part === '' || $part === false) {
                usleep(2_000);
            }
        }
        return NoVerdict::orAnswer($read);
    }

    /**
     * @param list<string> $lines
     * @return array{int, string} status and Retry-After
     */
    private static function headOf(array $lines): array
    {
        $status = 0;
        $retryAfter = '';
        foreach ($lines as $line) {
            if (preg_match('/^HTTP\/\S+ (\d{3})/', $line, $found) === 1) {
                $status = (int) $found[1];
            } elseif (stripos($line, 'retry-after:') === 0) {
                $retryAfter = trim(substr($line, 12));
            }
        }
        return [$status, $retryAfter];
    }
}
