<?php

declare(strict_types=1);

namespace Bollard\Typo3;

use Bollard\Verdict;
use Psr\Http\Message\ServerRequestInterface;

/** The check of what the widget put into a request. */
final class Check
{
    /** @var array<string, Verdict> of this request: a form is validated more than once, and a token counts once */
    private static array $verdicts = [];

    /**
     * Why the visitor can't be let through, as the end of a key of locallang.xlf; null when the form may be accepted.
     *
     * @param string $action what the widget of the form said it is for
     * @throws \Bollard\ConfigurationError where the extension isn't set up: no form is accepted then, and the log says
     *   why
     */
    public static function refusal(?ServerRequestInterface $request, string $action): ?string
    {
        $body = $request?->getParsedBody();
        $token = is_array($body) ? $body['bollard-response'] ?? null : null;
        $key = $action . ' ' . (is_string($token) ? $token : '');
        $verdict = self::$verdicts[$key] ??= Settings::current()->client()->verify($token, null, $action);
        return $verdict->passed ? null : match (true) {
            $verdict->failure !== null => 'unavailable',
            in_array('missing-input-response', $verdict->codes, true) => 'missing',
            in_array('timeout-or-duplicate', $verdict->codes, true) => 'expired',
            default => 'refused',
        };
    }
}
