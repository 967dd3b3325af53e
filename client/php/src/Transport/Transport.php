<?php

declare(strict_types=1);

namespace Bollard\Transport;

/** Makes one request. Write your own to go through a proxy or a client of your framework. */
interface Transport
{
    public const ANSWER_BYTES_MAX = 65_536;

    /**
     * The answer as an array whose `success` is a bool, or why there is none. Follows no redirect, ends at the deadline even while a body
     * trickles in, and reads at most `ANSWER_BYTES_MAX`.
     *
     * @param float $deadline of `microtime(true)`
     * @return array<mixed>|NoVerdict
     */
    public function post(string $address, string $body, float $deadline): array|NoVerdict;
}
