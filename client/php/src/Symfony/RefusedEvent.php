<?php

declare(strict_types=1);

namespace Bollard\Symfony;

use Bollard\Refusal;
use Bollard\Verdict;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** Dispatched when `#[Protect]` refuses a request; a listener may set an answer of its own. */
final class RefusedEvent
{
    public ?Response $response = null;

    public function __construct(
        public readonly Refusal $refusal,
        public readonly Request $request,
        public readonly Verdict $verdict,
    ) {
    }
}
