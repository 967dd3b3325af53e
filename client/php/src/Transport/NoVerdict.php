<?php

declare(strict_types=1);

namespace Bollard\Transport;

/** Why a request brought no verdict. */
final class NoVerdict
{
    private const TIMER_SLACK = 0.05;

    /** @param bool $isTransient whether it may be over in a moment */
    public function __construct(
        public readonly string $failure,
        public readonly ?int $retryAfterSeconds = null,
        public readonly bool $isTransient = false,
    ) {
    }

    /** Of a connection that broke, or whose time was over: PHP doesn't tell, and its timers may end a little before the deadline. */
    public static function broken(float $deadline): self
    {
        $isLate = microtime(true) >= $deadline - self::TIMER_SLACK;
        return $isLate ? new self('timeout') : new self('unreachable', null, true);
    }

    /** Of a status other than 200. */
    public static function ofStatus(int $status, string $retryAfter): self
    {
        $seconds = preg_match('/^\d{1,9}$/D', $retryAfter) === 1 ? (int) $retryAfter : null;
        return match (true) {
            $status === 429 => new self('rate-limited', $seconds),
            $status >= 300 && $status < 400 => new self('redirected'),
            default => new self('unavailable', $seconds, in_array($status, [502, 503, 504], true)),
        };
    }

    /** @return array<mixed>|self the answer in a body, if it is one */
    public static function orAnswer(string $body): array|self
    {
        $answer = json_decode($body, true);
        return is_array($answer) && is_bool($answer['success'] ?? null) ? $answer : new self('answer-invalid');
    }
}
