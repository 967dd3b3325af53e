<?php

declare(strict_types=1);

namespace Bollard;

/** Whether to accept a form, and what decided about it. */
final class Verdict
{
    /**
     * @param bool $passed whether to accept the form
     * @param 'service'|'client'|'fail-policy' $decidedBy Bollard's verdict, a check of this client, or your fail policy because there was no verdict
     * @param string|null $failure why there is no verdict, or `misconfigured`; null when there is one. Log it: visitors can do nothing about it
     * @param list<string> $codes why the token was refused, the code that other captchas share first; empty when it passed
     * @param int|null $retryAfterSeconds when to ask again, if Bollard said so
     * @param float|null $score 0 = person, 1 = bot; null if nobody was scored
     * @param list<array{code: string, group: string, weight: float}> $reasons the evidence; weights are log-odds, positive for bots
     * @param string|null $verificationId finds the visitor in the dashboard's log
     */
    public function __construct(
        public readonly bool $passed,
        public readonly string $decidedBy,
        public readonly ?string $failure = null,
        public readonly array $codes = [],
        public readonly ?int $retryAfterSeconds = null,
        public readonly ?float $score = null,
        public readonly array $reasons = [],
        public readonly ?string $action = null,
        public readonly ?string $hostname = null,
        public readonly ?string $verificationId = null,
    ) {
    }

    /**
     * The verdict of an answer that has one: `success` is a bool.
     *
     * @param array<mixed> $answer
     * @param list<string>|null $hostnames
     * @internal
     */
    public static function of(array $answer, string $failPolicy, ?string $action, ?array $hostnames): self
    {
        $codes = array_values(array_filter(self::listOf($answer['error-codes'] ?? null), 'is_string'));
        if ($answer['success'] === false) {
            $isOurFault = array_intersect($codes, ['missing-input-secret', 'invalid-input-secret', 'bad-request']) !== [];
            return new self(false, 'service', $isOurFault ? 'misconfigured' : null, $codes);
        }
        $actual = self::textOf($answer['action'] ?? null);
        $hostname = self::textOf($answer['hostname'] ?? null);
        [$decidedBy, $codes] = match (true) {
            self::isFailover($answer) => $failPolicy === 'closed' ? ['fail-policy', ['failover-not-accepted']] : ['service', []],
            $action !== null && $action !== $actual => ['client', ['action-mismatch']],
            $hostnames !== null && !in_array($hostname, $hostnames, true) => ['client', ['hostname-mismatch']],
            default => ['service', []],
        };
        return new self(
            passed: $codes === [],
            decidedBy: $decidedBy,
            codes: $codes,
            score: self::numberOf($answer['score'] ?? null),
            reasons: self::reasonsOf($answer['reasons'] ?? null),
            action: $actual,
            hostname: $hostname,
            verificationId: self::textOf($answer['verification_id'] ?? null),
        );
    }

    /** @param array<mixed> $answer */
    private static function isFailover(array $answer): bool
    {
        $decision = $answer['decision'] ?? null;
        return is_array($decision) && ($decision['type'] ?? null) === 'FAILOVER';
    }

    /** @return list<array{code: string, group: string, weight: float}> */
    private static function reasonsOf(mixed $value): array
    {
        return array_map(
            static fn (array $reason): array => [
                'code' => self::textOf($reason['code'] ?? null) ?? '',
                'group' => self::textOf($reason['group'] ?? null) ?? '',
                'weight' => self::numberOf($reason['weight'] ?? null) ?? 0.0,
            ],
            array_values(array_filter(self::listOf($value), 'is_array')),
        );
    }

    /** @return list<mixed> */
    private static function listOf(mixed $value): array
    {
        return is_array($value) ? array_values($value) : [];
    }

    private static function textOf(mixed $value): ?string
    {
        return is_string($value) ? $value : null;
    }

    private static function numberOf(mixed $value): ?float
    {
        return is_int($value) || is_float($value) ? (float) $value : null;
    }
}
