<?php

declare(strict_types=1);

namespace Bollard\Symfony;

/**
 * On a controller, or on one of its methods: runs it if the token passed, and answers others with 403. The verdict is the request's
 * attribute `bollard`.
 */
#[\Attribute(\Attribute::TARGET_CLASS | \Attribute::TARGET_METHOD | \Attribute::TARGET_FUNCTION)]
final class Protect
{
    /**
     * @param string|null $action the action that the form gave the widget
     * @param list<string>|null $hostnames host names on which the form may have been
     * @param string $field the name of the field, if the widget has a `name` of its own
     * @param bool $sendAddress tells Bollard the visitor's address
     */
    public function __construct(
        public readonly ?string $action = null,
        public readonly ?array $hostnames = null,
        public readonly string $field = 'bollard-response',
        public readonly bool $sendAddress = false,
    ) {
    }
}
