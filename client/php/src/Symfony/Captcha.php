<?php

declare(strict_types=1);

namespace Bollard\Symfony;

use Symfony\Component\Validator\Constraint;

/** The value is a token that passes. The token counts once, so the form shows a new captcha when another field is refused. */
#[\Attribute(\Attribute::TARGET_PROPERTY | \Attribute::TARGET_METHOD)]
final class Captcha extends Constraint
{
    /**
     * @param string|null $action the action that the form gave the widget
     * @param list<string>|null $hostnames host names on which the form may have been
     * @param bool $sendAddress tells Bollard the visitor's address
     * @param array<string, string> $messages of your own, by the code of the refusal
     * @param list<string>|null $groups
     */
    public function __construct(
        public readonly ?string $action = null,
        public readonly ?array $hostnames = null,
        public readonly bool $sendAddress = false,
        public readonly array $messages = [],
        ?array $groups = null,
        mixed $payload = null,
    ) {
        parent::__construct(null, $groups, $payload);
    }
}
